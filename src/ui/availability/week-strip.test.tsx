import { createApiClient } from '#client/api-client.ts'
import type { FacilityCard, FacilityTimes } from '#modules/venues/wire.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { weekQuery } from '#ui/venues/venue-queries.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WeekFull, WeekOpened } from './week-opened.tsx'
import { WeekStrip } from './week-strip.tsx'

const facility = {
  id: 1,
  name: '羽球館',
  sports: ['badminton'],
  opens: '08:00',
  closes: '22:00',
  slotMinutes: 60,
  sessions: [],
  courts: 8,
  drawing: 'badminton',
} as unknown as FacilityCard
const time = {
  start: '2026-11-18T19:00:00+08:00',
  end: '2026-11-18T21:00:00+08:00',
  priceFrom: 600,
  courts: [{ id: 1, price: 600 }],
}
const courts = [{ id: 1, name: '羽球場 1', sharesWith: [] }]
const found = { facility, courts, times: [time], deposit: 0 } as unknown as FacilityTimes

const week = (openUntil: string, shownTimes = found) =>
  rendered(<WeekStrip facility={facility} today="2026-11-18" openUntil={openUntil} mostMinutes={120} />, shownTimes)

async function rendered(page: ReactNode, shownTimes = found): Promise<string> {
  const queryClient = new QueryClient()
  const api = createApiClient({ token: () => undefined })
  queryClient.setQueryData(weekQuery(api, 1, 60).queryKey, { items: [shownTimes] } as never)
  const shown = () => page
  const root = createRootRouteWithContext<RouterContext>()({ component: shown, notFoundComponent: shown })
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

it('shows eight days, and those after them when they are asked for', async () => {
  const [eight, month] = [await week('2026-11-25'), await week('2026-12-18')]
  expect(eight.match(/<th scope="row"/g)).toHaveLength(8)
  expect(eight).not.toContain('還有')
  expect(month.match(/<th scope="row"/g)).toHaveLength(8)
  expect(month).toContain('還有 23 天')
})

it('the hour that is opened says when it begins and ends, and the deposit', async () => {
  expect(await rendered(<WeekOpened found={found} time={time} />)).toMatch(/19:00–21:00/)
  expect(await rendered(<WeekOpened found={found} time={time} />)).not.toContain('保證金')
  expect(await rendered(<WeekOpened found={{ ...found, deposit: 10_000 }} time={time} />)).toContain('另收保證金 NT$10,000')
})

it('a time at which nothing is free leads to the waiting list', async () => {
  const full = { start: '2026-11-19T19:00:00+08:00', end: '2026-11-19T20:00:00+08:00' }
  const html = await week('2026-11-25', { ...found, full: [full] })
  expect(html).toContain('aria-label="11月19日（四） 19:00，已額滿，可候補"')
  expect(html).toMatch(/data-full="true"[^>]*>滿</)
  expect(await rendered(<WeekFull found={found} time={full} />)).toMatch(/19:00–20:00[\s\S]*已額滿[\s\S]*<button/)
})
