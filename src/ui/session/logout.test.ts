import { createApiClient } from '#client/api-client.ts'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetViewer, logout, reloadViewer, setViewer } from './logout.ts'
import type { AppRouter } from './router-context.ts'
import { readToken } from './session.ts'
import { isCommunity, isLoggedIn, viewerKey, type Viewer } from './viewer.ts'

const member = { id: 'lin', email: 'lin@example.com', communityName: '' } as MemberAnswer

/** The parts of the router that logging out uses. */
function tab(pathname = '/news') {
  const queryClient = new QueryClient()
  queryClient.setQueryData(viewerKey, member)
  queryClient.setQueryData(['orders'], ['one'])
  const ended: (string | undefined)[] = []
  const api = createApiClient({
    base: 'http://api.test',
    token: readToken,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      ended.push(`${new URL(request.url).pathname} ${request.headers.get('authorization')}`)
      return new Response(null, { status: 204 })
    },
  })
  const invalidate = vi.fn<() => Promise<void>>(async () => {})
  const navigate = vi.fn<(to: object) => Promise<void>>(async () => {})
  const state = { location: { pathname } }
  const router = { options: { context: { queryClient, api } }, state, navigate, invalidate, clearCache: () => {} } as unknown as AppRouter
  return { router, queryClient, navigate, invalidate, ended }
}

const cart = '{"state":{"pieces":[1]}}'
let kept: Map<string, string>

beforeEach(() => {
  const jar = new Map([
    ['sports_v2_jwt', 'jwt'],
    ['fieldhouse_locale', 'en'],
  ])
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('sessionStorage', { removeItem: () => {} })
  kept = new Map([['fieldhouse_cart', cart]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
      if (/Max-Age=0/.test(text)) jar.delete(name!)
      else jar.set(name!, value!)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('D1 the session', () => {
  it('D1 ends with the token cleared and the user reset, and nothing of theirs is kept', async () => {
    const { router, queryClient, invalidate, ended } = tab()
    expect(readToken()).toBe('jwt')
    await logout(router)
    expect(readToken()).toBeUndefined()
    expect(document.cookie).toBe('fieldhouse_locale=en')
    expect(queryClient.getQueryData(viewerKey)).toBeNull()
    expect(queryClient.getQueryData(['orders'])).toBeUndefined()
    expect(invalidate).toHaveBeenCalledOnce()
    expect(ended).toEqual(['/api/AccountMember/Logout Bearer jwt'])
  })

  it('D1 D11 ends with the cart emptied, also on a page that has not loaded it, and at a login without a way back', async () => {
    const { router, navigate, invalidate } = tab('/member/order')
    document.cookie = 'fieldhouse_cart=3.a.b'
    await logout(router)
    expect(kept.has('fieldhouse_cart')).toBe(false)
    expect(document.cookie).toBe('fieldhouse_locale=en')
    expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/login', search: { notice: 'logged_out' }, replace: true })
    expect(invalidate).toHaveBeenCalledOnce()
    const onPublicPage = tab('/news')
    await logout(onPublicPage.router)
    expect(onPublicPage.navigate).not.toHaveBeenCalled()
  })

  it('D5 a cart goes along into its visitor’s login and the next one of that member, and never to another member', () => {
    const { router } = tab()
    setViewer(router, member)
    forgetViewer(router)
    setViewer(router, member)
    expect(kept.get('fieldhouse_cart')).toBe(cart)
    forgetViewer(router)
    setViewer(router, { ...member, id: 'chen' })
    expect(kept.has('fieldhouse_cart')).toBe(false)
  })

  it('D1 ends in every open tab, and begins in every open tab', async () => {
    const other = tab()
    // A BroadcastChannel does not receive its own messages, so the other tab needs a module instance of its own.
    vi.resetModules()
    const otherTab = await import('./logout.ts')
    otherTab.followOtherTabs(other.router)
    await logout(tab().router)
    await vi.waitFor(() => expect(other.queryClient.getQueryData(viewerKey)).toBeNull())
    await reloadViewer(tab().router)
    await vi.waitFor(() => expect(other.queryClient.getQueryData(viewerKey)).toBeUndefined())
    expect(other.invalidate).toHaveBeenCalledTimes(2)
  })

  it('D1 ends once when several calls are refused together: what a visitor loads after the first is not cancelled', async () => {
    const { router, queryClient } = tab()
    forgetViewer(router)
    const { promise, resolve } = Promise.withResolvers<string>()
    const loaded = queryClient.ensureQueryData({ queryKey: ['settings'], queryFn: () => promise })
    forgetViewer(router)
    resolve('open')
    expect(await loaded).toBe('open')
  })

  it('D1 begins while a page is being preloaded: that page is not kept, it is loaded anew for the member', async () => {
    const { queryClient } = tab()
    // What the router reads of a browser.
    vi.stubGlobal('window', { origin: 'http://localhost', scrollTo: () => {}, addEventListener: () => {} })
    vi.stubGlobal('self', globalThis)
    const root = createRootRoute()
    const slow = createRoute({
      getParentRoute: () => root,
      path: '/slow',
      loader: () => queryClient.ensureQueryData({ queryKey: ['slow'], queryFn: () => new Promise(() => {}) }),
    })
    const router = createRouter({ routeTree: root.addChildren([slow]), history: createMemoryHistory(), context: { queryClient } })
    await router.load()
    const preload = router.preloadRoute({ to: '/slow' })
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1))
    setViewer(router, member)
    expect(await preload).toBeUndefined()
    expect(queryClient.getQueryCache().getAll()).toHaveLength(1)
  })

  it('D1 is logged in with an email, and a community with a name', () => {
    expect([null, { ...member, email: '' } as Viewer, member].map(isLoggedIn)).toEqual([false, false, true])
    expect([null, member, { ...member, communityName: '青禾羽球社' } as Viewer].map(isCommunity)).toEqual([false, false, true])
  })
})
