import { createApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import type { DeskRefundListAnswer } from '#modules/refunds/wire.ts'
import type { TillDetailAnswer } from '#modules/tills/wire.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { viewerKey } from '#ui/session/viewer.ts'
import { TillChoice } from '#ui/staff/kit/till-choice.tsx'
import { tillsQuery } from '#ui/staff/kit/till-query.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { deskRefundsQuery, tillQuery } from './till-queries.ts'
import { TillScreen } from './till-screen.tsx'

const till: TillDetailAnswer = {
  id: '0e9f5b0a-7b1e-4f0e-9d1c-000000000001',
  name: '櫃檯',
  openedBy: '陳小姐',
  openedAt: '2026-11-20T01:00:00Z',
  closedBy: null,
  closedAt: null,
  expected: 3000,
  counted: null,
  difference: null,
  explanation: '',
  pieces: null,
  rows: [],
  terminal: { count: 0, amount: 0, slips: [] },
  vouchers: { count: 0, amount: 0, slips: [] },
  ways: [],
}
const refund = (name: string, amount: number, paidBy: 'cash' | 'terminal'): DeskRefundListAnswer['items'][number] => ({
  refundNo: `R-${name}`,
  orderNo: `FH-${name}`,
  name,
  mobile: '0912345678',
  amount,
  paidBy,
  parts: [],
  createdAt: '2026-11-20T01:00:00Z',
})
const waiting = [refund('王小明', 300, 'cash'), refund('李小華', 150, 'terminal'), refund('林小美', 200, 'cash')]

async function shown(open: TillDetailAnswer[], items: DeskRefundListAnswer['items'], what: ReactElement = <TillScreen search={{}} />) {
  const queryClient = new QueryClient()
  const api = createApiClient({ token: () => undefined })
  queryClient.setQueryData(viewerKey, { roles: ['desk'] })
  queryClient.setQueryData(tillsQuery(api).queryKey, { open, recent: [] })
  for (const one of open) queryClient.setQueryData(tillQuery(api, one.id).queryKey, one)
  queryClient.setQueryData(deskRefundsQuery(api).queryKey, { items })
  const root = createRootRouteWithContext<RouterContext>()({ component: () => what })
  const context = { queryClient, api } as RouterContext
  const router = createRouter({ routeTree: root, context, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

it('says before a till is closed that people wait for cash, and counts no card refund among them', async () => {
  expect(await shown([till], waiting)).toContain(m.till_close_refunds({ count: 2, amount: 'NT$500' }))
  const card = await shown([till], [refund('李小華', 150, 'terminal')])
  expect(card).not.toContain(m.till_close_refunds_lead())
  expect(card).toContain(m.till_close_slips({ count: 1, amount: 'NT$150' }))
  expect(await shown([till], [refund('王小明', 300, 'cash')])).not.toContain(m.till_close_slips_lead())
})

it('lists cash under cash, and what goes back by the terminal apart from it', async () => {
  const html = await shown([till], waiting)
  const [cash, cards] = html.slice(html.indexOf(m.till_refunds())).split(m.till_refunds_terminal())
  expect(cash).toContain('王小明')
  expect(cash).toContain('林小美')
  expect(cash).not.toContain('李小華')
  expect(cards).toContain(m.till_refund_terminal({ amount: 'NT$150' }))
  expect(await shown([till], [])).not.toContain(m.till_refunds_terminal())
})

it('lists who waits without an open till too, and pays no cash then', async () => {
  const html = await shown([], waiting)
  expect(html).toContain('王小明')
  expect(html).toContain(m.till_refunds_need_till())
  expect(html).not.toContain(m.till_refund_cash({ amount: 'NT$300' }))
  expect(html).toContain(m.till_refund_terminal({ amount: 'NT$150' }))
})

it('leads from a payment that needs a till to where one is opened', async () => {
  expect(await shown([], [], <TillChoice />)).toMatch(/<a [^>]*href="\/staff\/till"/)
})
