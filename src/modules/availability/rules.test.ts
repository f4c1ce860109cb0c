import { describe, expect, it } from 'vitest'
import { defaultSettings } from '#modules/settings/rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { courtOn, everyDay, facilityWith, priceListFor } from '#testing/catalogue-parts.ts'
import { cellsOf, type CellState, type Occupied } from './rules.ts'

const courts = [courtOn(10, 1, [10, 11]), courtOn(11, 1, [10]), courtOn(12, 1, [11])]
const prices = { 1: [300, 500], 7: [0, 0] }
const arena = facilityWith(1, courts, {
  outdoor: true,
  timetables: [everyDay({ opens: 480 })],
  priceLists: [priceListFor(courts, prices, { lightFee: 100, lightFrom: 1080 })],
})
const catalogue: Catalogue = {
  version: 1,
  facilities: [arena],
  holidays: new Set(['2026-11-17']),
  booking: defaultSettings.booking,
  refunds: defaultSettings.refunds,
  facilityOf: new Map(),
  courtOf: new Map(),
}
/** A Monday. */
const day = '2026-11-16'
const now = new Date('2026-11-16T10:20:00+08:00')
const at = (hour: number, on = day) => new Date(`${on}T${String(hour).padStart(2, '0')}:00:00+08:00`)

const taken = (spaceId: number, hour: number, more: Partial<Occupied> = {}): Occupied => ({
  spaceId,
  start: at(hour),
  end: at(hour + 1),
  kind: 'order',
  memberId: 'somebody',
  holdUntil: null,
  ...more,
})

function look(occupied: Occupied[], { on = day, identityId = 1, memberId = null as string | null } = {}) {
  const seen = cellsOf(catalogue, arena, courts, [on], occupied, { identityId, memberId, now })
  return (courtId: number, hour: number) =>
    seen.find((one) => one.court.id === courtId)!.cells.find(({ start }) => start.getTime() === at(hour, on).getTime())!
}
const states = (occupied: Occupied[], hour: number, memberId: string | null = null): CellState[] =>
  [10, 11, 12].map((id) => look(occupied, { memberId })(id, hour).state)

describe('the state of a period', () => {
  it('B32 past once it has begun, free after that', () => expect([states([], 10)[0], states([], 11)[0]]).toEqual(['past', 'free']))

  it('B32 is not-yet beyond the last open day', () => {
    expect(look([], { on: '2026-11-23' })(10, 12).state).toBe('free')
    expect(look([], { on: '2026-11-24' })(10, 12).state).toBe('not-yet')
  })

  it('a booked half makes the full court booked too, not the other half', () =>
    expect(states([taken(10, 19)], 19)).toEqual(['booked', 'booked', 'free']))
  it('a booked full court makes both halves booked', () =>
    expect(states([taken(10, 19), taken(11, 19)], 19)).toEqual(['booked', 'booked', 'booked']))

  it('B32 is held until its hold lapses, to the second, whether or not the job has run', () => {
    const lapsing = (seconds: number) => [taken(10, 19, { holdUntil: new Date(now.getTime() + seconds * 1000) })]
    expect(states(lapsing(1), 19)).toEqual(['held', 'held', 'free'])
    expect(states(lapsing(0), 19)).toEqual(['free', 'free', 'free'])
  })

  it('is booked when one half is held and the other one booked', () => {
    const halves = [taken(10, 19, { holdUntil: at(18) }), taken(11, 19)]
    expect(look(halves)(10, 19)).toMatchObject({ state: 'booked', holdUntil: null })
    expect(look(halves)(11, 19)).toMatchObject({ state: 'held', holdUntil: at(18) })
  })

  it('B32 is mine only when the member has all spaces of the court', () => {
    expect(states([taken(10, 19, { memberId: 'me' })], 19, 'me')).toEqual(['booked', 'mine', 'free'])
    expect(states([taken(10, 19, { memberId: 'me' }), taken(11, 19, { memberId: 'me' })], 19, 'me')).toEqual(['mine', 'mine', 'mine'])
  })

  it('mine even while it is being played', () => expect(states([taken(10, 10, { memberId: 'me' })], 10, 'me')[1]).toBe('mine'))
  it('nobody’s is not a visitor’s', () => expect(states([taken(10, 19, { memberId: null, kind: 'preorder' })], 19)[1]).toBe('booked'))
  it('B32 is closed when staff have blocked it', () =>
    expect(states([taken(10, 19, { kind: 'closure', memberId: null })], 19)).toEqual(['closed', 'closed', 'free']))
  it('a booking of two hours occupies both slots', () =>
    expect([18, 19, 20].map((hour) => states([taken(10, 18, { end: at(20) })], hour)[1])).toEqual(['booked', 'booked', 'free']))
})

describe('what a period costs', () => {
  const price = (hour: number, on = day, identityId = 1) => look([], { on, identityId })(10, hour).price
  it('by peak and off-peak, with the light', () => expect([price(12), price(17), price(18)]).toEqual([300, 300, 600]))
  it('holidays are as weekends', () => expect([price(11, '2026-11-17'), price(12, '2026-11-17')]).toEqual([300, 500]))
  it('who pays nothing for the court pays nothing for its light', () => expect(price(19, day, 7)).toBe(0))
  it('an identity without a price of its own pays as everybody', () => expect(price(12, day, 99)).toBe(300))
})
