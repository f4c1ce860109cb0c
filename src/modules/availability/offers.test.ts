import { describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { slotsCovering } from '#modules/venues/hours-rules.ts'
import type { Catalogue, Court, Facility, PriceList } from '#modules/venues/rules.ts'
import { courtOn, everyDay, facilityWith, priceListFor } from '#testing/catalogue-parts.ts'
import { alternativesAt, alternativesTo, bySpace, offerAt, windowStateOf, type Snapshot } from './offers.ts'
import type { Occupied } from './rules.ts'

const now = new Date('2026-11-15T10:15:00+08:00')
const saturday = '2026-11-21'
const words = (text: string) => ({ tw: text, en: text })

const court = (id: number, spaces: number[], facilityId: number): Court => courtOn(id, facilityId, spaces, { name: words(`Court ${id}`) })
const list = (courts: Court[], price: number, more: Partial<PriceList> = {}) => priceListFor(courts, { 1: [price, 2 * price] }, more)
const facility = (id: number, sport: string, courts: Court[], more: Partial<Facility> = {}): Facility =>
  facilityWith(id, courts, { sport, priceLists: [list(courts, 100)], ...more })
const halfDays = [
  { start: 480, end: 720 },
  { start: 780, end: 1020 },
  { start: 1080, end: 1320 },
]
const hall = facility(1, 'badminton', [court(11, [1], 1), court(12, [2], 1)])
const [whole, left, right] = [court(21, [5, 6], 2), court(22, [5], 2), court(23, [6], 2)]
const half = list([left, right], 500)
const arena = facility(2, 'basketball', [whole, left, right], {
  priceLists: [{ ...half, prices: { ...half.prices, ...list([whole], 1000).prices } }],
})
const net = [court(31, [8], 3)]
const tennis = facility(3, 'tennis', net, { outdoor: true, priceLists: [list(net, 100, { lightFee: 50, lightFrom: 18 * 60 })] })
const pitch = [court(41, [9], 4)]
const field = facility(4, 'field', pitch, {
  outdoor: true,
  timetables: [everyDay({ sessions: halfDays, slotMinutes: 240 })],
  priceLists: [list(pitch, 100, { deposit: 1000 })],
})
const facilities = [hall, arena, tennis, field]
const catalogue: Catalogue = {
  version: 1,
  facilities,
  holidays: new Set(),
  booking: defaultSettings.booking,
  refunds: defaultSettings.refunds,
  facilityOf: new Map(facilities.map((one) => [one.id, one])),
  courtOf: new Map(facilities.flatMap((one) => one.courts.map((its) => [its.id, { court: its, facility: one }] as const))),
}
const taken = (spaceId: number, day: string, from: number, to: number): Occupied => ({
  spaceId,
  start: momentAt(day, from * 60),
  end: momentAt(day, to * 60),
  kind: 'order',
  memberId: null,
  holdUntil: null,
})
const snapshot = (...occupied: Occupied[]): Snapshot => ({ catalogue, occupied: bySpace(occupied), identityId: 1, now })
const evening = { day: saturday, start: 19 * 60, end: 21 * 60 }

describe('the slots that cover a time', () => {
  it('are that time itself where courts are booked by the hour', () =>
    expect(slotsCovering(hall, evening, saturday, new Set())).toEqual({ start: 1140, end: 1260 }))
  it('are whole slots when the time begins between two', () =>
    expect(slotsCovering(hall, { start: 1170, end: 1230 }, saturday, new Set())).toEqual({ start: 1140, end: 1260 }))
  it('are the whole session where courts are booked by sessions', () =>
    expect(slotsCovering(field, evening, saturday, new Set())).toEqual({ start: 1080, end: 1320 }))
  it('do not exist over the pause between sessions, nor outside the hours', () => {
    expect(slotsCovering(field, { start: 660, end: 840 }, saturday, new Set())).toBeUndefined()
    expect(slotsCovering(hall, { start: 21 * 60, end: 23 * 60 }, saturday, new Set())).toBeUndefined()
    expect(slotsCovering(hall, { start: 5 * 60, end: 7 * 60 }, saturday, new Set())).toBeUndefined()
  })
})

describe('an offer', () => {
  it('names the courts that are free for the whole period, at its price', () => {
    const offer = offerAt(snapshot(taken(1, saturday, 20, 21)), hall, evening)
    expect(offer).toMatchObject({ period: { start: momentAt(saturday, 1140), end: momentAt(saturday, 1260) } })
    expect(offer!.courts.map((one) => [one.court.id, one.price])).toEqual([[12, 400]])
  })
  it('includes the light fee in its price, and names the deposit separately', () => {
    expect(offerAt(snapshot(), tennis, evening)!.courts[0]!.price).toBe(500)
    expect(offerAt(snapshot(), field, evening)!.courts[0]).toMatchObject({ price: 200, deposit: 1000 })
  })
  it('leaves out the full court when one half is taken, and the halves when it is', () => {
    expect(offerAt(snapshot(taken(5, saturday, 19, 20)), arena, evening)!.courts.map((one) => one.court.id)).toEqual([23])
    expect(offerAt(snapshot(taken(5, saturday, 19, 20), taken(6, saturday, 20, 21)), arena, evening)).toBeUndefined()
  })
  it('is never in the past or beyond the booking window', () => {
    expect(offerAt(snapshot(), hall, { ...evening, day: '2026-11-22' })).toBeDefined()
    expect(offerAt(snapshot(), hall, { ...evening, day: '2026-11-23' })).toBeUndefined()
    expect(offerAt(snapshot(), hall, { day: '2026-11-15', start: 10 * 60, end: 11 * 60 })).toBeUndefined()
    expect(windowStateOf({ ...evening, day: '2026-11-23' }, defaultSettings.booking, now)).toBe('not-yet')
    expect(windowStateOf({ ...evening, day: '2026-11-14' }, defaultSettings.booking, now)).toBe('past')
  })
})

describe('alternatives, when the hall is full on Saturday evening', () => {
  const full = [taken(1, saturday, 19, 21), taken(2, saturday, 18, 21)]
  const found = alternativesAt(snapshot(...full), [hall], evening)
  const of = (kind: string) =>
    found
      .filter((one) => one.kind === kind)
      .map((one) => [one.facility.id, one.day, (one.period.start.getTime() - momentAt(one.day, 0).getTime()) / 3_600_000])

  it('are the same hall up to two hours earlier or later, the nearest first', () => expect(of('other-time')).toEqual([[1, saturday, 17]]))
  it('are other facilities at the same time, the most similar first', () => {
    expect(of('other-facility')).toEqual([
      [2, saturday, 19],
      [3, saturday, 19],
      [4, saturday, 18],
    ])
  })
  it('are the same hour on the nearest open days', () => {
    expect(of('other-day')).toEqual([
      [1, '2026-11-20', 19],
      [1, '2026-11-22', 19],
      [1, '2026-11-19', 19],
    ])
  })
  it('are all free', () => {
    const busy = snapshot(...full, taken(1, saturday, 17, 18), taken(2, saturday, 17, 18))
    expect(alternativesAt(busy, [hall], evening).some(({ kind }) => kind === 'other-time')).toBe(false)
  })
})

describe('alternatives to a part of the day', () => {
  const [day, from, to] = [saturday, 18 * 60, 22 * 60]
  const asked = { days: [day], from, to, minutes: 120 }
  const startsOf = (found: ReturnType<typeof alternativesTo>, kind: string) =>
    found
      .filter((one) => one.kind === kind)
      .map((one) => [one.facility.id, one.day, (one.period.start.getTime() - momentAt(one.day, 0).getTime()) / 3_600_000])
  // One free hour at 20:00, so that two hours are nowhere in the evening.
  const busy = snapshot(taken(1, day, 18, 20), taken(1, day, 21, 22), taken(2, day, 17, 22))

  it('begin before it, or are shorter, elsewhere within it, or within it on another day', () => {
    const found = alternativesTo(busy, [hall], asked)
    expect(startsOf(found, 'other-time')).toEqual([[1, day, 16]])
    expect(startsOf(found, 'shorter')).toEqual([[1, day, 20]])
    expect(startsOf(found, 'other-facility')).toEqual([
      [2, day, 18],
      [3, day, 18],
      [4, day, 18],
    ])
    expect(startsOf(found, 'other-day').map(([, on]) => on)).toEqual(['2026-11-20', '2026-11-22', '2026-11-19'])
  })
  it('are not shorter than an hour, and of no other day when all were asked for', () => {
    expect(startsOf(alternativesTo(busy, [hall], { ...asked, minutes: 60 }), 'shorter')).toEqual([])
    const days = ['2026-11-20', day]
    expect(startsOf(alternativesTo(busy, [hall], { ...asked, days }), 'other-day').every(([, on]) => !days.includes(on as string))).toBe(
      true,
    )
  })
})
