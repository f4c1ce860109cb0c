import type { Trx } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteLocker } from './event-store.ts'
import { endAfterRenewal, endOfTerm, renewableFrom } from './rules.ts'
import { holdLocker, lapseTerm, lockRental, lockTerm, payTerm, prolongRental, type TermRow } from './store.ts'

/**
 * Settles a locker's order, however late the payment. True: the rental starts or is extended. False: the locker is
 * rented to somebody else or was returned, and the payment is owed back. Runs in the transaction that writes the
 * payment, with the order locked.
 */
export async function settleTerm(trx: Trx, { id: orderId, memberId }: { id: string; memberId: string }, now: Date): Promise<boolean> {
  const term = await lockTerm(trx, orderId)
  if (!term) throw new Error(`an order for a locker that has no term: ${orderId}`)
  const rental = (await lockRental(trx, term.rentalId))!
  const during = term.isFirst ? await begin(trx, term, now) : await prolong(trx, term, rental, now)
  if (!during) {
    await lapseTerm(trx, term.id)
    return false
  }
  await payTerm(trx, term.id, during)
  const kind = term.isFirst ? 'active' : 'renewed'
  const renewFrom = renewableFrom(during.end, (await readLimits(trx)).lockers.renewDays)
  await noteLocker(trx, memberId, { kind, number: rental.number, endsAt: during.end, renewFrom }, now)
  return true
}

async function begin(trx: Trx, { rentalId, term }: TermRow, now: Date) {
  const during = { start: now, end: endOfTerm(dayOf(now), term) }
  return (await holdLocker(trx, rentalId, during, now)) ? during : undefined
}

/** An overdue rental can be extended too: nobody else can have rented the locker. */
async function prolong(trx: Trx, { rentalId, term }: TermRow, { state, endsAt }: { state: string; endsAt: Date | null }, now: Date) {
  if (state !== 'active' || endsAt === null) return undefined
  const during = { start: endsAt, end: endAfterRenewal(endsAt, term) }
  if (during.end <= now) return undefined
  await prolongRental(trx, rentalId, during.end)
  return during
}
