import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { settleOrder } from '#modules/orders/settle-order.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { unaudited } from '#testing/unaudited.ts'
import { fewLockers } from '#testing/lockers.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers } from '#testing/small-centre.ts'
import { clearLocker, returnLocker } from './return-locker.ts'
import { renewLocker, rentLocker } from './rent-locker.ts'
import { clearableFrom } from './rules.ts'
import { lockerKinds } from './order-kinds.ts'
import { closeRental } from './store.ts'

let db: Db
let close: () => Promise<void>
let members: string[]
const now = new Date('2026-11-15T10:00:00+08:00')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

beforeAll(async () => {
  ;({ db, close } = await freshDb(24))
  await fewLockers(db)
  members = await newMembers(db, 40)
})
afterAll(() => close())
const empty = () => emptyTables(db, 'locker_terms, locker_rentals, outbox, orders, payment_attempts, ledger, refunds_due, messages')
beforeEach(empty)

const deps = () => ({ db, canPayOnline: () => true })
const rent = (memberId: string, lockerId: number, at = now, key: string = randomUUID()) =>
  rentLocker(deps(), { memberId, lockerId, term: 'month', idempotencyKey: key }, at)

/** The gateway says so. */
async function pay(orderNo: string, at: Date): Promise<'confirmed' | 'refund-due'> {
  const order = await db.selectFrom('orders').select(['id', 'amount']).where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  return db.transaction().execute(async (trx) => {
    const attempt = { id: randomUUID(), order_id: order.id, amount: order.amount }
    await trx
      .insertInto('payment_attempts')
      .values({ ...attempt, trade_no: randomUUID().replaceAll('-', '').slice(0, 20), state: 'paid', created_at: at, settled_at: at })
      .execute()
    const settled = await settleOrder(trx, { orderId: order.id, attemptId: attempt.id, amount: order.amount }, at, lockerKinds)
    const row = { order_id: order.id, attempt_id: attempt.id, amount: order.amount }
    await trx
      .insertInto('ledger')
      .values({ ...row, kind: 'payment', way: 'card', cause: `payment:${attempt.id}`, at })
      .execute()
    return settled
  })
}

async function holders(lockerId: number): Promise<number> {
  const rows = await db
    .selectFrom('locker_rentals')
    .select('id')
    .where('locker_id', '=', lockerId)
    .where('state', 'in', ['reserved', 'active'])
    .execute()
  return rows.length
}

async function mine(): Promise<string> {
  const rented = await rent(members[0]!, 1)
  if (!rented.ok) throw new Error(rented.refusal.code)
  expect(await pay(rented.value.orderNo, now)).toBe('confirmed')
  return (await db.selectFrom('locker_rentals').select('id').executeTakeFirstOrThrow()).id
}

/** Rented, renewed in its last days, and not paid for: from the forty-fourth day on the desk may clear it out. */
async function forgotten(): Promise<{ rentalId: string; renewal: string }> {
  const rentalId = await mine()
  const renewed = await renewLocker(deps(), { memberId: members[0]!, rentalId, term: 'month', idempotencyKey: randomUUID() }, later(27))
  if (!renewed.ok) throw new Error(renewed.refusal.code)
  return { rentalId, renewal: renewed.value.orderNo }
}
const owed = async () => (await db.selectFrom('refunds_due').select('amount').orderBy('amount').execute()).map(({ amount }) => amount)
const rentalNow = () => db.selectFrom('locker_rentals').select(['state', 'ends_at']).executeTakeFirstOrThrow()

describe('members who want the same locker', { timeout: 120_000 }, () => {
  it('forty rent it at once: one gets it, in each of twenty rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const results = await Promise.all(members.map((member) => rent(member, 1)))
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      for (const result of results) if (!result.ok) expect(result.refusal).toEqual({ code: 'locker_taken' })
      expect(await holders(1)).toBe(1)
      expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
      await empty()
    }
  })

  it('two members and a late payment want a locker whose reservation has just lapsed: one gets it, and no money is lost', async () => {
    for (let round = 0; round < 30; round++) {
      const first = await rent(members[0]!, 1)
      if (!first.ok) throw new Error(first.refusal.code)
      const [paid, ...others] = await Promise.all([
        pay(first.value.orderNo, later(5)),
        rent(members[1]!, 1, later(5)),
        rent(members[2]!, 1, later(5)),
      ])
      const got = others.filter(({ ok }) => ok).length
      expect(got + (paid === 'confirmed' ? 1 : 0)).toBe(1)
      expect(await holders(1)).toBe(1)
      expect(await db.selectFrom('refunds_due').select('amount').execute()).toEqual(paid === 'confirmed' ? [] : [{ amount: 650 }])
      await empty()
    }
  })

  it('one member who rents four lockers at once gets one', async () => {
    for (let round = 0; round < 10; round++) {
      const results = await Promise.all([1, 2, 3, 4, 1, 2, 3, 4].map((locker) => rent(members[0]!, locker)))
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      for (const result of results) if (!result.ok) expect(result.refusal).toEqual({ code: 'one_locker_each' })
      await empty()
    }
  })

  it('the same idempotency key sent eight times at once makes one order', async () => {
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 8 }, () => rent(members[0]!, 1, now, key)))
    expect(new Set(results.map((result) => (result.ok ? result.value.orderNo : result.refusal.code))).size).toBe(1)
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })
})

