import { describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import {
  addMonths,
  clearableFrom,
  daysOverdue,
  endAfterRenewal,
  endOfTerm,
  lastDayOf,
  payBefore,
  remindersDue,
  statusOf,
  whatGoesBack,
  whyNotRenew,
} from './rules.ts'

const at = (day: string, hour = 0) => momentAt(day, hour * 60)
const endsAt = at('2026-12-16')

describe('a term', () => {
  it('ends on the same day of a later month, or on the last day of a shorter one', () => {
    expect(addMonths('2026-11-15', 1)).toBe('2026-12-15')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
    expect(addMonths('2026-12-31', 6)).toBe('2027-06-30')
    expect(endOfTerm('2026-11-15', 'month')).toEqual(endsAt)
    expect(lastDayOf(endsAt)).toBe('2026-12-15')
  })

  it('of a renewal begins where the one before ends', () => {
    expect(endAfterRenewal(endsAt, 'month')).toEqual(at('2027-01-16'))
    expect(endAfterRenewal(endsAt, 'half-year')).toEqual(at('2027-06-16'))
    expect(endAfterRenewal(endsAt, '3-months')).toEqual(at('2027-03-16'))
  })

  it('must be paid within some days, and a renewal before the end of the rental', () => {
    expect(payBefore(5, null, at('2026-11-15', 10))).toEqual(at('2026-11-20', 10))
    expect(payBefore(5, endsAt, at('2026-12-14', 10))).toEqual(endsAt)
  })
})

describe('a rental', () => {
  const active = { state: 'active' as const, endsAt, isWaiting: false }
  it.each([
    ['2026-12-08', 23, 'active'],
    ['2026-12-09', 0, 'expiring'],
    ['2026-12-15', 23, 'expiring'],
    ['2026-12-16', 0, 'overdue'],
  ] as const)('on %s at %i is %s', (day, hour, status) => {
    expect(statusOf(active, 7, at(day, hour))).toBe(status)
  })

  it('is reserved while its order can be paid, and lapsed from that second on', () => {
    expect(statusOf({ state: 'reserved', endsAt: null, isWaiting: true }, 7, endsAt)).toBe('reserved')
    expect(statusOf({ state: 'reserved', endsAt: null, isWaiting: false }, 7, endsAt)).toBe('lapsed')
  })

  it('can be renewed in its last seven days, once at a time', () => {
    const mine = { state: 'active' as const, endsAt, waitingOrderNo: null }
    expect(whyNotRenew(mine, 7, at('2026-12-08', 23))).toEqual({ code: 'renew_too_early', from: at('2026-12-09') })
    expect(whyNotRenew(mine, 7, at('2026-12-09'))).toBeUndefined()
    expect(whyNotRenew(mine, 7, endsAt)).toEqual({ code: 'locker_overdue' })
    expect(whyNotRenew({ ...mine, waitingOrderNo: 'F1' }, 7, at('2026-12-10'))).toEqual({ code: 'renewal_waiting', orderNo: 'F1' })
    expect(whyNotRenew({ ...mine, state: 'reserved', endsAt: null }, 7, at('2026-12-10'))).toEqual({ code: 'locker_not_active' })
  })

  it('that is overdue has reminders on the first, seventh and fourteenth day, and may be cleared from then on', () => {
    expect([15, 16, 21, 22, 28, 29, 31].map((day) => remindersDue(endsAt, [1, 7, 14], at(`2026-12-${day}`, 9)))).toEqual([
      0, 1, 1, 2, 2, 3, 3,
    ])
    expect(daysOverdue(endsAt, at('2026-12-29', 9))).toBe(14)
    expect(clearableFrom(endsAt, 14)).toEqual(at('2026-12-29'))
  })

  it('that ends is refunded the deposit, and the rent of a term that has not begun', () => {
    const first = { id: '1', orderId: 'a', price: 150, deposit: 500, startsAt: at('2026-11-15', 10) }
    const next = { id: '2', orderId: 'b', price: 800, deposit: 0, startsAt: endsAt }
    expect(whatGoesBack([first, next], at('2026-12-10')).map(({ orderId, amount, reason }) => [orderId, amount, reason])).toEqual([
      ['a', 500, 'deposit'],
      ['b', 800, 'given-back'],
    ])
    expect(whatGoesBack([first, next], at('2026-12-16', 1)).map(({ amount }) => amount)).toEqual([500])
  })
})
