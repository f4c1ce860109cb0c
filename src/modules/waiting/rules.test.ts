import { describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { bySpace } from '#modules/availability/offers.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import { courtOn, everyDay, facilityWith, priceListFor } from '#testing/catalogue-parts.ts'
import {
  firstInLine,
  fitWish,
  freeNow,
  lastMoment,
  offerMoment,
  payMinutesFor,
  periodsOf,
  pricesOf,
  spacesFor,
  whyNotWish,
  type Floor,
  type Wish,
  type Wished,
} from './rules.ts'

const now = new Date('2026-11-15T10:00:00+08:00')
const day = '2026-11-21'
const at = (hour: number, on = day) => momentAt(on, hour * 60)
const court = (id: number, spaces: number[], facilityId: number): Court => courtOn(id, facilityId, spaces)
const facility = (id: number, sport: string, courts: Court[], more: Partial<Facility> = {}): Facility =>
  facilityWith(id, courts, { sport, priceLists: [priceListFor(courts, { 1: [100, 200] })], ...more })
const hall = facility(1, 'badminton', [court(11, [1], 1), court(12, [2], 1), court(13, [3], 1)])
const arena = facility(2, 'basketball', [court(21, [5, 6], 2), court(22, [5], 2), court(23, [6], 2)])
const halfDays = [
  { start: 480, end: 720 },
  { start: 1080, end: 1320 },
]
const field = facility(3, 'field', [court(31, [9], 3)], { timetables: [everyDay({ sessions: halfDays, slotMinutes: 240 })] })
const facilities = [hall, arena, field]
const catalogue: Catalogue = {
  version: 1,
  facilities,
  holidays: new Set(),
  booking: defaultSettings.booking,
  refunds: defaultSettings.refunds,
  facilityOf: new Map(facilities.map((one) => [one.id, one])),
  courtOf: new Map(facilities.flatMap((one) => one.courts.map((its) => [its.id, { court: its, facility: one }] as const))),
}

const wished = (more: Partial<Wished> = {}): Wished => ({
  sport: 'badminton',
  facilityId: null,
  courtId: null,
  day,
  from: 18 * 60,
  to: 22 * 60,
  minutes: 60,
  courts: 1,
  ...more,
})
const wish = (number: number, more: Partial<Wish> = {}): Wish => ({
  ...wished(more),
  id: `wish ${number}`,
  number,
  memberId: `member ${number}`,
  notAfter: at(22),
  hadItBefore: false,
  ...more,
})
/** Everything is booked from 18 to 22 but for these hours, which came free. */
function floor(freed: { space: number; from: number; to: number }[], free: { space: number; from: number; to: number }[] = []): Floor {
  const isOpen = (space: number, hour: number) =>
    [...freed, ...free].some((one) => one.space === space && one.from <= hour && hour < one.to)
  const occupied: Occupied[] = [1, 2, 3, 5, 6, 9].flatMap((spaceId) =>
    [18, 19, 20, 21]
      .filter((hour) => !isOpen(spaceId, hour))
      .map((hour) => ({ spaceId, start: at(hour), end: at(hour + 1), kind: 'order', memberId: null, holdUntil: null }) as const),
  )
  const pieces = freed.map(({ space, from, to }) => ({ space, start: at(from), end: at(to) }))
  return { occupied: bySpace(occupied), freed: Map.groupBy(pieces, ({ space }) => space) }
}
const fit = (one: Wish, where: Floor, when = now) => {
  const found = fitWish(catalogue, one, where, when)
  return typeof found === 'string' ? found : { courts: found.courts.map(({ id }) => id), from: found.period.start, offerAt: found.offerAt }
}

describe('what fits a wish', () => {
  it('is an hour of any court of the sport, the earliest, of what came free', () => {
    expect(fit(wish(1), floor([{ space: 2, from: 19, to: 21 }]))).toEqual({ courts: [12], from: at(19), offerAt: now })
  })

  it('is not another court than the one that was wished for', () => {
    expect(fit(wish(1, { courtId: 11, facilityId: 1 }), floor([{ space: 2, from: 19, to: 20 }]))).toBe('part_taken')
  })

  it('is not shorter than wished, and may be completed by what was free already', () => {
    const twoHours = wish(1, { minutes: 120 })
    expect(fit(twoHours, floor([{ space: 1, from: 19, to: 20 }]))).toBe('too_short')
    expect(fit(twoHours, floor([{ space: 1, from: 19, to: 20 }], [{ space: 1, from: 20, to: 21 }]))).toMatchObject({
      courts: [11],
      from: at(19),
    })
  })

  it('is all of the courts or none, at the same time', () => {
    const two = wish(1, { courts: 2 })
    expect(fit(two, floor([{ space: 1, from: 19, to: 20 }]))).toBe('too_few_courts')
    expect(fit(two, floor([{ space: 1, from: 19, to: 20 }], [{ space: 3, from: 20, to: 21 }]))).toBe('too_few_courts')
    expect(fit(two, floor([{ space: 1, from: 19, to: 20 }], [{ space: 3, from: 19, to: 20 }]))).toMatchObject({ courts: [11, 13] })
  })

  it('is a half, not the full court, when any court will do; and never a court together with its half', () => {
    const freed = floor([
      { space: 5, from: 19, to: 20 },
      { space: 6, from: 19, to: 20 },
    ])
    expect(fit(wish(1, { sport: 'basketball' }), freed)).toMatchObject({ courts: [22] })
    expect(fit(wish(1, { sport: 'basketball', courts: 2 }), freed)).toMatchObject({ courts: [22, 23] })
    expect(fit(wish(1, { sport: 'basketball', courts: 3 }), freed)).toBe('too_few_courts')
    expect(fit(wish(1, { sport: 'basketball', courtId: 21 }), floor([{ space: 5, from: 19, to: 20 }]))).toBe('part_taken')
  })

  it('is a whole session where courts are booked by sessions', () => {
    const freed = floor([{ space: 9, from: 18, to: 22 }])
    expect(fit(wish(1, { sport: 'field', minutes: 240 }), freed)).toMatchObject({ courts: [31], from: at(18) })
    expect(fit(wish(1, { sport: 'field', minutes: 60 }), freed)).toBe('too_short')
  })

  it('is nothing once the moment has come after which the member wants no offer', () => {
    const freed = floor([{ space: 1, from: 19, to: 20 }])
    expect(fit(wish(1, { notAfter: at(17) }), freed, at(16))).toMatchObject({ courts: [11] })
    expect(fit(wish(1, { notAfter: at(17) }), freed, at(17))).toBe('too_late')
    expect(fit(wish(1), freed, at(19))).toBe('too_late')
  })
})

describe('the price of a wish', () => {
  // A half costs 100 or 130, and the whole 180, by the hour; twice as much on Saturday evening.
  const [whole, left, right] = arena.courts as [Court, Court, Court]
  const prices = { [whole.id]: { 1: [180, 360] }, [left.id]: { 1: [100, 200] }, [right.id]: { 1: [130, 260] } }
  const priced = (courts: Court[], priceLists = [{ ...priceListFor([], {}), prices }]) => {
    const priceOfArena = { ...arena, courts, priceLists }
    const ofCourts = courts.map((its) => [its.id, { court: its, facility: priceOfArena }] as const)
    return { ...catalogue, facilities: [priceOfArena], facilityOf: new Map([[2, priceOfArena]]), courtOf: new Map(ofCourts) }
  }
  const basketball = wished({ sport: 'basketball', facilityId: 2 })
  const price = (more: Partial<Wished>, courts = arena.courts, when = now) => pricesOf(priced(courts), { ...basketball, ...more }, 1, when)

  it('is that of the halves, of which any may be offered, and not of the full court that they are offered instead of', () => {
    expect(price({})).toEqual({ from: 200, to: 260 })
    expect(price({ courtId: whole.id })).toEqual({ from: 360, to: 360 })
    expect(price({}, [whole, left]), 'the other half is only offered as the whole').toEqual({ from: 200, to: 360 })
  })

  it('is that of several courts at once, no floor twice', () => {
    expect(price({ courts: 2 })).toEqual({ from: 460, to: 460 })
    expect(price({ courts: 3 })).toBeUndefined()
  })

  it('leaves out the periods that have begun', () => {
    expect(price({ from: 10 * 60, to: 14 * 60 })).toEqual({ from: 100, to: 260 })
    expect(price({ from: 10 * 60, to: 14 * 60 }, arena.courts, at(11.5))).toEqual({ from: 200, to: 260 })
    expect(price({}, arena.courts, at(21))).toBeUndefined()
  })
})

describe('who is first in line', () => {
  it('is who wished first, and those ahead whose wishes do not fit learn why', () => {
    const line = [wish(3), wish(1, { minutes: 120 }), wish(2, { courts: 2 }), wish(4)]
    const turn = firstInLine(catalogue, line, floor([{ space: 2, from: 19, to: 20 }]), now)!
    expect(turn.wish.number).toBe(3)
    expect(turn.passed.map((one) => [one.wish.number, one.why])).toEqual([
      [1, 'too_short'],
      [2, 'too_few_courts'],
    ])
  })

  it('is whoever lost this floor to a closure, before those who wished for it', () => {
    const turn = firstInLine(catalogue, [wish(1), wish(2, { hadItBefore: true }), wish(3)], floor([{ space: 2, from: 19, to: 20 }]), now)!
    expect(turn.wish.number).toBe(2)
    expect(turn.passed.map((one) => [one.wish.number, one.why])).toEqual([[1, 'had_it_before']])
  })

  it('is nobody when no wish fits', () => {
    expect(firstInLine(catalogue, [wish(1, { minutes: 120 })], floor([{ space: 2, from: 19, to: 20 }]), now)).toBeUndefined()
  })
})

describe('when an offer is made', () => {
  const tonight = '2026-11-15'
  it('is at once by day, until ten at night, and from eight in the morning', () => {
    for (const hour of [8, 10, 21.99]) expect(offerMoment(at(19), at(hour, tonight))).toEqual(at(hour, tonight))
  })

  it('is eight in the morning, for what was freed at night and begins after the night', () => {
    expect(offerMoment(at(19), at(22, tonight))).toEqual(at(8, '2026-11-16'))
    expect(offerMoment(at(19), at(3, tonight))).toEqual(at(8, tonight))
    expect(offerMoment(at(19, tonight), at(3, tonight))).toEqual(at(8, tonight))
  })

  it('is at once at night for a period of the same day that begins before the night is over', () => {
    expect(offerMoment(at(7, tonight), at(3, tonight))).toEqual(at(3, tonight))
    expect(offerMoment(at(23, tonight), at(22.5, tonight))).toEqual(at(22.5, tonight))
  })

  it('is never for what begins before the morning of another day: everybody may have it', () => {
    const early = wish(1, { from: 6 * 60, to: 8 * 60 })
    const freed = { occupied: bySpace([]), freed: new Map([[1, [{ start: at(6), end: at(8) }]]]) }
    expect(fitWish(catalogue, early, freed, at(23, '2026-11-20'))).toBe('too_late')
  })

  it('leaves thirty minutes to pay, and ten when the period begins in less than three hours', () => {
    expect(payMinutesFor(at(19), at(16))).toBe(30)
    expect(payMinutesFor(at(19), new Date(at(16).getTime() + 1))).toBe(10)
  })
})

describe('a wish', () => {
  it('waits for every space of the sport, of the facility, or of the one court', () => {
    expect(spacesFor(catalogue, wished())).toEqual([1, 2, 3])
    expect(spacesFor(catalogue, wished({ sport: 'basketball', facilityId: 2 }))).toEqual([5, 6])
    expect(spacesFor(catalogue, wished({ courtId: 12, facilityId: 1 }))).toEqual([2])
  })

  it('may begin at every slot that leaves room for it', () => {
    expect(periodsOf(catalogue, hall, wished({ minutes: 180 })).map(({ start }) => start)).toEqual([at(18), at(19)])
  })

  it('can be served at the latest when its last period begins, or as early as its member says', () => {
    expect(lastMoment(catalogue, wished(), undefined)).toEqual(at(21))
    expect(lastMoment(catalogue, wished({ minutes: 120 }), undefined)).toEqual(at(20))
    expect(lastMoment(catalogue, wished(), at(17))).toEqual(at(17))
  })

  it.each([
    ['no_such_place', { sport: 'curling' }],
    ['no_such_place', { courtId: 99 }],
    ['no_such_time', { minutes: 45 }],
    ['no_such_time', { from: 22 * 60 + 30, to: 24 * 60 }],
    ['day_not_open', { day: '2027-11-21' }],
    ['too_late', { day: '2026-11-14' }],
    ['too_many_courts', { courts: 4 }],
  ] as const)('that could never be served is refused: %s', (why, more) => {
    const one = wished(more)
    expect(whyNotWish(catalogue, one, lastMoment(catalogue, one, undefined), now)).toBe(why)
  })

  it('is not needed while enough courts are free', () => {
    const full = floor([]).occupied
    expect(whyNotWish(catalogue, wished(), at(21), now)).toBeUndefined()
    expect(freeNow(catalogue, wished(), full, now)).toBeUndefined()
    expect(freeNow(catalogue, wished(), floor([], [{ space: 3, from: 20, to: 21 }]).occupied, now)).toEqual({ start: at(20), end: at(21) })
    expect(freeNow(catalogue, wished({ courts: 2 }), floor([], [{ space: 3, from: 20, to: 21 }]).occupied, now)).toBeUndefined()
  })
})