describe('two actions on one locker at once', { timeout: 60_000 }, () => {
  it('two returns: the deposit is refunded once', async () => {
    const rentalId = await mine()
    const results = await Promise.all(Array.from({ length: 6 }, () => returnLocker(deps(), { memberId: members[0]!, rentalId }, later(1))))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db.selectFrom('refunds_due').select(['amount', 'reason']).execute()).toEqual([{ amount: 500, reason: 'deposit' }])
  })

  it('a return and the payment of a renewal: no deadlock, and the unused term is refunded', async () => {
    for (let round = 0; round < 15; round++) {
      const { rentalId, renewal } = await forgotten()
      const [returned] = await Promise.all([returnLocker(deps(), { memberId: members[0]!, rentalId }, later(28)), pay(renewal, later(28))])
      expect(returned.ok).toBe(true)
      expect(await owed()).toEqual([150, 500])
      expect(await holders(1)).toBe(0)
      await empty()
    }
  })

  it('a clearance and a late payment of a renewal: the rental is renewed, or it is cleared and the rent is refunded', async () => {
    for (let round = 0; round < 20; round++) {
      const { rentalId, renewal } = await forgotten()
      const deeds = [() => clearLocker(deps(), { rentalId, by: members[1]! }, unaudited, later(44)), () => pay(renewal, later(44))] as const
      // The order of the calls is varied.
      const [second, first] = round % 2 ? deeds : deeds.toReversed()
      await Promise.all([first!(), second!()])
      const { state, ends_at } = await rentalNow()
      if (state === 'active') {
        expect(ends_at!.getTime()).toBeGreaterThan(later(44).getTime())
        expect(await owed()).toEqual([])
      } else {
        expect(state).toBe('cleared')
        expect(await owed(), 'the deposit is kept, the rent is not').toEqual([150])
      }
      await empty()
    }
  })

  it('a clearance and a return: the deposit is kept or refunded, and one of the two calls is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const rentalId = await mine()
      const [cleared, returned] = await Promise.all([
        clearLocker(deps(), { rentalId, by: members[1]! }, unaudited, later(45)),
        returnLocker(deps(), { memberId: members[0]!, rentalId }, later(45)),
      ])
      expect([cleared.ok, returned.ok].filter(Boolean)).toHaveLength(1)
      expect(await owed()).toEqual(returned.ok ? [500] : [])
      await empty()
    }
  })

  it('two renewals: there is one order to pay', async () => {
    const rentalId = await mine()
    const ask = () => renewLocker(deps(), { memberId: members[0]!, rentalId, term: 'month', idempotencyKey: randomUUID() }, later(27))
    const results = await Promise.all([ask(), ask(), ask()])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('without the guard', { timeout: 60_000 }, () => {
  it('the same locker is rented twice, so the tests above mean something', async () => {
    const { rows } = await sql<{
      indexdef: string
    }>`select indexdef from pg_indexes where indexname = 'locker_rentals_never_twice'`.execute(db)
    await sql`drop index locker_rentals_never_twice`.execute(db)
    try {
      const results = await Promise.all(members.map((member) => rent(member, 1)))
      expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(1)
      expect(await holders(1)).toBeGreaterThan(1)
    } finally {
      await empty()
      await sql.raw(rows[0]!.indexdef).execute(db)
    }
  })

  it('a clearance that reads a rental without locking it clears a locker that has just been paid for, so the tests above mean something', async () => {
    const { rentalId, renewal } = await forgotten()
    const seen = await rentalNow()
    expect(clearableFrom(seen.ends_at!, 14) <= later(44)).toBe(true)
    expect(await pay(renewal, later(44))).toBe('confirmed')
    await db.transaction().execute((trx) => closeRental(trx, rentalId, 'cleared', members[1]!, later(44)))
    const { state, ends_at } = await rentalNow()
    expect([state, ends_at! > later(44)]).toEqual(['cleared', true])
    expect(await owed(), 'the rent is lost').toEqual([])
  })
})
