import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import type { CallOutcome } from './rules.ts'
import { findRenter, insertCall, lockLocker, readOrderNos, writeOutOfOrder } from './desk-store.ts'
import { returnLockerIn, type ReturnRefusal } from './return-locker.ts'

export type ReturnedAtDesk = { amount: number; orders: { orderNo: string; amount: number }[] }
export type DeskReturnRefusal = ReturnRefusal | { code: 'own_card' }
export type CallRefusal = { code: 'not_found' } | { code: 'locker_not_active' }
export type OrderRefusal =
  | { code: 'no_such_locker' }
  | { code: 'locker_rented' }
  | { code: 'already_out_of_order' }
  | { code: 'not_out_of_order' }

/** Takes a locker back at the desk, as its member would return it: the deposit goes back as refunds do, in cash from an order's page. */
export async function returnAtDesk(
  { db }: { db: Db },
  { rentalId, by }: { rentalId: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<ReturnedAtDesk, DeskReturnRefusal>> {
  return inTransaction<ReturnedAtDesk, DeskReturnRefusal>(db, async (trx) => {
    const renter = await findRenter(trx, rentalId)
    if (!renter) return refuse({ code: 'not_found' })
    const { memberId, number } = renter
    if (await isOneself(trx, memberId, by)) return refuse({ code: 'own_card' })
    const returned = await returnLockerIn(trx, { memberId, rentalId, by }, now)
    if (!returned.ok) return returned
    const { amount, back } = returned.value
    await audit(trx, { action: 'locker.returned', subject: { kind: 'locker', id: number }, after: { member: memberId, owed: amount } })
    const orderNos = await readOrderNos(
      trx,
      back.map(({ orderId }) => orderId),
    )
    return ok({ amount, orders: back.map((one) => ({ orderNo: orderNos.get(one.orderId) ?? '', amount: one.amount })) })
  })
}

/** Writes down that somebody was called about a locker, and what came of it. */
export async function noteCall(
  { db }: { db: Db },
  call: { rentalId: string; outcome: CallOutcome; note: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, CallRefusal>> {
  return inTransaction<void, CallRefusal>(db, async (trx) => {
    const renter = await findRenter(trx, call.rentalId)
    if (!renter) return refuse({ code: 'not_found' })
    if (renter.state !== 'active') return refuse({ code: 'locker_not_active' })
    await insertCall(trx, { ...call, id: randomUUID() }, now)
    await audit(trx, {
      action: 'locker.called',
      subject: { kind: 'locker', id: renter.number },
      after: { member: renter.memberId, outcome: call.outcome },
    })
    return ok(undefined)
  })
}

/** Takes an empty locker out of order, or puts it back. */
export async function setOutOfOrder(
  { db }: { db: Db },
  { lockerId, why, by, isBroken }: { lockerId: number; why: string; by: string; isBroken: boolean },
  audit: Audit,
  now: Date,
): Promise<Result<void, OrderRefusal>> {
  return inTransaction<void, OrderRefusal>(db, async (trx) => {
    const locker = await lockLocker(trx, lockerId, now)
    if (!locker) return refuse({ code: 'no_such_locker' })
    if (isBroken && locker.isRented) return refuse({ code: 'locker_rented' })
    if ((locker.outOfOrderAt !== null) === isBroken) return refuse({ code: isBroken ? 'already_out_of_order' : 'not_out_of_order' })
    await writeOutOfOrder(trx, lockerId, isBroken ? { by, why, at: now } : undefined)
    await audit(trx, {
      action: isBroken ? 'locker.disabled' : 'locker.enabled',
      subject: { kind: 'locker', id: locker.number },
      ...(why === '' ? {} : { note: why }),
    })
    return ok(undefined)
  })
}
