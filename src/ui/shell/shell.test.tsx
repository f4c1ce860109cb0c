import { createApiClient } from '#client/api-client.ts'
import { ApiProblem } from '#client/api-problem.ts'
import { PageFailure } from '#client/page-failure.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ErrorView } from './error-pages.tsx'
import { failureTitle } from './failure-title.ts'
import type { Layout, Task } from '#ui/session/page-layout.ts'
import { Shell } from './shell.tsx'

/** A site of four pages that differ only in their layout. */
async function render(layout: Layout | undefined, settings?: object, content = <p>the page itself</p>, task?: Task): Promise<string> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['viewer'], null)
  if (settings) queryClient.setQueryData(['settings'], settings)
  const root = createRootRouteWithContext<RouterContext>()({
    component: () => (
      <Shell>
        <Outlet />
      </Shell>
    ),
  })
  const page = createRoute({
    getParentRoute: () => root,
    path: '/login',
    staticData: { ...(layout && { layout }), ...(task && { task }) },
    component: () => content,
  })
  const context = { queryClient, api: createApiClient({ token: () => undefined }) } as RouterContext
  const router = createRouter({
    routeTree: root.addChildren([page]),
    context,
    history: createMemoryHistory({ initialEntries: ['/login'] }),
  })
  await router.load()
  const provided = <RouterProvider router={router as never} />
  return renderToString(<QueryClientProvider client={queryClient}>{provided}</QueryClientProvider>)
}

const around = (html: string) => ({
  page: html.includes('the page itself'),
  skipLink: html.includes('href="#main"'),
  header: /<header/.test(html),
  navigation: /<nav/.test(html),
  footer: /<footer/.test(html),
})

describe('C12 layouts', () => {
  it('default has a skip link, header, navigation and footer around the page', async () => {
    expect(around(await render(undefined))).toEqual({ page: true, skipLink: true, header: true, navigation: true, footer: true })
    expect(around(await render('default'))).toEqual(around(await render(undefined)))
  })
  it('highlights has the same, with the whole width for pictures', async () => {
    const html = await render('highlights')
    expect(around(html)).toEqual(around(await render('default')))
    expect(/<main[^>]*class="[^"]*wide/.test(html)).toBe(true)
  })
  it('highlights is dark in both schemes, its header and bars with it', async () => {
    expect(await render('highlights')).toMatch(/<div class="[^"]*shell[^"]*"[^>]*data-scheme="dark"/)
    expect(await render('default')).not.toContain('data-scheme="dark"')
  })
  it('area has the menu and no footer', async () => {
    expect(around(await render('area'))).toEqual({ ...around(await render('default')), footer: false })
  })
  it('a task has no menu and no footer in any layout, and one way back', async () => {
    const back = { to: '/orders', search: { orderNo: 'A1' }, label: () => 'My bookings' }
    for (const layout of ['default', 'area'] as const) {
      const html = await render(layout, undefined, undefined, { back })
      expect(around(html)).toEqual({ page: true, skipLink: true, header: true, navigation: false, footer: false })
      expect(html).toMatch(/<a [^>]*href="\/orders\?orderNo=A1"[^>]*>.*?My bookings<\/a>/)
      expect(html).toContain('data-menu="never"')
    }
  })
  it('a task whose page has a menu on a wide screen says so to the styles, which leave the way back on a phone', async () => {
    const back = { to: '/member', label: () => 'My account' }
    const html = await render('area', undefined, undefined, { back, menu: 'wide' })
    expect(around(html)).toEqual({ ...around(await render('area')), page: true })
    expect(html).toContain('data-menu="wide"')
    const parts = [...html.matchAll(/<(\w+) [^>]*data-around[^>]*>/g)].map(([, tag]) => tag)
    expect(parts, 'the name of the centre and the bottom bar').toEqual(['div', 'nav'])
    expect(await render('area')).not.toMatch(/data-back|data-menu/)
  })
  it('validation has only the name of the house and the language', async () => {
    expect(around(await render('validation'))).toEqual({ page: true, skipLink: false, header: true, navigation: false, footer: false })
  })
  it('none has nothing', async () => {
    expect(around(await render('none'))).toEqual({ page: true, skipLink: false, header: false, navigation: false, footer: false })
  })
})

