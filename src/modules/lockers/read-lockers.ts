import type { DbOrTrx } from '#db/connect.ts'
import { readLimits } from '#modules/settings/store.ts'
import { findHeld, findRentals, type ReadRental, type RentalFilter } from './read-store.ts'
import { clearableFrom, lastDayOf, renewableFrom, statusOf, whatGoesBack, whyNotRenew, type RentalStatus } from './rules.ts'
import { readTerms } from './store.ts'
import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '#modules/member-data.ts'

/** Locker rentals in a member's data export. */
export const exportedLockers = exportPart(
  z.array(
    z.object({
      number: z.string(),
      size: z.string(),
      status: z.string(),
      deposit: z.int(),
      createdAt: moment,
      startsAt: moment.nullable(),
      endsAt: moment.nullable(),
      closedAt: moment.nullable(),
    }),
  ),
  async ({ db }, { memberId, now }) =>
    (await readMine(db, memberId, now)).map(({ number, size, status, deposit, createdAt, startsAt, endsAt, closedAt }) => ({
      number,
      size,
      status,
      deposit,
      createdAt: createdAt.toISOString(),
      startsAt: startsAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      closedAt: closedAt?.toISOString() ?? null,
    })),
)

export type ShownRental = ReadRental & {
  status: RentalStatus
  lastDay: string | null
  renewFrom: Date | null
  mayRenew: boolean
  /** Refund if returned now; null when it cannot be returned. */
  returnGives: number | null
  clearFrom: Date | null
}

export async function readMine(db: DbOrTrx, memberId: string, now: Date): Promise<ShownRental[]> {
  const limits = (await readLimits(db)).lockers
  return Promise.all((await findRentals(db, memberId, now)).map((rental) => show(db, rental, limits, now)))
}

export async function listHeld(db: DbOrTrx, filter: RentalFilter, now: Date): Promise<{ rentals: ShownRental[]; total: number }> {
  const limits = (await readLimits(db)).lockers
  const { rentals, total } = await findHeld(db, filter, now)
  return { rentals: await Promise.all(rentals.map((rental) => show(db, rental, limits, now))), total }
}

async function show(db: DbOrTrx, rental: ReadRental, limits: { renewDays: number; clearDays: number }, now: Date): Promise<ShownRental> {
  const { state, endsAt, waiting } = rental
  const isHeld = state === 'active'
  const back = isHeld ? whatGoesBack((await readTerms(db, rental.id)).paid, now) : undefined
  return {
    ...rental,
    status: statusOf({ state, endsAt, isWaiting: waiting !== null }, limits.renewDays, now),
    lastDay: endsAt && lastDayOf(endsAt),
    renewFrom: isHeld && endsAt ? renewableFrom(endsAt, limits.renewDays) : null,
    mayRenew: whyNotRenew({ state, endsAt, waitingOrderNo: waiting?.orderNo ?? null }, limits.renewDays, now) === undefined,
    returnGives: back ? back.reduce((sum, { amount }) => sum + amount, 0) : null,
    clearFrom: isHeld && endsAt ? clearableFrom(endsAt, limits.clearDays) : null,
  }
}
