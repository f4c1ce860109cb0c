import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fewLockers } from '#testing/lockers.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let admin: TestMember
let colleague: TestMember
let tillId: string
/** The admin's account, and a guest with the admin's mobile. */
let selves: Record<string, string>
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  admin = await service.newMember({ role: 'admin' })
  colleague = await service.newMember({ role: 'admin' })
  tillId = await calls.openTill(admin, 5000)
  const body = { name: '我自己', mobile: admin.mobile }
  const guest = await service.call('POST', '/api/Staff/Guest', { as: colleague, body })
  selves = { account: admin.id, guest: guest.body.memberId }
})
afterAll(() => service.close())

const calls = deskCalls(() => service)
const post = (path: string, body: object, as = admin) => calls.post(as, `/api/Staff/${path}`, body)
let hour = 7
/** A booking for cash, sold by the colleague. */
async function sold(memberId: string) {
  const answer = await calls.sell(colleague, {
    memberId,
    items: [at(1, 20, (hour += 1))],
    amount: 300,
    payment: { way: 'cash', tillId, given: 300 },
  })
  expect(answer.status, answer.text).toBe(201)
  const { orderNo } = answer.body
  const { rows } = await sql<{ id: string }>`
    select i.id from order_items i join orders o on o.id = i.order_id where o.order_no = ${orderNo}`.execute(service.db)
  return { orderNo: orderNo as string, itemId: rows[0]!.id }
}
const refused = { status: 403, body: { code: 'own_card' } }

describe.each(['account', 'guest'])('nobody at the desk decides about the money of their own %s', (kind) => {
  it('sells to it, with or without another price, and takes its money', async () => {
    const payment = { way: 'cash', tillId, given: 300 }
    const sale = { memberId: selves[kind], items: [at(2, 20, 9)], amount: 300, payment }
    expect(await calls.sell(admin, sale)).toMatchObject(refused)
    expect(await calls.sell(admin, { ...sale, identityId: 6, proofSeen: true, amount: 0 })).toMatchObject(refused)
    const later = await calls.sell(colleague, { ...sale, items: [at(2, 20, kind === 'guest' ? 10 : 11)], payment: { way: 'arrival' } })
    expect(later.status, later.text).toBe(201)
    const money = { orderNo: later.body.orderNo, ...payment }
    expect(await post('Payment/Desk', money)).toMatchObject(refused)
    expect((await post('Payment/Desk', money, colleague)).status).toBe(200)
  })

  it('moves, stretches, swaps, parks and cancels its bookings', async () => {
    const { orderNo, itemId } = await sold(selves[kind]!)
    const other = await sold((await service.newMember()).id)
    const reason = '自己'
    const spot = { ...at(3, 20, 9), moves: 0, waive: true, reason }
    expect(await post(`Booking/${itemId}/Move`, spot)).toMatchObject(refused)
    expect(await post(`Booking/${itemId}/Stretch`, { start: spot.start, end: spot.end, moves: 0, waive: true, reason })).toMatchObject(
      refused,
    )
    const swap = { moves: 0, withMoves: 0, waive: true, reason }
    expect(await post(`Booking/${itemId}/Swap`, { with: other.itemId, ...swap })).toMatchObject(refused)
    expect(await post(`Booking/${other.itemId}/Swap`, { with: itemId, ...swap })).toMatchObject(refused)
    expect(await post(`Booking/${itemId}/Park`, { moves: 0, reason })).toMatchObject(refused)
    expect(await post(`Booking/${itemId}/Cancel`, { moves: 0, refund: 'full', reason })).toMatchObject(refused)
    const cancelling = { orderNo, items: [{ id: itemId, moves: 0 }], refund: 'rule', reason }
    expect(await post('Order/Cancel', cancelling)).toMatchObject(refused)
    expect((await post('Order/Cancel', cancelling, colleague)).status).toBe(200)
  })

  it('pays its refunds out, calls them paid or failed, or decides about their account', async () => {
    const { orderNo, itemId } = await sold(selves[kind]!)
    expect(
      (await post('Order/Cancel', { orderNo, items: [{ id: itemId, moves: 0 }], refund: 'full', reason: '退' }, colleague)).status,
    ).toBe(200)
    const waiting = async () => (await service.call('GET', '/api/Staff/Payment/Refunds', { as: admin })).body.items
    await expect.poll(async () => (await waiting()).map((one: { orderNo: string }) => one.orderNo)).toContain(orderNo)
    const { refundNo } = (await waiting()).find((one: { orderNo: string }) => one.orderNo === orderNo)
    const own = { status: 403, body: { code: 'own_refund' } }
    expect(await post('Payment/Refund', { refundNo, way: 'cash', tillId })).toMatchObject(own)
    expect(await post('Refund/Review', { refundNo, decision: 'approve' })).toMatchObject(own)
    expect(await post('Refund/Paid', { refundNo })).toMatchObject(own)
    expect(await post('Refund/Failed', { refundNo, reason: '退' })).toMatchObject(own)
    expect((await post('Payment/Refund', { refundNo, way: 'cash', tillId }, colleague)).body).toEqual({ amount: 300 })
  })
})

it('staff place no order for themselves without the limits of members, and take no locker of their own back', async () => {
  const order = { emailOrAccount: admin.account, items: [at(4, 20, 9)], contactName: '我', contactPhone: admin.mobile }
  expect(await post('Order', order)).toMatchObject(refused)
  const rental = randomUUID()
  await fewLockers(service.db)
  await sql`insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at)
    select ${rental}, id, ${admin.id}, 'reserved', 500, ${service.clock.now()} from lockers limit 1`.execute(service.db)
  expect(await post('Locker/Return', { rentalId: rental })).toMatchObject(refused)
  const own = await placed(service, admin, [at(5, 20, 9)])
  await paid(service.db, own, service.clock.now())
  const cancelled = await service.call('PUT', '/api/Order', { as: admin, body: { orderNo: own, status: 'cancelled' } })
  expect(cancelled.body.code, 'what every member may do stays').not.toBe('own_card')
})
