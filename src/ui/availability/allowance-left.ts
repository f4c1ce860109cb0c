import { dayOf, type Day } from '#lib/zone.ts'
import type { AllowanceAnswer } from '#modules/orders/wire.ts'
import { mondayOf } from '#modules/orders/rules.ts'
import { minutesOf, type CartPiece } from '#ui/orders/cart-periods.ts'

type Allowance = NonNullable<AllowanceAnswer['allowance']>
export type Left = { chosen: number; left: number; ofWeek: number }

/**
 * Minutes that can still be booked when all that is in the cart is ordered; below zero, it is more than may be ordered. As for orders, the
 * day is limited for each sport and the week for all of them.
 */
export function leftWith({ day: ofDay, week, counting }: Allowance, pieces: readonly CartPiece[], day: Day): Left {
  const minutesIn = (facilities: readonly number[], same: (of: Day) => Day) =>
    minutesOf(pieces.filter(({ facilityId, start }) => facilities.includes(facilityId) && same(dayOf(new Date(start))) === same(day)))
  const ofWeek = week.allowed - week.minutes - minutesIn(counting.week, mondayOf)
  const chosen = minutesIn(counting.day, (of) => of)
  return { chosen, left: Math.min(ofDay.allowed - ofDay.minutes - chosen, ofWeek), ofWeek }
}
