import { createApiClient } from '#client/api-client.ts'
import { QueryClient } from '@tanstack/react-query'
import { shownToasts } from '#ui/kit/toast.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppRouter } from '#ui/session/router-context.ts'
import { readToken } from '#ui/session/session.ts'
import { outageKey, viewerKey } from '#ui/session/viewer.ts'
import { tellOffline, waitBefore, waitForService } from './wait-for-service.ts'

const member = { email: 'lin@example.com', communityName: '' }
const jar = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  jar.clear()
  jar.set('sports_v2_jwt', 'jwt')
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', {
    addEventListener: () => {},
    visibilityState: 'visible',
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
      if (value) jar.set(name!, value)
      else jar.delete(name!)
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page during an outage; `answer` is what the API does now. */
function page() {
  const queryClient = new QueryClient()
  queryClient.setQueryData(viewerKey, null)
  const asked: string[] = []
  const state = { answer: (_: string): Response => new Response(null, { status: 503 }) }
  const api = createApiClient({
    base: 'http://api.test',
    token: readToken,
    retryDelay: 1,
    fetch: async (input) => {
      const { pathname } = new URL(String(input))
      asked.push(pathname)
      return state.answer(pathname)
    },
  })
  const invalidate = vi.fn<() => Promise<void>>(async () => {})
  const router = { options: { context: { queryClient, api } }, invalidate, clearCache: () => {} } as unknown as AppRouter
  waitForService(router)
  return { queryClient, asked, state, invalidate }
}

it('C10 asks nothing while nothing is wrong', async () => {
  const { asked } = page()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toEqual([])
})

it('C10 asks again, less and less often, keeps the token, and brings the user back without a reload', async () => {
  const { queryClient, asked, state, invalidate } = page()
  queryClient.setQueryData(outageKey, true)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.length).toBeLessThan(70)
  expect(readToken()).toBe('jwt')
  expect(invalidate).not.toHaveBeenCalled()

  state.answer = (path) => (path === '/api/AccountMember' ? new Response(null, { status: 502 }) : Response.json({}))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryClient.getQueryData(outageKey)).toBe(true)

  state.answer = (path) => Response.json(path === '/api/AccountMember' ? member : {})
  await vi.advanceTimersByTimeAsync(40_000)
  expect(queryClient.getQueryData(viewerKey)).toEqual(member)
  expect(queryClient.getQueryData(outageKey)).not.toBe(true)
  expect(invalidate).toHaveBeenCalledOnce()
  expect(readToken()).toBe('jwt')

  const before = asked.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveLength(before)
})

it('C10 ends the session when the service is back and gives a verdict', async () => {
  const { queryClient, state, invalidate } = page()
  queryClient.setQueryData(outageKey, true)
  state.answer = (path) => (path === '/api/AccountMember' ? new Response(null, { status: 401 }) : Response.json({}))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readToken()).toBeUndefined()
  expect(queryClient.getQueryData(viewerKey)).toBeNull()
  expect(invalidate).toHaveBeenCalledOnce()
})

it('waits as long as the service asks for, and never in step with everybody else', () => {
  expect([0, 1, 2, 3, 4, 9].map((tries) => waitBefore(tries, undefined, 0.5))).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(waitBefore(0, 60, 0.5)).toBe(60_000)
  expect([waitBefore(0, undefined, 0), waitBefore(0, undefined, 1)]).toEqual([1500, 2500])
})

it('D10 without a network, opening another page says that it waits', () => {
  let open = (_: { pathChanged: boolean }): void => {}
  tellOffline({ subscribe: (_: string, listen: typeof open) => (open = listen) } as unknown as AppRouter)
  const says = () => shownToasts().some(({ message }) => message === '目前沒有網路，連線後會開啟這個頁面。')
  vi.stubGlobal('navigator', { onLine: true })
  open({ pathChanged: true })
  vi.stubGlobal('navigator', { onLine: false })
  open({ pathChanged: false })
  expect(says()).toBe(false)
  open({ pathChanged: true })
  expect(says()).toBe(true)
})
