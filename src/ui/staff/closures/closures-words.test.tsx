import { createApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import type { EffectAnswer, ListedClosure, ReportItem } from '#modules/closures/closure-wire.ts'
import type { SystemSettingAnswer } from '#modules/settings/wire.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { settingsQuery } from '#ui/session/viewer.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Told } from './close-now-sheet.tsx'
import { effectWord, liftEffects, listedSpan, listedState, runWords, toldBy } from './closures-words.ts'
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

it('opening again says who is asked and who is only told, of bookings that are still to come', () => {
  const now = new Date('2026-11-15T02:00:00Z')
  const item = (state: ReportItem['state'], isGuest: boolean, hour: number): ReportItem => ({
    holderId: crypto.randomUUID(),
    state,
    isGuest,
    orderNo: 'FH-1',
    memberId: crypto.randomUUID(),
    name: '',
    isClub: false,
    facility: '羽球館',
    court: null,
    instead: null,
    start: `2026-11-15T${hour}:00:00.000Z`,
    end: `2026-11-15T${hour + 1}:00:00.000Z`,
    owed: 0,
    failure: null,
  })
  const items = [item('cancelled', true, 10), item('cancelled', true, 11), item('cancelled', false, 12), item('offered', false, 13)]
  const said = (canText: boolean) =>
    liftEffects(
      { items: [...items, { ...item('cancelled', true, 10), start: '2026-11-15T01:00:00.000Z' }] },
      { isWithdrawn: false, canText },
      now,
    )
  const asked = [m.closure_lift_ask(), m.closure_withdraw_restored({ count: 1 }), m.closure_withdraw_cancelled({ count: 1 })]
  expect(said(true)).toEqual([...asked, m.closure_withdraw_guests({ count: 2 })])
  expect(said(false)).toEqual([...asked, m.closure_withdraw_guests_untold({ count: 2 })])
})

it('a row of the list says from when to when, and looks different before it begins', () => {
  const row = { opens: null, closes: null, weekdays: [], state: 'done', failed: 0, liftedAt: null } as Pick<
    ListedClosure,
    'opens' | 'closes' | 'weekdays' | 'state' | 'failed' | 'liftedAt'
  >
  const [morning, days] = [
    { ...row, start: '2026-11-15T01:00:00.000Z', end: '2026-11-15T04:00:00.000Z' } as ListedClosure,
    { ...row, start: '2026-11-14T16:00:00.000Z', end: '2026-11-16T16:00:00.000Z' } as ListedClosure,
  ]
  expect(listedSpan(morning)).toContain('09:00–12:00')
  expect(listedSpan(days)).not.toContain(':')
  const toneAt = (at: string) => listedState(morning, new Date(at)).tone
  expect(toneAt('2026-11-15T00:00:00Z')).not.toBe(toneAt('2026-11-15T02:00:00Z'))
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
