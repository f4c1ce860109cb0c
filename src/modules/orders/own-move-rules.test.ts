import { describe, expect, it } from 'vitest'
import {
  capAfterMove,
  leastAfterMove,
  movableUntil,
  piecesToTake,
  quotaOfMove,
  whyNotOwnMovable,
  type OwnMovable,
} from './own-move-rules.ts'

const limits = { moveHours: 24, movesPerBooking: 2 }
const at = (text: string) => new Date(`2026-11-${text}:00+08:00`)
const booking: OwnMovable = {
  isOfSeason: false,
  orderState: 'confirmed',
  payBefore: null,
  state: 'active',
  missedAt: null,
  parkedAt: null,
  identityId: 1,
  courtId: 1,
  period: { start: at('18T19:00'), end: at('18T20:00') },
  price: 500,
  lightFee: 0,
  deposit: 0,
  supplements: 0,
  series: null,
  ownMoves: 0,
  bookedAt: at('15T10:00'),
  refundCap: null,
}
const why = (change: Partial<OwnMovable>, now = at('16T10:00')) => whyNotOwnMovable({ ...booking, ...change }, limits, now)?.code

describe('a member may move a booking', () => {
  it('until so many hours before it, to the second', () => {
    expect(movableUntil(booking.period.start, limits)).toEqual(at('17T19:00'))
    expect(why({}, at('17T19:00'))).toBeUndefined()
    expect(why({}, new Date(at('17T19:00').getTime() + 1))).toBe('too_late_to_move')
  })

  it('so often; with 0 not at all', () => {
    expect([why({ ownMoves: 1 }), why({ ownMoves: 2 })]).toEqual([undefined, 'moves_used_up'])
    expect(whyNotOwnMovable(booking, { ...limits, movesPerBooking: 0 }, at('16T10:00'))).toEqual({ code: 'moves_used_up', most: 0 })
  })

  it('that is paid, on the floor, left alone by staff, and no date of a season', () => {
    expect(why({ orderState: 'awaiting-payment' })).toBe('booking_not_paid')
    expect(why({ parkedAt: at('16T09:00') })).toBe('being_moved')
    expect(why({ series: { from: booking, total: 500 } })).toBe('being_moved')
    expect(why({ isOfSeason: true })).toBe('season_date')
    expect(why({ state: 'cancelled' })).toBe('booking_cancelled')
    expect(why({ orderState: 'checked-in' })).toBeUndefined()
  })
})

it('within its own day or week a booking takes no more hours than it had', () => {
  const rules = { booking: { minutesPerDayAndSport: 120, minutesPerWeek: 240 } } as Parameters<typeof quotaOfMove>[0]
  const to = (day: string) => {
    const { perDayAndSport, perWeek } = quotaOfMove(rules, booking.period, { start: at(`${day}T08:00`), end: at(`${day}T09:00`) })
    return [perDayAndSport === 120, perWeek === 240]
  }
  expect([to('18'), to('20'), to('23')]).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
})

describe('what is refunded at most after a move', () => {
  it('is what the terms gave, less the difference that a cheaper spot has paid back already', () => {
    expect(capAfterMove(50, 700, 500)).toBe(30)
    expect(capAfterMove(50, 700, 700)).toBe(50)
    expect(capAfterMove(50, 500, 700)).toBe(50)
    expect(capAfterMove(100, 700, 500)).toBe(100)
    expect(capAfterMove(50, 700, 200)).toBe(0)
    expect(capAfterMove(50, 700, 0)).toBe(0)
    expect(capAfterMove(0, 700, 500)).toBe(0)
  })

  it('keeps of a lower price what giving the booking back would have kept', () => {
    const [PUB, STU] = [500, 100]
    expect([leastAfterMove(50, PUB), leastAfterMove(100, PUB), leastAfterMove(0, PUB)]).toEqual([250, 0, 500])
    expect(Math.max(STU, leastAfterMove(50, PUB)), 'moved from 500 to 100 at half: 250 come back, not 400').toBe(250)
  })

  it('never gives more in all, whatever the prices', () => {
    const given = (percent: number, of: number) => Math.round((percent * of) / 100)
    for (let cap = 0; cap <= 100; cap += 5)
      for (let paid = 10; paid <= 900; paid += 70)
        for (let listed = 0; listed <= paid; listed += 30) {
          const next = Math.max(listed, leastAfterMove(cap, paid))
          expect(paid - next + given(capAfterMove(cap, paid, next), next)).toBeLessThanOrEqual(given(cap, paid))
        }
  })
})

describe('the floor that a move takes', () => {
  const hours = (from: string, to: string) => ({ start: at(`18T${from}`), end: at(`18T${to}`) })
  const pieces = (from: number[], to: number[], until: [string, string]) =>
    piecesToTake({ court: { spaces: from }, period: hours('18:00', '20:00') }, { court: { spaces: to }, period: hours(...until) })

  it('is only what the booking does not stand on', () => {
    expect(pieces([1], [1], ['19:00', '21:00'])).toEqual([{ space: 1, period: hours('20:00', '21:00') }])
    expect(pieces([1], [1], ['17:00', '21:00'])).toEqual([
      { space: 1, period: hours('17:00', '18:00') },
      { space: 1, period: hours('20:00', '21:00') },
    ])
    expect(pieces([10], [10, 11], ['18:00', '20:00'])).toEqual([{ space: 11, period: hours('18:00', '20:00') }])
    expect(pieces([10, 11], [10], ['18:00', '20:00'])).toEqual([])
    expect(pieces([1], [1], ['08:00', '10:00'])).toEqual([{ space: 1, period: hours('08:00', '10:00') }])
  })
})
