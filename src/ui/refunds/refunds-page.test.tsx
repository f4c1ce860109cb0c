import { createApiClient } from '#client/api-client.ts'
import type { OneOrderAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { orderQuery } from '#ui/orders/order-queries.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { refundsQuery } from './refund-queries.ts'
import { refundFilter } from './refund-search.ts'
import { RefundsPage } from './refunds-page.tsx'

const orderNo = 'F261118AAAAAAA'
const difference = {
  refundNo: 'R261118AAAAAAA',
  orderNo,
  title: null,
  cause: 'moved',
  causeText: '改期退差額',
  status: 'refunded',
  way: 'card',
  amount: 200,
  wentBack: 200,
  orderKind: 'venue',
  reason: '',
  account: null,
  nextWays: [],
  waitsFor: null,
  createdAt: '2026-11-18T10:00:00+08:00',
  items: [
    {
      id: 'i1',
      words: null,
      venue1stName: '羽球館',
      venue2ndName: '羽球場 3',
      drawing: 'badminton',
      colour: '#123456',
      start: '2026-11-21T10:00:00+08:00',
      end: '2026-11-21T11:00:00+08:00',
      paid: 200,
      percent: 100,
      amount: 200,
      moved: {
        from: { venue2ndName: '羽球場 1', start: '2026-11-21T19:00:00+08:00', end: '2026-11-21T20:00:00+08:00' },
        before: 500,
        after: 300,
      },
    },
  ],
  goesBack: [],
  steps: [],
} satisfies RefundAnswer

async function page(owed: number, refunds: RefundAnswer[]): Promise<string> {
  const queryClient = new QueryClient()
  const api = createApiClient({ token: () => undefined })
  const search = { orderNo }
  queryClient.setQueryData(refundsQuery(api, refundFilter(search)).queryKey, {
    items: refunds,
    total: refunds.length,
    page: 1,
    pageSize: 10,
  })
  queryClient.setQueryData(orderQuery(api, orderNo).queryKey, { orderNo, owed } as OneOrderAnswer)
  const root = createRootRouteWithContext<RouterContext>()({
    component: () => <RefundsPage search={search} />,
    notFoundComponent: () => <RefundsPage search={search} />,
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

it('says that what is owed and has no record yet is in progress, and not that there is nothing', async () => {
  const html = await page(200, [])
  expect(html).toContain('NT$200 退費處理中')
  expect(html).not.toContain('還沒有退費紀錄')
  expect(await page(200, [{ ...difference, status: 'approved', wentBack: 0 }])).not.toContain('退費處理中')
  expect(await page(0, [])).toContain('還沒有退費紀錄')
})

it('says of a refund that waits for another one of its payment that it is under way, and why', async () => {
  const html = await page(0, [{ ...difference, status: 'approved', wentBack: 0, waitsFor: 'R261118BBBBBBB' }])
  expect(html).toContain('同一筆付款的另一筆退費（R261118BBBBBBB）還在向付款業者確認結果')
  expect(html).toContain('退費處理中')
})

it('shows the difference of a move with both prices, the new hour and the one before', async () => {
  const html = await page(0, [difference])
  expect(html).toContain('改期差額 NT$500 → NT$300')
  expect(html).toMatch(/原時段：羽球場 1 11月21日（六）19:00–20:00/)
  expect(html).toContain('10:00–11:00')
  expect(html).not.toContain('退 100%')
})

it('sets apart what needs the member from what is under way, and what is done is a row', async () => {
  const paid = { ...difference, refundNo: 'R261118DDDDDDD' }
  const processing = { ...difference, refundNo: 'R261118PPPPPPP', status: 'processing' as const, wentBack: 0 }
  const failed = { ...processing, refundNo: 'R261118FFFFFFF', status: 'failed' as const, nextWays: ['bank' as const] }
  const html = await page(0, [paid, processing, failed])
  const at = [
    '需要您處理',
    `id="${failed.refundNo}"`,
    '辦理中',
    `id="${processing.refundNo}"`,
    '已結束',
    `id="${paid.refundNo}"`,
    '<details',
  ]
  const places = at.map((words) => html.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(html.split('<details')).toHaveLength(2)
  const done = await page(0, [paid])
  expect(done).toContain('已結束')
  expect(done).not.toMatch(/需要您處理|辦理中/)
})
