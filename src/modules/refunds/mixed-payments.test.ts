import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#testing/invariants.ts'
import { at, placed, type Item } from '#testing/orders.ts'
import { accountOf, mailAbout, paidAtGateway, payAtGateway, refundCalls, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { staffOrderCalls, toldIn } from '#testing/staff-orders.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deskCalls } from '#testing/tills.ts'

/** Bookings of 300 that were moved to an hour of 500, and whose top-up was paid in another way than they were. */
let service: TestService
let desk: TestMember
let finance: TestMember
let tillId: string
const calls = refundCalls(() => service)
const atDesk = deskCalls(() => service)
const staff = staffOrderCalls(() => ({ service, desk, tillId }))
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  finance = await service.newMember({ role: 'finance' })
  tillId = await atDesk.openTill(desk)
  // A court that costs nothing in the morning.
  await service.db.updateTable('court_prices').set({ off_peak: 0 }).where('court_id', '=', 8).execute()
})
afterAll(() => service.close())

type Paying = (me: TestMember, orderNo: string) => Promise<unknown>
const byCard: Paying = (me, orderNo) => payAtGateway(service, me, orderNo)
const bySulkingCard: Paying = (me, orderNo) => payAtGateway(service, me, orderNo, 'card-sulking')
const payAtDesk = async (orderNo: string, payment: object) => {
  const paid = await atDesk.post(desk, '/api/Staff/Payment/Desk', { orderNo, ...payment })
  expect(paid.status, paid.text).toBe(200)
}
const inCash: Paying = (_, orderNo) => payAtDesk(orderNo, { way: 'cash', tillId, given: 1000 })
const byTerminal: Paying = (_, orderNo) => payAtDesk(orderNo, { way: 'terminal', tillId, reference: 'slip 1' })

const move = (as: TestMember, id: string, to: Item, total: number, moves = 0) =>
  service.call('POST', `/api/Order/Booking/${id}/Move`, { as, body: { moves, ...to, total }, headers: { 'idempotency-key': randomUUID() } })

/** Moves a booking to a dearer hour and pays the difference. */
async function topUp(me: TestMember, orderNo: string, to: Item, pay: Paying, moves = 0): Promise<string> {
  const [item] = (await calls.order(me, orderNo)).items
  const moved = await move(me, item.id, to, 500, moves)
  expect(moved.status, moved.text).toBeLessThan(300)
  await pay(me, (await calls.order(me, orderNo)).items[0].pendingMove.orderNo)
  return item.id
}
async function paidTwice(me: TestMember, day: number, court: number, [first, second]: [Paying, Paying]) {
  const orderNo = await placed(service, me, [at(court, day, 8)])
  await first(me, orderNo)
  return { orderNo, id: await topUp(me, orderNo, at(court, day, 19), second) }
}
const cancelBy = (refund: 'full' | 'rule') => async (orderNo: string, id: string, moves: number) => {
  const cancelled = await staff.cancel(orderNo, [{ id, moves }], refund)
  expect(cancelled.status, cancelled.text).toBe(200)
}
const venueCancels = cancelBy('full')

const waitingAtDesk = async (orderNo: string) =>
  (await service.call('GET', '/api/Staff/Payment/Refunds', { as: desk })).body.items
    .filter((one: { orderNo: string }) => one.orderNo === orderNo)
    .map(({ paidBy, amount }: { paidBy: string; amount: number }) => [paidBy, amount])
const payOut = (refundNo: string, how: object, key?: string) =>
  atDesk.post(desk, '/api/Staff/Payment/Refund', { refundNo, tillId, ...how }, key)
