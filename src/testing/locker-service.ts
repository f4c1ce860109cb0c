import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { lockerKinds } from '#modules/lockers/order-kinds.ts'
import { bookingKinds } from '#modules/orders/order-kinds.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { openTestService, type TestService, type TestMember } from './test-service.ts'
import { fewLockers } from './lockers.ts'
import { smallCentre } from './small-centre.ts'

export type LockerService = { service: TestService; me: TestMember; other: TestMember; desk: TestMember }

/** A service with a few lockers, two members and a member of the desk. */
export async function openLockerService(): Promise<LockerService> {
  const service = await openTestService({ lookEverySeconds: 2 })
  await smallCentre(service.db)
  await fewLockers(service.db)
  return { service, me: await service.newMember(), other: await service.newMember(), desk: await service.newMember({ role: 'desk' }) }
}

/** Calls about lockers, by `me` unless said otherwise. `current` answers the service of the running test. */
export function lockerCalls(current: () => LockerService) {
  const call: TestService['call'] = (...given) => current().service.call(...given)
  const rent = (lockerId = 1, { as = current().me, term = 'month', key = randomUUID() as string } = {}) =>
    call('POST', '/api/Locker/Rent', { as, body: { lockerId, term }, headers: { 'idempotency-key': key } })
  const mine = async (as = current().me) => (await call('GET', '/api/Locker/Mine', { as })).body
  const pay = (orderNo: string) => payForLocker(current().service, orderNo)
  return {
    rent,
    mine,
    pay,
    renew: (rentalId: string, { as = current().me, term = 'month', key = randomUUID() as string } = {}) =>
      call('POST', '/api/Locker/Renew', { as, body: { rentalId, term }, headers: { 'idempotency-key': key } }),
    giveBack: (rentalId: string, as = current().me) => call('POST', '/api/Locker/Return', { as, body: { rentalId } }),
    clear: (rentalId: string, as = current().desk) => call('POST', '/api/Staff/Locker/Clear', { as, body: { rentalId } }),
    /** Status of each locker by its number. */
    async plan(as?: TestMember): Promise<Record<string, string>> {
      const { walls } = (await call('GET', '/api/Locker/Plan', as ? { as } : {})).body
      return Object.fromEntries(
        walls.flatMap((wall: { lockers: { number: string; status: string }[] }) =>
          wall.lockers.map(({ number, status }) => [number, status]),
        ),
      )
    },
    order: async (orderNo: string, as = current().me) => (await call('GET', `/api/Order/${orderNo}`, { as })).body,
    subjects: async (count: number, as = current().me) => (await current().service.inbox(as.email, count)).map(({ subject }) => subject),
    /** Number of messages to `me` with this word in the subject, sent or not. */
    async messages(word: string): Promise<number> {
      const { service, me } = current()
      await service.writeLetters()
      const about = service.db.selectFrom('messages').select('id').where('subject', 'like', `%${word}%`)
      return (await about.where('recipient', '=', me.email).execute()).length
    },
    /** Rented and paid. */
    async rented(lockerId = 1, term = 'month'): Promise<{ orderNo: string; rentalId: string }> {
      const { orderNo } = (await rent(lockerId, { term })).body
      expect(await pay(orderNo)).toBe('confirmed')
      return { orderNo, rentalId: (await mine()).current.id }
    },
    moveTo: (moment: string) => moveLockerService(current(), moment),
  }
}

/** Moves the clock to a moment in Taipei. A session does not live for months: everybody logs in again. */
async function moveLockerService({ service, ...people }: LockerService, moment: string): Promise<void> {
  service.clock.advance(Date.parse(`${moment}:00+08:00`) - service.clock.now().getTime())
  const now = service.clock.now()
  const until = new Date(now.getTime() + 86_400_000)
  await service.db.updateTable('sessions').set({ expires_at: until, last_seen_at: now }).execute()
  for (const one of Object.values(people))
    one.token = await service.tokens.signSession({ sessionId: one.sessionId, memberId: one.id, binding: undefined }, now, until)
}

/** Settles the order as if the gateway had said that it is paid. */
async function payForLocker({ db, clock }: TestService, orderNo: string): Promise<'confirmed' | 'refund-due'> {
  const now = clock.now()
  const { id, amount } = await db.selectFrom('orders').select(['id', 'amount']).where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  const payments = payableOrders({ moneyOwed: () => {}, kinds: { ...bookingKinds, ...lockerKinds } })
  return db.transaction().execute(async (trx) => {
    const attemptId = randomUUID()
    await trx
      .insertInto('payment_attempts')
      .values({
        id: attemptId,
        order_id: id,
        amount,
        trade_no: attemptId.replaceAll('-', '').slice(0, 20),
        state: 'paid',
        method: 'card',
        created_at: now,
        settled_at: now,
      })
      .execute()
    const settled = await payments.settle(trx, { orderId: id, attemptId, amount }, now)
    const row = { order_id: id, attempt_id: attemptId, amount, kind: 'payment', way: 'card' }
    await trx
      .insertInto('ledger')
      .values({ ...row, cause: `payment:${attemptId}`, at: now })
      .execute()
    return settled
  })
}
