import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { addGuest } from '#modules/accounts/add-guest.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { placeOrder, type PlaceOrderDeps } from '#modules/orders/place-order.ts'
import { findByKey, insertOrders } from '#modules/orders/store.ts'
import { payAtDesk } from '#modules/payments/pay-at-desk.ts'
import { insertTill, insertTillRow } from '#modules/tills/store.ts'
import { slotsOn } from '#modules/venues/hours-rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { readCatalogue } from '#modules/venues/store.ts'

const guests = [
  { name: '黃先生', mobile: '0922000101', hour: 10, given: 1000 },
  { name: '周小姐', mobile: '0922000102', hour: 14, given: 500 },
  { name: '羅大哥', mobile: '0922000103', hour: 16, given: 2000 },
]
const float = 3000
const hoursAgo = 2
const nobody = async () => {}

/** An open till at the desk, and guests who have paid cash for tomorrow. Loaded once. */
export async function loadTill(trx: Trx, now: Date): Promise<void> {
  const staff = await trx.selectFrom('members').select('id').where('account', '=', 'staff').executeTakeFirst()
  if (!staff || (await trx.selectFrom('tills').select('id').limit(1).executeTakeFirst())) return
  const openedAt = new Date(now.getTime() - hoursAgo * 3_600_000)
  const till = { id: randomUUID(), name: '櫃檯', by: staff.id }
  await insertTill(trx, till, openedAt)
  await insertTillRow(trx, { tillId: till.id, kind: 'opened', amount: float, by: staff.id }, openedAt)
  const catalogue = await readCatalogue(trx)
  for (const guest of guests) await sellTo(trx, catalogue, guest, till, now)
  await insertTillRow(trx, { tillId: till.id, kind: 'out', amount: -200, reason: '購買文具', by: staff.id }, now)
}

type Guest = (typeof guests)[number]

/** Sells the guest an hour of tomorrow, on the first court that is free. */
async function sellTo(trx: Trx, catalogue: Catalogue, guest: Guest, till: { id: string; by: string }, now: Date): Promise<void> {
  const { memberId } = await addGuest(trx, { name: guest.name, mobile: guest.mobile, locale: 'tw' }, nobody, now)
  const placing: PlaceOrderDeps = {
    catalogues: { current: async () => catalogue, newerThan: async () => catalogue },
    insertOrder: async (order) => (await insertOrders(trx, [order]))[0]!,
    insertAudited: async (order) => (await insertOrders(trx, [order]))[0]!,
    findByKey: (member, key) => findByKey(trx, member, key),
  }
  const day = addDays(dayOf(now), 1)
  const orders = payableOrders({ moneyOwed: () => {} })
  for (const facility of catalogue.facilities.filter(({ retired }) => !retired))
    for (const court of facility.courts) {
      const slot = slotsOn(facility, day, catalogue.holidays).find(({ start }) => start === guest.hour * 60)
      if (!slot) break
      const period = { start: momentAt(day, slot.start), end: momentAt(day, slot.end) }
      const request = { contactName: guest.name, contactPhone: guest.mobile, remark: '', idempotencyKey: randomUUID(), placedBy: till.by }
      const placed = await placeOrder(placing, { ...request, memberId, identityId: 1, items: [{ courtId: court.id, period }] }, now)
      if (!placed.ok || placed.value.state !== 'awaiting-payment') continue
      const { id } = await trx.selectFrom('orders').select('id').where('order_no', '=', placed.value.orderNo).executeTakeFirstOrThrow()
      const money = { way: 'cash', tillId: till.id, given: guest.given } as const
      const paid = await payAtDesk(trx, orders, { orderId: id, by: till.by, idempotencyKey: request.idempotencyKey, money }, now)
      // Nobody is texted about what the demo was loaded with.
      await trx.deleteFrom('outbox').where('subject_id', '=', id).execute()
      if (paid.ok) return
    }
}
