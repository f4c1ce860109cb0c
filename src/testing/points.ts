import { randomUUID } from 'node:crypto'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { givePointsForExpired } from '#modules/violations/give-points.ts'
import type { TestService, TestMember } from './test-service.ts'
import { at, placed } from './orders.ts'

/** Calls about points, by `me` unless said otherwise. `current` answers the service of the running test. */
export function pointCalls(current: () => { service: TestService; me: TestMember }) {
  const idOf = async (orderNo: string) =>
    (await current().service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).id
  return {
    idOf,
    list: async (as = current().me) => (await current().service.call('GET', '/api/Violation/List', { as })).body,
    order: (items = [at(8, 19, 19)], as = current().me) =>
      current().service.call('POST', '/api/Order/Member', { as, body: { items }, headers: { 'idempotency-key': randomUUID() } }),
    /** Orders that were never paid, on days of their own; each is one point. */
    async pointsFor(count: number): Promise<string[]> {
      const { service, me } = current()
      const numbers: string[] = []
      for (let n = 0; n < count; n++) {
        const orderNo = await placed(service, me, [at(1 + n, 18, 8 + n)])
        const id = await idOf(orderNo)
        await service.db.updateTable('orders').set({ pay_before: service.clock.now() }).where('id', '=', id).execute()
        numbers.push(orderNo)
      }
      await expireUnpaidOrders(service.db, service.clock.now(), givePointsForExpired)
      return numbers
    },
  }
}