describe('C9 what an error page says', () => {
  const page = async (error: unknown) => {
    const html = await render('none', undefined, <ErrorView error={error} />)
    return html.replace(/.*?(<section)/s, '$1').replaceAll(/<[^>]+>/g, ' ')
  }
  it('C9 is the status, the message and the description of the failure, also of a page that is not there', async () => {
    for (const status of [404, 410, 500]) {
      const text = await page(new PageFailure({ status, message: 'No such ticket', description: 'It was given back.' }))
      for (const words of [String(status), 'No such ticket', 'It was given back.']) expect(text).toContain(words)
      expect(text).not.toMatch(/Page Not Found|Internal Server Error/)
    }
  })
  it.each([
    [401, '請重新登入', '登入已過期', '登入'],
    [403, '沒有權限', '不開放給目前的帳號', '再試一次'],
    [410, '連結已失效', '已經用過或過期', '再試一次'],
    [429, '請稍候再試', '請求太多', '再試一次'],
    [503, '服務暫時無法使用', '請稍後再回來', '再試一次'],
    [500, '系統發生問題', '問題已經記錄下來', '再試一次'],
    [451, '系統發生問題', '', '再試一次'],
  ])('C9 of %i has its own title and words, and the message of the failure in their place', async (status, title, words, way) => {
    const own = await page(new ApiProblem(status === 451 ? 500 : status, { requestId: 'r-17', title: 'not for the page' }))
    const bare = await page(new PageFailure({ status }))
    for (const text of [bare, ...(status === 451 ? [] : [own])]) {
      for (const part of [String(status), title, words, way]) expect(text).toContain(part)
      expect(text).not.toContain('not for the page')
      expect(text.includes('Internal Server Error'), 'the default of what has no words of its own').toBe(
        ![401, 403, 410, 429].includes(status),
      )
    }
    expect(own).toContain('r-17')
    const told = await page(new PageFailure({ status, message: 'Told why' }))
    expect(told).toContain('Told why')
    for (const part of [title, 'Internal Server Error', ...(words ? [words] : [])]) expect(told).not.toContain(part)
    const match = (error: unknown) =>
      failureTitle([
        { status: 'success', error: undefined },
        { status: 'error', error },
      ])
    expect([match(new PageFailure({ status })), match(new PageFailure({ status, message: 'Told why' }))]).toEqual([title, 'Told why'])
  })
  it('C9 is without them Page Not Found for 404, and 500 Internal Server Error for what nobody expected', async () => {
    expect(await page(new PageFailure({ status: 404 }))).toContain('Page Not Found: /login')
    expect(await page(new Error('secret sauce'))).toMatch(/500.*Internal Server Error/s)
  })
})

describe('the foot of a page', () => {
  const centre = {
    name: '海線國民運動中心',
    phone: '02-5550-0123',
    email: 'desk@example.com',
    address: '青禾路一段 1 號',
    deskHours: '每日 07:30–21:30',
    parking: '地下停車場 120 格',
    latitude: 25.0306,
    longitude: 121.5358,
  }
  it('says where the centre is, how it is reached, where one parks, with a link to a map and nothing loaded from there', async () => {
    const html = await render('default', { centre })
    const foot = html.slice(html.indexOf('<footer'), html.indexOf('</footer>'))
    for (const text of [centre.address, centre.deskHours, centre.parking, 'tel:0255500123', 'mailto:desk@example.com'])
      expect(foot).toContain(text)
    expect(foot).toMatch(/<a href="https:\/\/www\.google\.com\/maps\/[^"]*query=25\.0306,121\.5358"/)
    expect(foot).not.toMatch(/<iframe|<img|<script/)
  })
  it('has nothing to say about it before somebody has written it down', async () => {
    const unknown = { ...centre, phone: '', email: '', address: '', deskHours: '', parking: '', latitude: null, longitude: null }
    expect(await render('default', { centre: unknown })).not.toContain('<address')
    expect(await render('default')).not.toContain('<address')
  })
})
