import { createApiClient } from '#client/api-client.ts'
import type { AgainAnswer } from '#modules/orders/wire.ts'
import { againQuery, toPayQuery, upcomingQuery } from '#ui/orders/order-queries.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OwnNext } from './own-next.tsx'

const time = { start: '2026-11-20T19:00:00+08:00', end: '2026-11-20T20:00:00+08:00' }
const court = (n: number) => ({
  venue1stId: 1,
  venue1stName: '羽球館',
  venue2ndId: n,
  venue2ndName: `羽球場 ${n}`,
  drawing: 'badminton',
  colour: '#123456',
  picture: null,
  ...time,
})
type Period = AgainAnswer['items'][number]['periods'][number]
const free: Period = { ...court(1), found: { ...court(1), price: 500, total: 500, sharesWith: [] }, near: [] }
const taken: Period = { ...court(2), found: null, near: [] }
const offered = { orderNo: 'F261117BBBBBBB', fromWaitingList: true, items: [{ id: 'a', ...court(3) }], payBefore: null, payAtDesk: false }

async function shown(periods: Period[], toPay: object[] = []): Promise<string> {
  const queryClient = new QueryClient()
  const api = createApiClient({ token: () => undefined })
  queryClient.setQueryData(againQuery(api, undefined).queryKey, { items: [{ orderNo: 'F261117AAAAAAA', periods }] })
  queryClient.setQueryData(toPayQuery(api).queryKey, toPay.length)
  if (toPay.length > 0) queryClient.setQueryData(upcomingQuery(api).queryKey, { toPay, next: [] } as never)
  const root = createRootRouteWithContext<RouterContext>()({ component: OwnNext })
  const page = (path: string) => createRoute({ getParentRoute: () => root, path })
  const router = createRouter({
    routeTree: root.addChildren([page('/member/order/overview'), page('/member/order/payment-complete')]),
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

it('books what was played last week with one press, and leads to times nearby where not everything is free', async () => {
  expect(await shown([free])).toMatch(/<button[^>]*>.*預約 NT\$500/)
  const some = await shown([free, taken])
  expect(some).not.toContain('<button')
  expect(some).toContain('/member/order/overview?orderNo=F261117AAAAAAA')
})

it('shows what the waiting list holds before anything else', async () => {
  const html = await shown([free], [offered])
  expect(html).toContain('候補到了')
  expect(html).toContain('/member/order/payment-complete?orderNo=F261117BBBBBBB')
  expect(html).not.toContain('NT$500')
})

it('shows last week also beside an order that waits for its payment', async () => {
  expect(await shown([free], [{ ...offered, fromWaitingList: false }])).toContain('NT$500')
})