const refundOf = async (me: TestMember, orderNo: string) => {
  for (const deadline = Date.now() + 8000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const body = { page: 1, pageSize: 20, orderNo }
    const [refund] = (await service.call('POST', '/api/Order/Refund/List', { as: me, body })).body.items
    if (refund) return refund
    if (Date.now() > deadline) throw new Error('there is no refund')
  }
}
const ledgerOf = async ({ id }: TestMember) => {
  const rows = service.db.selectFrom('ledger as l').innerJoin('orders as o', 'o.id', 'l.order_id').where('o.member_id', '=', id)
  const gone = await rows.where('l.kind', '=', 'refund').select(['l.amount', 'l.way']).orderBy('l.amount').execute()
  return gone.map(({ amount, way }) => [way, -amount])
}
const ledgerIs = async (me: TestMember, ledger: [string, number][]) => {
  for (let n = 0; n < 100 && (await ledgerOf(me)).length < ledger.length; n++) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await ledgerOf(me)).toEqual(ledger)
}
const lettersOf = async ({ email }: TestMember, words: string) => {
  await service.writeLetters()
  await service.jobsDone('write-letters', 'send-refunds-soon', 'send-message')
  return (await service.inbox(email)).filter(({ subject }) => subject?.includes(words)).map(({ body }) => body)
}
const whole = async () => expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])

describe('a refund of cash and of the terminal', () => {
  it('is given back in both ways, each once and each booked', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await paidTwice(me, 20, 1, [inCash, byTerminal])
    await venueCancels(orderNo, id, 1)
    const { refundNo } = await refundOf(me, orderNo)
    expect(await waitingAtDesk(orderNo)).toEqual([
      ['cash', 300],
      ['terminal', 200],
    ])
    expect(await payOut(refundNo, { way: 'cash' }, 'one press')).toMatchObject({ status: 200, body: { amount: 300 } })
    expect(await payOut(refundNo, { way: 'cash' }, 'one press'), 'pressed twice').toMatchObject({ status: 200, body: { amount: 300 } })
    expect(await waitingAtDesk(orderNo)).toEqual([['terminal', 200]])
    expect(await payOut(refundNo, { way: 'terminal', reference: 'slip 2' })).toMatchObject({ status: 200, body: { amount: 200 } })
    expect(await payOut(refundNo, { way: 'terminal', reference: 'slip 2' })).toMatchObject({ status: 409 })
    expect(await waitingAtDesk(orderNo)).toEqual([])
    await ledgerIs(me, [
      ['cash', 300],
      ['terminal', 200],
    ])
    await whole()
  })
})

describe('a refund of a card and of cash', () => {
  it('that the venue owes asks for an account once, and says later too which part went to the card', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await paidTwice(me, 20, 2, [byCard, inCash])
    await venueCancels(orderNo, id, 1)
    await ledgerIs(me, [['card', 300]])
    const { refundNo } = await refundOf(me, orderNo)
    expect(await lettersOf(me, '場館取消')).toHaveLength(1)
    expect(await lettersOf(me, '請提供')).toEqual([])
    const account = { bankCode: '007', bankAccount: '0123456789', accountName: '王大明' }
    expect(await payOut(refundNo, { way: 'transfer', ...account })).toMatchObject({ status: 200, body: { amount: 200 } })
    const paid = await service.call('POST', '/api/Staff/Refund/Paid', { as: finance, body: { refundNo, note: '' } })
    expect(paid.status, paid.text).toBe(204)
    await ledgerIs(me, [
      ['card', 300],
      ['transfer', 200],
    ])
    expect(await lettersOf(me, '已退費'), 'the first mail had not said it').toHaveLength(1)
    const told = toldIn(await staff.story(orderNo)).find(({ subject }) => subject?.includes('場館取消'))
    service.clock.advance(1000)
    expect((await staff.again(orderNo, told!.id)).status).toBe(204)
    await service.jobsDone('send-message')
    const bodies = await lettersOf(me, '場館取消')
    expect(bodies.find((body) => body.includes('已匯款'))).toMatch(/NT\$200 已匯款[^]*NT\$300 已退回您的付款信用卡/)
    expect(await lettersOf(me, '已退費'), 'it is said once').toHaveLength(1)
    await whole()
  })

  it('is fetched at the desk while the card refuses, and stays failed until the card is tried again', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidTwice(me, 21, 3, [bySulkingCard, inCash])
    const { refundNo } = (await calls.refund(me, { orderNo })).body
    await refundIn(service, me, refundNo, 'failed')
    expect(await waitingAtDesk(orderNo)).toEqual([['cash', 200]])
    expect(await payOut(refundNo, { way: 'terminal', reference: 'x' })).toMatchObject({ status: 409, body: { code: 'paid_another_way' } })
    expect(await payOut(refundNo, { way: 'cash' })).toMatchObject({ status: 200, body: { amount: 200 } })
    expect(await refundOf(me, orderNo)).toMatchObject({ status: 'failed', wentBack: 200, nextWays: ['card', 'bank'] })
    await whole()
    const again = await service.call('POST', '/api/Order/Refund/Retry', { as: me, body: { refundNo } })
    expect(again.status, again.text).toBeLessThan(300)
    await refundIn(service, me, refundNo, 'refunded')
    await ledgerIs(me, [
      ['card', 300],
      ['cash', 200],
    ])
    const [body, ...more] = await lettersOf(me, '已退費')
    expect(more).toEqual([])
    expect(body).toContain('已依下列方式退回：\n・退回原付款方式　NT$300\n・櫃檯現金　NT$200')
    await whole()
  })
})

