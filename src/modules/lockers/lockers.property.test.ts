import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { cancelOrder } from '#modules/orders/change-order.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import type { RefundAnswer } from '#modules/payments/provider.ts'
import { sendRefunds } from '#modules/refunds/send-refunds.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { unaudited } from '#testing/unaudited.ts'
import { emptyOrders } from '#testing/empty-orders.ts'
import { fewLockers } from '#testing/lockers.ts'
import { providerByHand, providersOf } from '#testing/provider-by-hand.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { clearLocker, returnLocker } from './return-locker.ts'
import { lapseLockers, lockerKinds } from './order-kinds.ts'
import { readPlan } from './read-store.ts'
import { renewLocker, rentLocker } from './rent-locker.ts'
import { bookingKinds } from '#modules/orders/order-kinds.ts'
import { remindRenters } from './remind-renters.ts'

/**
 * A few members and fewer lockers: they rent, pay, pay twice, pay late, give up, renew and return, while the clock moves
 * on by hours or by weeks, staff clear overdue lockers, and refunds to cards succeed, are refused or stay unclear.
 * After every step the invariants are checked.
 */
type Step =
  | { deed: 'rent'; member: number; locker: number; term: 'month' | 'half-year'; key: number }
  | { deed: 'pay' | 'cancel'; order: number }
  | { deed: 'renew' | 'return' | 'clear'; rental: number; term: 'month' | 'half-year' }
  | { deed: 'expire' | 'remind' }
  | { deed: 'send'; answer: RefundAnswer['kind'] }
  | { deed: 'wait'; hours: number }

const pick = fc.nat({ max: 20 })
const term = fc.constantFrom('month' as const, 'month' as const, 'half-year' as const)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        deed: fc.constant('rent' as const),
        member: fc.nat({ max: 2 }),
        locker: fc.constantFrom(1, 2),
        term,
        key: fc.nat({ max: 8 }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ deed: fc.constant('pay' as const), order: pick }) },
    { weight: 1, arbitrary: fc.record({ deed: fc.constant('cancel' as const), order: pick }) },
    { weight: 3, arbitrary: fc.record({ deed: fc.constant('renew' as const), rental: pick, term }) },
    { weight: 2, arbitrary: fc.record({ deed: fc.constant('return' as const), rental: pick, term }) },
    { weight: 1, arbitrary: fc.record({ deed: fc.constant('clear' as const), rental: pick, term }) },
    { weight: 1, arbitrary: fc.record({ deed: fc.constantFrom('expire' as const, 'remind' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        deed: fc.constant('send' as const),
        answer: fc.constantFrom('refunded' as const, 'refunded' as const, 'refused' as const, 'unclear' as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ deed: fc.constant('wait' as const), hours: fc.constantFrom(1, 24, 119, 120, 24 * 8, 24 * 26, 24 * 45) }),
    },
  ),
  { minLength: 5, maxLength: 30, size: 'max' },
)

let db: Db
let close: () => Promise<void>
let members: string[]
let answer: RefundAnswer['kind'] = 'refunded'
const provider = providerByHand({ refund: async () => (answer === 'refunded' ? { kind: answer } : { kind: answer, reason: 'a test' }) })
const begin = new Date('2026-11-15T10:00:00+08:00')

beforeAll(async () => {
  ;({ db, close } = await freshDb(4))
  await smallCentre(db)
  await fewLockers(db)
  members = await newMembers(db, 3)
})
afterAll(() => close())

class World {
  now = begin
  deps = { db, canPayOnline: () => true }
  payable = payableOrders({ moneyOwed: () => {}, kinds: { ...bookingKinds, ...lockerKinds } })

  async take(step: Step): Promise<void> {
    if (step.deed === 'wait') this.now = new Date(this.now.getTime() + step.hours * 3_600_000)
    if (step.deed === 'expire') await expireUnpaidOrders(db, this.now, lapseLockers)
    if (step.deed === 'send') {
      answer = step.answer
      await sendRefunds(
        { db, catalogues: openCatalogues(db), providers: providersOf(provider), log: openLog('silent') },
        { now: () => this.now },
      )
    }
    if (step.deed === 'remind') await remindRenters(db, this.now)
    if (step.deed === 'rent')
      await rentLocker(
        this.deps,
        { memberId: members[step.member]!, lockerId: step.locker, term: step.term, idempotencyKey: `key ${step.key} of ${step.member}` },
        this.now,
      )
    if (step.deed === 'pay') await this.pay(step.order)
    if (step.deed === 'cancel') {
      const order = await this.order(step.order)
      if (order) await cancelOrder(db, order.id, this.now)
    }
    if (step.deed === 'renew' || step.deed === 'return' || step.deed === 'clear') await this.with(step)
  }

  async order(which: number) {
    const orders = await db.selectFrom('orders').select(['id', 'amount']).orderBy('created_at').orderBy('order_no').execute()
    return orders[which % Math.max(1, orders.length)]
  }

