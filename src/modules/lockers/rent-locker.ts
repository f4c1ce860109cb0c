import * as m from '#i18n/generated/messages.js'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { howPayable } from '#modules/payments/offered-ways.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { LockersDeps } from './deps.ts'
import { noteLocker } from './event-store.ts'
import { monthsOf, payBefore, whyNotRenew, type RenewRefusal, type Term, type Words } from './rules.ts'
import { findAnswered, findLocker, insertRenewal, insertRental, lapseOf, lockRental, type LockerOrder, type Ordered } from './store.ts'
import { findRental } from './read-store.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { requestHash } from '#lib/request-hash.ts'
import { orderNumber } from '#modules/orders/rules.ts'
import { titleColumns } from '#modules/orders/store.ts'
import type { Locale } from '#i18n/locale.ts'
import { inEach, say } from '#i18n/words.ts'

export type RentRefusal =
  | { code: 'no_such_locker' }
  | { code: 'no_such_term' }
  | { code: 'locker_taken' }
  | { code: 'one_locker_each' }
  | { code: 'idempotency_key_reused' }
  | { code: 'no_such_member' }
  | { code: 'cannot_be_paid' }

type Renting = Pick<LockersDeps, 'db' | 'canPayOnline' | 'takesOnlyAtDesk'>
type RentRequest = { memberId: string; lockerId: number; term: Term; idempotencyKey: string }

/** Reserves a locker until the payment deadline; one statement decides who gets it. */
export async function rentLocker(deps: Renting, request: RentRequest, now: Date): Promise<Result<Ordered, RentRefusal>> {
  return inTransaction<Ordered, RentRefusal>(deps.db, async (trx) => {
    const locker = await findLocker(trx, request.lockerId)
    if (!locker) return refuse({ code: 'no_such_locker' })
    const { lockers, booking } = await readLimits(trx)
    const order = lockerOrder(request, { locker, deposit: locker.deposit, target: request.lockerId }, now)
    const placed = await insertRental(trx, order, request.lockerId, payBefore(lockers.payDays, null, now), now)
    if ('refused' in placed) return refuse({ code: placed.refused === 'key_reused' ? 'idempotency_key_reused' : placed.refused })
    if (!placed.again && !isPayable(deps, placed, booking, now)) return refuse({ code: 'cannot_be_paid' })
    if (!placed.again)
      await noteLocker(
        trx,
        request.memberId,
        { kind: 'reserved', number: locker.number, orderNo: placed.orderNo, amount: placed.amount, payBefore: placed.payBefore },
        now,
      )
    return ok(placed)
  })
}

type RenewRequest = { memberId: string; rentalId: string; term: Term; idempotencyKey: string }
export type RenewalRefusal =
  | RenewRefusal
  | { code: 'no_such_term' }
  | { code: 'not_found' }
  | { code: 'idempotency_key_reused' }
  | { code: 'no_such_member' }
  | { code: 'cannot_be_paid' }

/** Orders one more term after the current one. Nothing changes until it is paid. */
export async function renewLocker(deps: Renting, request: RenewRequest, now: Date): Promise<Result<Ordered, RenewalRefusal>> {
  return inTransaction<Ordered, RenewalRefusal>(deps.db, async (trx) => {
    const known = await findRental(trx, request.rentalId, now)
    if (!known) return refuse({ code: 'not_found' })
    const order = lockerOrder(request, { locker: known, deposit: null, target: request.rentalId }, now)
    const before = await findAnswered(trx, order, now)
    if (before && 'refused' in before) return refuse({ code: before.refused === 'key_reused' ? 'idempotency_key_reused' : before.refused })
    if (before) return ok(before)
    const rental = await lockRental(trx, request.rentalId, request.memberId)
    if (!rental) return refuse({ code: 'not_found' })
    await lapseOf(trx, rental, now)
    const waitingOrderNo = (await findRental(trx, rental.id, now))!.waiting?.orderNo ?? null
    const { lockers, booking } = await readLimits(trx)
    const why = whyNotRenew({ ...rental, waitingOrderNo }, lockers.renewDays, now)
    if (why) return refuse(why)
    const placed = await insertRenewal(trx, order, rental.id, payBefore(lockers.payDays, rental.endsAt, now), now)
    if ('refused' in placed) return refuse({ code: placed.refused })
    if (!isPayable(deps, placed, booking, now)) return refuse({ code: 'cannot_be_paid' })
    await noteLocker(
      trx,
      request.memberId,
      { kind: 'renewing', number: rental.number, orderNo: placed.orderNo, amount: placed.amount, payBefore: placed.payBefore },
      now,
    )
    return ok(placed)
  })
}

/** A term is paid until its deadline, by a number as well. What it costs only the database knows, so that this is asked behind it. */
const isPayable = ({ canPayOnline, takesOnlyAtDesk }: Renting, ordered: Ordered, booking: Limits['booking'], now: Date): boolean =>
  takesOnlyAtDesk === true ||
  howPayable(canPayOnline, { amount: ordered.amount, firstDay: dayOf(ordered.payBefore) }, booking, now) !== undefined

type Asked = { memberId: string; term: Term; idempotencyKey: string }

/**
 * The order that a rental or a renewal is paid by. `target`, the id of the locker or of the
 * rental, is part of the request hash: the same idempotency key with another target is refused. A renewal has no deposit.
 */
export function lockerOrder(
  { memberId, term, idempotencyKey }: Asked,
  { locker, deposit, target }: { locker: { number: string; sizeName: Words }; deposit: number | null; target: unknown },
  now: Date,
): LockerOrder {
  const rent = rentWords(locker, term, deposit === null)
  return {
    id: randomUUID(),
    kind: 'locker',
    orderNo: orderNumber(now, randomBytes(7)),
    memberId,
    term,
    months: monthsOf(term),
    rent,
    depositWords: depositWords(),
    ...titleColumns([{ words: rent }, ...(deposit ? [{ words: depositWords() }] : [])]),
    idempotencyKey,
    requestHash: requestHash(['locker', target, term]),
  }
}

const termName = (term: Term, locale: Locale): string => {
  if (term === 'month') return m.locker_term_month({}, { locale })
  return term === 'half-year' ? m.locker_term_half_year({}, { locale }) : m.locker_term_months({ months: monthsOf(term) }, { locale })
}

/** The line of the rent, in the order of a rental or a renewal. */
export const rentWords = (locker: { number: string; sizeName: Words }, term: Term, isRenewal: boolean): Words =>
  inEach((locale) => {
    const said = { number: locker.number, size: say(locker.sizeName, locale), term: termName(term, locale) }
    return (isRenewal ? m.locker_order_renewal : m.locker_order_rental)(said, { locale })
  })

/** The line of the deposit, which is paid with the first term only. */
export const depositWords = (): Words => inEach((locale) => m.locker_deposit({}, { locale }))
