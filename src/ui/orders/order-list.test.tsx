import { callsNotFor } from '#http/club-calls.ts'
import { createApiClient } from '#client/api-client.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { viewerKey } from '#ui/session/viewer.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { listsOf, ordersQuery } from './order-queries.ts'
import { orderFilter, type OrderSearch } from './order-search.ts'
import { OrdersPage } from './orders-page.tsx'

const item = {
  id: 'i1',
  venue1stName: '羽球館',
  venue2ndName: '羽球場 1',
  drawing: 'badminton',
  colour: '#123456',
  status: 'active',
  refund: [],
}
const order = (orderNo: string, start: string, more: object = {}) =>
  ({
    orderNo,
    kind: 'venue',
    isBooking: true,
    isTopUp: false,
    status: 'confirmed',
    amount: 0,
    payBefore: null,
    preOrderNo: null,
    title: null,
    lines: [],
    topUpFor: null,
    items: [{ ...item, start, end: start }],
    serverTime: '2026-11-18T10:00:00+08:00',
    ...more,
  }) as unknown as OrderAnswer

const coming = order('F261118AAAAAAA', '2026-11-20T10:00:00+08:00', { kind: 'preorder', preOrderNo: 'P261101AAAAAAA' })
const past = order('F261101BBBBBBB', '2026-11-02T10:00:00+08:00', { status: 'completed' })

async function page(
  search: OrderSearch,
  lists: { coming?: OrderAnswer[]; paged: OrderAnswer[] },
  viewer: object | null = null,
): Promise<string> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(viewerKey, viewer)
  const api = createApiClient({ token: () => undefined })
  const asked = listsOf(orderFilter('venue', search))
  const answer = (items: OrderAnswer[]) => ({ items, total: items.length, page: 1, pageSize: 10 })
  if (asked.coming) queryClient.setQueryData(ordersQuery(api, asked.coming).queryKey, answer(lists.coming ?? []))
  queryClient.setQueryData(ordersQuery(api, asked.paged).queryKey, answer(lists.paged))
  const root = createRootRouteWithContext<RouterContext>()({
    component: () => <OrdersPage path="/member/order/venue" kind="venue" search={search} title="場地預約" lead="" />,
    notFoundComponent: () => <OrdersPage path="/member/order/venue" kind="venue" search={search} title="場地預約" lead="" />,
  })
  const router = createRouter({
    routeTree: root,
    context: { queryClient, api } as RouterContext,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

it('shows what is to come above what is past, each under its heading, and one form that filters', async () => {
  const html = await page({}, { coming: [coming], paged: [past] })
  const places = ['接下來的預約', coming.orderNo, '過去的預約', past.orderNo].map((words) => html.indexOf(words))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(html.match(/role="search"/g)).toHaveLength(1)
})

it('shows one list of what was searched for', async () => {
  const html = await page({ keyword: '羽球' }, { paged: [past] })
  expect(html).toContain('符合條件的訂單')
  expect(html).not.toContain('接下來的預約')
})

it('says on later pages only what is past', async () => {
  expect(await page({ page: '2' }, { paged: [past] })).not.toContain('接下來的預約')
})

it('calls a paid top-up what it is, and leads to its booking', async () => {
  const topUp = order('F261118CCCCCCC', '2026-11-20T20:00:00+08:00', {
    kind: 'supplement',
    isTopUp: true,
    amount: 200,
    title: '改期補差額：羽球場 1',
    topUpFor: { orderNo: coming.orderNo, to: null },
    items: [],
  })
  const html = await page({}, { coming: [topUp], paged: [] })
  expect(html).toContain('補差額・已繳費')
  expect(html).not.toMatch(/data-tone="\w+">預約成功/)
  expect(html).toMatch(new RegExp(`href="[^"]*orderNo=${coming.orderNo}"[^>]*>查看預約`))
  expect(html).toContain('補差額明細')
})

it('leads to the calendar feed', async () => {
  expect(await page({}, { coming: [], paged: [] })).toContain('href="/member/order/venue#feed-title"')
})

it('names the season of a club’s order', async () => {
  const html = await page({}, { coming: [coming], paged: [] })
  expect(html).toMatch(/href="\/member\/order\/schedule\/P261101AAAAAAA"[^>]*>季租登記 P261101AAAAAAA，2026年11月20日/)
})

it('has all that is to come, however many pages the service makes of it', async () => {
  const asked: number[] = []
  const api = {
    post: async (_: string, asking: { page: number; pageSize: number }) => {
      asked.push(asking.page)
      return { items: Array.from({ length: asking.page < 3 ? asking.pageSize : 5 }, () => coming), total: 205, ...asking }
    },
  } as unknown as ReturnType<typeof createApiClient>
  const { coming: first } = listsOf(orderFilter(undefined, {}))
  const { items } = await new QueryClient().fetchQuery(ordersQuery(api, first!))
  expect([items.length, asked]).toEqual([205, [1, 2, 3]])
})

it('leads to booking, but nobody whose role in the club may not book', async () => {
  const nothing = { coming: [], paged: [] }
  const books = /href="\/order"[^>]*>預約場地/
  expect(await page({}, nothing)).toMatch(books)
  expect(await page({}, nothing, { email: 'a@b.tw', barredCalls: callsNotFor('booker') })).toMatch(books)
  expect(await page({}, nothing, { email: 'a@b.tw', barredCalls: callsNotFor('treasurer') })).not.toMatch(books)
})
