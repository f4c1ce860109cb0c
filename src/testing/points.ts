import { randomUUID } from 'node:crypto'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { givePointsForExpired } from '#modules/violations/give-points.ts'
import type { House, TestMember } from './house.ts'
import { at, placed } from './orders.ts'

/** Calls about points, by `me` unless said otherwise. `current` answers the house of the running test. */
export function pointCalls(current: () => { house: House; me: TestMember }) {
  const idOf = async (orderNo: string) =>
    (await current().house.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).id
  return {
    idOf,
    list: async (as = current().me) => (await current().house.call('GET', '/api/Violation/List', { as })).body,
    order: (items = [at(8, 19, 19)], as = current().me) =>
      current().house.call('POST', '/api/Order/Member', { as, body: { items }, headers: { 'idempotency-key': randomUUID() } }),
    /** Orders that were never paid, on days of their own; each is one point. */
    async pointsFor(count: number): Promise<string[]> {
      const { house, me } = current()
      const numbers: string[] = []
      for (let n = 0; n < count; n++) {
        const orderNo = await placed(house, me, [at(1 + n, 18, 8 + n)])
        const id = await idOf(orderNo)
        await house.db.updateTable('orders').set({ pay_before: house.clock.now() }).where('id', '=', id).execute()
        numbers.push(orderNo)
      }
      await expireUnpaidOrders(house.db, house.clock.now(), givePointsForExpired)
      return numbers
    },
  }
}