it('what was paid in cash is fetched at the desk when its transfer has failed', async () => {
  const me = await service.newMember()
  const { orderNo, id } = await paidTwice(me, 19, 5, [byCard, inCash])
  await venueCancels(orderNo, id, 1)
  await ledgerIs(me, [['card', 300]])
  const { refundNo } = await refundOf(me, orderNo)
  await payOut(refundNo, { way: 'transfer', bankCode: '007', bankAccount: '0123456789', accountName: '王大明' })
  const failed = await service.call('POST', '/api/Staff/Refund/Failed', { as: finance, body: { refundNo, reason: '帳號不符' } })
  expect(failed.status, failed.text).toBe(204)
  expect(await waitingAtDesk(orderNo)).toEqual([['cash', 200]])
  expect(await payOut(refundNo, { way: 'cash' })).toMatchObject({ status: 200, body: { amount: 200 } })
  expect(await refundOf(me, orderNo)).toMatchObject({ status: 'refunded', wentBack: 500 })
  await ledgerIs(me, [
    ['card', 300],
    ['cash', 200],
  ])
  await whole()
})

it('a refund of two cards of which the second refuses says what did not go through', async () => {
  const me = await service.newMember()
  const { orderNo } = await paidTwice(me, 21, 4, [byCard, bySulkingCard])
  const { refundNo } = (await calls.refund(me, { orderNo })).body
  await refundIn(service, me, refundNo, 'failed')
  await mailAbout(service, me.email, '退費失敗')
  const [body, ...more] = await lettersOf(me, '退費失敗')
  expect(more).toEqual([])
  expect(body).toContain('NT$200')
  expect(body).not.toContain('NT$500')
})

describe('a booking whose card payment has gone back already, and whose top-up was paid in cash', () => {
  /** Paid by card, moved to a free hour, and from there to a dear one. */
  async function paidInCashSince(me: TestMember, day: number): Promise<{ orderNo: string; id: string }> {
    const { orderNo } = await paidAtGateway(service, me, [at(8, day, 19)])
    const [{ id }] = (await calls.order(me, orderNo)).items
    expect((await move(me, id, at(8, day, 8), 0)).status).toBe(200)
    await topUp(me, orderNo, at(8, day, 20), inCash, 1)
    return { orderNo, id }
  }

  it('goes back to an account, which is asked for before', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidInCashSince(me, 21)
    expect((await calls.check(me, orderNo)).body).toMatchObject({ ways: ['bank'], amount: 500 })
    expect(await calls.refund(me, { orderNo })).toMatchObject({ status: 422, body: { code: 'needs_bank_account' } })
    const asked = await calls.refund2(me, { orderNo, ...(await accountOf(service, me)) })
    expect(asked.status, asked.text).toBe(200)
    expect(await refundIn(service, me, asked.body.refundNo, 'approved')).toMatchObject({ way: 'bank', amount: 500 })
    await whole()
  })

  it('waits for an account when the desk cancels it', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await paidInCashSince(me, 20)
    service.clock.advance(1000)
    await cancelBy('rule')(orderNo, id, 2)
    expect(await refundOf(me, orderNo)).toMatchObject({ status: 'approved', way: 'bank', amount: 500, nextWays: ['bank'] })
    await mailAbout(service, me.email, '已取消預約')
    await whole()
  })
})
