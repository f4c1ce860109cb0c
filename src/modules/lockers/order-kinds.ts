import * as m from '#i18n/generated/messages.js'
import type { OrderKinds } from '../orders/order-kinds.ts'
import type { Trx } from '#db/connect.ts'
import { noteLocker } from './event-store.ts'
import { findReservedBy, holdLocker, lapseOrders, lapseTerm, lockRental, lockTerm, payTerm, prolongRental, type TermRow } from './store.ts'
import { dayOf } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { endAfterRenewal, endOfTerm, renewableFrom } from './rules.ts'

/** A term of a locker. It goes back when the locker is returned, not by a request for a refund. */
export const lockerKinds = {
  locker: {
    title: (locale) => m.locker_title({}, { locale }),
    icon: 'locker',
    isBooking: false,
    isTopUp: false,
    page: { path: '/member/order/locker', label: (locale) => m.locker_see({}, { locale }) },
    settle: settleTerm,
    expire: lapseLockers,
    pointWhenUnpaid: false,
    byNumber: true,
    giveBack: undefined,
  },
} as const satisfies OrderKinds

/**
 * Called with expired orders of lockers, in the transaction that expires them: ends their terms and writes their events. The lockers
 * count as free at the deadline, without this.
 */
export async function lapseLockers(trx: Trx, expired: readonly { orderId: string }[], now: Date): Promise<void> {
  const ids = expired.map(({ orderId }) => orderId)
  if (ids.length === 0) return
  await lapseOrders(trx, ids, now)
  for (const { memberId, number } of await findReservedBy(trx, ids)) await noteLocker(trx, memberId, { kind: 'lapsed', number }, now)
}

/**
 * Settles a locker's order, however late the payment. True: the rental starts or is extended. False: the locker is
 * rented to somebody else or was returned, and the payment is owed back. Runs in the transaction that writes the
 * payment, with the order locked.
 */
async function settleTerm(trx: Trx, { id: orderId, memberId }: { id: string; memberId: string }, now: Date): Promise<boolean> {
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