  /** The gateway says so, whatever the order looks like by now. */
  async pay(which: number): Promise<void> {
    const order = await this.order(which)
    if (!order) return
    const attempt = { id: randomUUID(), order_id: order.id, amount: order.amount }
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('payment_attempts')
        .values({
          ...attempt,
          trade_no: attempt.id.replaceAll('-', '').slice(0, 20),
          state: 'paid',
          method: 'card',
          created_at: this.now,
          settled_at: this.now,
        })
        .execute()
      await this.payable.settle(trx, { orderId: order.id, attemptId: attempt.id, amount: order.amount }, this.now)
      await trx
        .insertInto('ledger')
        .values({
          order_id: order.id,
          attempt_id: attempt.id,
          amount: order.amount,
          kind: 'payment',
          way: 'card',
          cause: `payment:${attempt.id}`,
          at: this.now,
        })
        .execute()
    })
  }

  async with({ deed, rental: which, term: wanted }: Step & { deed: 'renew' | 'return' | 'clear' }): Promise<void> {
    const rentals = await db.selectFrom('locker_rentals').select(['id', 'member_id']).orderBy('created_at').orderBy('id').execute()
    const rental = rentals[which % Math.max(1, rentals.length)]
    if (!rental) return
    const mine = { memberId: rental.member_id, rentalId: rental.id }
    if (deed === 'renew') await renewLocker(this.deps, { ...mine, term: wanted, idempotencyKey: randomUUID() }, this.now)
    if (deed === 'return') await returnLocker(this.deps, mine, this.now)
    if (deed === 'clear') await clearLocker(this.deps, { rentalId: rental.id, by: members[0]! }, unaudited, this.now)
  }
}

/** Whatever is not in order; empty when all is well. */
async function brokenInvariants(now: Date): Promise<string[]> {
  const { rows } = await sql<{ complaint: string }>`
    with money as (
      select o.id, o.order_no, o.state, o.amount, o.pay_before,
        (select coalesce(sum(amount), 0) from ledger where order_id = o.id and kind = 'payment') as paid, (select coalesce(sum(amount), 0) from refunds_due where order_id = o.id) as owed
      from orders o
    )
    select 'a locker has two holders' as complaint from locker_rentals where state in ('reserved', 'active') group by locker_id having count(*) > 1
    union all select 'a member has two lockers' from locker_rentals where state in ('reserved', 'active') group by member_id having count(*) > 1
    union all select 'an order that can be paid holds no locker: ' || m.order_no from money m join locker_terms t on t.order_id = m.id join locker_rentals r on r.id = t.rental_id
      where m.state = 'awaiting-payment' and m.pay_before > ${now} and (t.state <> 'waiting' or r.state not in ('reserved', 'active'))
    union all select 'a paid term without a paid order: ' || m.order_no from money m join locker_terms t on t.order_id = m.id
      where t.state = 'paid' and m.state not in ('confirmed', 'completed', 'cancelled')
    union all select 'a confirmed order without its term: ' || m.order_no from money m join locker_terms t on t.order_id = m.id
      where m.state = 'confirmed' and t.state <> 'paid'
    union all select 'an active rental does not end with its last paid term' from locker_rentals r
      where r.state = 'active' and r.ends_at <> (select max(t.ends_at) from locker_terms t where t.rental_id = r.id and t.state = 'paid')
    union all select 'paid terms overlap' from locker_terms a join locker_terms b on a.rental_id = b.rental_id and a.id < b.id
      where a.state = 'paid' and b.state = 'paid' and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
    union all select 'a rental that is over belongs to an order that is not: ' || m.order_no from money m join locker_terms t on t.order_id = m.id join locker_rentals r on r.id = t.rental_id
      where r.state in ('returned', 'cleared') and m.state = 'confirmed'
    union all select 'what is confirmed is not what was paid for: ' || m.order_no from money m where m.state = 'confirmed' and m.paid - m.owed <> m.amount
    union all select 'money is kept for an order that gave nothing: ' || m.order_no from money m where m.state in ('expired', 'cancelled') and m.paid <> m.owed
    union all select 'an unpaid order has money: ' || m.order_no from money m where m.state = 'awaiting-payment' and m.paid <> 0
    union all select 'the deposit went the wrong way: ' || m.order_no from money m join locker_terms t on t.order_id = m.id join locker_rentals r on r.id = t.rental_id
      where m.state = 'completed' and m.paid - m.owed <> t.price + case when r.state = 'cleared' then t.deposit else 0 end
    union all select 'money in minus money out is not what is held, used, kept and owed' where (select coalesce(sum(amount), 0) from ledger) <>
      (select coalesce(sum(t.price + t.deposit), 0) from locker_terms t join money m on m.id = t.order_id where m.state = 'confirmed')
      + (select coalesce(sum(t.price + case when r.state = 'cleared' then t.deposit else 0 end), 0) from locker_terms t join locker_rentals r on r.id = t.rental_id join money m on m.id = t.order_id where m.state = 'completed')
      + (select coalesce(sum(amount), 0) from refunds_due where done_at is null)
    union all select 'what is sent is not what is no longer owed' where (select coalesce(-sum(amount), 0) from ledger where kind = 'refund') <>
      (select coalesce(sum(amount), 0) from refunds_due where done_at is not null)`.execute(db)
  return rows.map(({ complaint }) => complaint)
}

/** Exactly the lockers that the plan shows as free can be rented. */
async function planIsTrue(now: Date): Promise<boolean> {
  const { lockers } = await readPlan(db, null, now)
  const { rows } = await sql<{ id: number }>`
    select distinct r.locker_id as id from locker_rentals r left join locker_terms t on t.rental_id = r.id and t.is_first left join orders o on o.id = t.order_id
    where r.state = 'active' or (r.state = 'reserved' and o.state = 'awaiting-payment' and o.pay_before > ${now}) order by 1`.execute(db)
  return JSON.stringify(lockers.filter(({ taken }) => taken).map(({ id }) => id)) === JSON.stringify(rows.map(({ id }) => id))
}

describe('random sequences of locker actions', { timeout: 480_000 }, () => {
  it('leave no locker with two holders, no member with two lockers, and every payment held, used, kept or owed', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await emptyOrders(db)
        const world = new World()
        for (const step of sequence) {
          await world.take(step)
          expect(await brokenInvariants(world.now), JSON.stringify(step)).toEqual([])
          expect(await planIsTrue(world.now), JSON.stringify(step)).toBe(true)
        }
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 60), endOnFailure: true },
    )
  })
})
