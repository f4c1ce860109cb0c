import { dayOf, type Day } from '#lib/zone.ts'
import type { AllowanceAnswer } from '#modules/orders/wire.ts'
import { mondayOf } from '#modules/orders/rules.ts'
import { minutesOf, type CartPiece } from '#ui/orders/cart-periods.ts'

type Allowance = NonNullable<AllowanceAnswer['allowance']>
export type Left = { chosen: number; left: number; ofWeek: number }

/** Minutes that can still be booked when what is in the cart for this facility is ordered; below zero, it is more than may be ordered. */
export function leftWith({ day: ofDay, week }: Allowance, pieces: readonly CartPiece[], facilityId: number, day: Day): Left {
  const here = pieces.filter((piece) => piece.facilityId === facilityId)
  const on = (same: (of: Day) => Day) => minutesOf(here.filter(({ start }) => same(dayOf(new Date(start))) === same(day)))
  const ofWeek = week.allowed - week.minutes - on(mondayOf)
  const chosen = on((of) => of)
  return { chosen, left: Math.min(ofDay.allowed - ofDay.minutes - chosen, ofWeek), ofWeek }
}
