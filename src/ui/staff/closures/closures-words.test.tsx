import { createApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import type { EffectAnswer } from '#modules/closures/closure-wire.ts'
import type { SystemSettingAnswer } from '#modules/settings/wire.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { settingsQuery } from '#ui/session/viewer.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Told } from './close-now-sheet.tsx'
import { effectWord, runWords, toldBy } from './closures-words.ts'
import { RainSheet } from './rain-sheet.tsx'
import { stateFor } from './use-run-closure.ts'

const totals = { people: 0, bookings: 0, back: 0, offers: 0, backBesideOffers: 0, clubDates: 0, unpaid: 0 }
const nothing: EffectAnswer = {
  fingerprint: 'x.y',
  facilities: [{ venue1stId: 1, name: '羽球館', totals }],
  courts: [],
  periods: [],
  totals,
  lostOffers: { bookings: 0, people: 0, back: 0 },
  bookings: [],
}
const lostOffers = { bookings: 2, people: 1, back: 600 }
const lost = m.closure_lost_offers({ count: 2, back: 'NT$600' })

describe('a closure of floor that is held for members who have not answered yet', () => {
  it('says so in the sheets that close at once, instead of "nothing is booked"', () => {
    expect(effectWord({ ...nothing, lostOffers }, false)).toBe(lost)
    expect(effectWord(nothing, false)).toBe(m.closure_effect_none())
    const booked = { ...totals, bookings: 1, people: 1, back: 300 }
    const both = effectWord({ ...nothing, totals: booked, lostOffers }, true)
    expect(both).toBe([m.closure_changed_title(), m.closure_rain_effect({ bookings: 1, people: 1, amount: 'NT$300' }), lost].join(' '))
  })

  it('says so before it is run, and counts who is told', () => {
    for (const choice of ['refund', 'offer'] as const) expect(runWords({ ...nothing, lostOffers }, choice)).toContain(lost)
    expect(runWords(nothing, 'refund')).toEqual(['羽球館', m.closure_run_ask_none()])
    expect(toldBy({ ...nothing, totals: { ...totals, people: 3 }, lostOffers })).toBe(4)
  })
})

it('what became of one choice of courts is not said about another', () => {
  const refused = { of: 'court 1', state: { refused: '已停用' } } as const
  expect(stateFor(refused, 'court 1')).toBe(refused.state)
  expect(stateFor(refused, 'court 2')).toBe('ready')
  expect(stateFor({ of: 'court 1', state: 'changed' }, 'court 2')).toBe('ready')
  expect(stateFor({ of: 'court 1', state: 'busy' }, 'court 2'), 'one closure at a time').toBe('busy')
})

describe('a centre without text messages', () => {
  async function page(canText: boolean, shown: ReactNode): Promise<string> {
    const queryClient = new QueryClient()
    const api = createApiClient({ token: () => undefined })
    queryClient.setQueryData(settingsQuery(api).queryKey, { canText } as SystemSettingAnswer)
    const root = createRootRouteWithContext<RouterContext>()({ component: () => shown })
    const router = createRouter({ routeTree: root, history: createMemoryHistory(), context: { queryClient, api } as RouterContext })
    await router.load()
    return renderToString(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    )
  }
  const sheets = {
    'closing courts at once': () => ({
      sheet: <Told effect={{ ...nothing, lostOffers }} isChanged={false} />,
      withTexts: m.closure_now_hint(),
    }),
    rain: () => ({ sheet: <RainSheet facilities={[]} onClose={() => {}} />, withTexts: m.closure_rain_hint() }),
  }
  it.each(Object.keys(sheets) as (keyof typeof sheets)[])('is not told that texts are sent: %s', async (which) => {
    const { sheet, withTexts } = sheets[which]()
    expect(await page(true, sheet)).toContain(withTexts)
    expect(await page(false, sheet)).not.toMatch(/簡訊|text/)
  })
})
