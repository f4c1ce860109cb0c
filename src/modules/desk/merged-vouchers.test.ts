import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertDiscrepancies } from '#modules/discrepancies/store.ts'
import { takeMerge } from '#testing/merge-steps.ts'
import { openSplitDesk, splitCalls } from '#testing/split-sales.ts'
import { testSecret, type TestMember, type TestService } from '#testing/test-service.ts'

/** A guest who paid in parts turns out to be a member, while vouchers wait at the desk and finance looks into a difference. */
let service: TestService
let desk: TestMember
let tillId: string
const { staff, coins, card, cash, split, sell, payOut, refunded, ledgerOf, whole } = splitCalls(() => ({ service, desk, tillId }))
beforeAll(async () => {
  ;({ service, desk, tillId } = await openSplitDesk())
})
afterAll(() => service.close())

const ownerOf = async (orderNo: string): Promise<string> => {
  const row = await service.db.selectFrom('orders').select('member_id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  return row.member_id
}

it('vouchers and money of a guest who was merged go to the kept member, once, and a difference stays with its order', async () => {
  const { orderNo } = (await sell(5, 22, split(coins(200), card(200), cash(100)), randomUUID(), { name: '林小雙', mobile: '0922000111' }))
    .body
  const guest = await ownerOf(orderNo)
  const { items } = await staff.order(orderNo)
  expect((await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'full')).status).toBe(200)
  const before = await refunded(orderNo, 2)
  const [money, vouchers] = [before.find(({ way }) => way === 'bank')!, before.find(({ way }) => way === 'voucher')!]
  const { orderId, attemptId } = await service.db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id as attemptId', 'o.id as orderId'])
    .where('o.order_no', '=', orderNo)
    .where('a.method', '=', 'terminal')
    .executeTakeFirstOrThrow()
  const about = { day: '2026-11-15', orderId, attemptId, invoiceId: null, asked: 'ecpay' }
  await insertDiscrepancies(service.db, about, [{ kind: 'paid-here', ours: 200, theirs: 0 }], service.clock.now())
  expect(await payOut(money.refundNo, { way: 'terminal', reference: 'BACK-1' })).toMatchObject({ status: 200 })

  const kept = await service.newMember()
  await takeMerge(service.db, [guest, kept.id], { deed: 'merge', from: 0, into: 1 }, service.clock.now())
  expect(await ownerOf(orderNo)).toBe(kept.id)
  await whole()

  const key = randomUUID()
  const back = { way: 'voucher', reference: 'QR-BACK' }
  expect(await payOut(vouchers.refundNo, back, key)).toMatchObject({ status: 200 })
  for (const again of [key, randomUUID()])
    expect(await payOut(vouchers.refundNo, back, again)).toMatchObject({ status: 409, body: { code: 'refund_paid_already' } })
  expect(await payOut(money.refundNo, { way: 'cash' })).toMatchObject({ status: 200 })
  const gone = (await ledgerOf(orderNo)).slice(3)
  expect(gone.toSorted()).toEqual([
    ['cash', -100],
    ['terminal', -200],
    ['voucher', -200],
  ])
  await whole()

  const finance = await service.newMember({ role: 'finance' })
  const list = async (show: string) =>
    (await service.call('GET', `/api/Staff/Discrepancy/List?show=${show}`, { as: finance })).body.items as {
      id: string
      orderNo: string
      settledBy: string | null
    }[]
  const [found] = await list('open')
  expect(found).toMatchObject({ orderNo, ours: 200 })
  const settled = await service.call('POST', '/api/Staff/Discrepancy/Settle', { as: finance, body: { id: found!.id, reason: 'looked up' } })
  expect(settled.status).toBe(204)

  const closed = await service.call('POST', '/api/AccountMember/Close', { as: kept, body: { secret: testSecret } })
  expect(closed.status, closed.text).toBeLessThan(300)
  expect(await list('settled')).toMatchObject([{ orderNo, settledBy: expect.any(String) }])
  expect(await ledgerOf(orderNo)).toHaveLength(6)
  await whole()
})
