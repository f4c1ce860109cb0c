import { createApiClient } from '#client/api-client.ts'
import type { StaffReportAnswer } from '#modules/feedback/wire.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { BlockSheet } from './block-sheet.tsx'
import { blockEffectQuery } from './faults-queries.ts'

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00+08:00'), toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

/** The button that closes the court. */
async function button(venue2ndId: number | null, isCounted: boolean): Promise<string> {
  const queryClient = new QueryClient()
  const api = createApiClient({ token: () => undefined })
  const plan = { ticketNo: 'R-1001', venue2ndId: 3, start: '2026-11-20T08:00:00+08:00', end: '2026-11-21T08:00:00+08:00' }
  if (isCounted) queryClient.setQueryData(blockEffectQuery(api, plan).queryKey, { bookings: 2, people: 1, back: 800 })
  const ticket = { ticketNo: 'R-1001', venue1stId: 1, venue2ndId } as StaffReportAnswer
  const root = createRootRouteWithContext<RouterContext>()({ component: () => <BlockSheet ticket={ticket} onClose={() => {}} /> })
  const context = { queryClient, api } as RouterContext
  const router = createRouter({ routeTree: root, context, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return /<button[^>]*type="submit"[^>]*>/.exec(html)![0]
}

it('closes nothing before it has said what that cancels', async () => {
  expect(await button(3, false)).toContain('disabled')
  expect(await button(3, true)).not.toContain('disabled')
})

it('can be pressed without a court, and then says what is missing', async () => {
  expect(await button(null, false)).not.toContain('disabled')
})
