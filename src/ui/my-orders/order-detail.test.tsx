import { createApiClient } from '#client/api-client.ts'
import type { RatableAnswer } from '#modules/feedback/wire.ts'
import type { OneOrderAnswer } from '#modules/orders/wire.ts'
import { ratableQuery } from '#ui/orders/survey-queries.ts'
import { orderQuery } from '#ui/orders/order-queries.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OrderDetail } from './order-detail.tsx'

const orderNo = 'F261117AAAAAAA'
const played = {
  orderNo,
  kind: 'venue',
  isBooking: true,
  isTopUp: false,
  status: 'completed',
  amount: 0,
  paid: 0,
  owed: 0,
  title: null,
  lines: [],
  preOrderNo: null,
  topUpFor: null,
  createdAt: '2026-11-16T10:00:00+08:00',
  confirmedAt: null,
  closedAt: null,
  items: [
    {
      id: 'i1',
      venue1stName: '羽球館',
      venue2ndName: '羽球場 1',
      drawing: 'badminton',
      colour: '#123456',
      start: '2026-11-17T10:00:00+08:00',
      end: '2026-11-17T11:00:00+08:00',
      status: 'active',
      attendance: 'checked-in',
      refund: [],
    },
  ],
  serverTime: '2026-11-18T10:00:00+08:00',
  balance: null,
  deeds: [],
} as unknown as OneOrderAnswer

async function page(ratable: Partial<RatableAnswer>): Promise<string> {
  const queryClient = new QueryClient()
  const api = createApiClient({ token: () => undefined })
  queryClient.setQueryData(orderQuery(api, orderNo).queryKey, played)
  queryClient.setQueryData(ratableQuery(api).queryKey, { items: [], rated: [], centreRated: false, ...ratable })
  const root = createRootRouteWithContext<RouterContext>()({
    component: () => <OrderDetail orderNo={orderNo} />,
    notFoundComponent: () => <OrderDetail orderNo={orderNo} />,
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

it('offers to rate a visit until it is rated, then shows the stars', async () => {
  expect(await page({})).toContain('href="/satisfaction')
  const rated = await page({ rated: [{ orderNo, stars: 4 }] })
  expect(rated).toContain('已評分 ★4')
  expect(rated).not.toContain('href="/satisfaction')
})

it('says the time of a single booking once, in its heading', async () => {
  const html = await page({})
  expect(html.match(/10:00–11:00/g)).toHaveLength(1)
  expect(html).toMatch(/<h1[^>]*>[^/]*10:00–11:00/)
})
