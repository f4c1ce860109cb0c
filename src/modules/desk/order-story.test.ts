import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePastBookings } from '#modules/attendance/close-past-bookings.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { settleMoves } from '#modules/orders/settle-moves.ts'
import { refundOpenDues } from '#modules/refunds/refund-open-dues.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { at, jobsRanUntil, placed } from '#testing/orders.ts'
import { paidAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { staffOrderCalls, toldIn } from '#testing/staff-orders.ts'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import type { StoryMoment } from './orders-wire.ts'

let service: TestService
let desk: TestMember
let finance: TestMember
let tillId: string
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  finance = await service.newMember({ role: 'finance' })
  tillId = await calls.openTill(desk, 2000)
})
afterAll(() => service.close())

const calls = deskCalls(() => service)
const { order, story, again, cancel, soldForCash } = staffOrderCalls(() => ({ service, desk, tillId }))
const kinds = (moments: StoryMoment[]) => moments.map(({ what, refund, status }) => refund?.status ?? status ?? what)
const nameOf = async ({ id }: TestMember) =>
  (await service.db.selectFrom('members').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
/** Letters are written and sent. */
const allTold = async () => {
  await service.writeLetters()
  await service.jobsDone('send-message')
}
const deps = () => ({ db: service.db, catalogues: openCatalogues(service.db) })

describe('the story of an order', () => {
  it('says who placed it and how it was paid, what was told, moved with its difference, checked in, undone, and missed', async () => {
    const me = await service.newMember()
    const { orderNo, tradeNo } = await paidAtGateway(service, me, [at(1, 16, 8), at(2, 17, 8)])
    await allTold()
    const [first] = (await order(orderNo)).items
    service.clock.advance(1000)
    const moved = await service.call('POST', `/api/Staff/Booking/${first!.id}/Move`, {
      as: desk,
      body: { ...at(3, 16, 19), moves: 0, reason: '燈故障' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(moved.status, moved.text).toBe(200)
    service.clock.advance(61_000)
    await settleMoves(deps(), service.clock.now())
    await allTold()
    service.clock.advance(33 * 3_600_000 - 62_000 - 20 * 60_000)
    await service.keepSessions()
    const enter = () => service.call('POST', '/api/Staff/CheckIn/Item', { as: desk, body: { id: first!.id } })
    const entered = await enter()
    expect(entered.status, entered.text).toBe(200)
    service.clock.advance(1000)
    const undone = await service.call('POST', '/api/Staff/CheckIn/Undo', {
      as: desk,
      body: { id: first!.id, checkedInAt: entered.body.checkedInAt },
    })
    expect(undone.status, undone.text).toBe(204)
    service.clock.advance(1000)
    await enter()
    service.clock.advance(86_400_000)
    await service.keepSessions()
    await jobsRanUntil(service.db, service.clock.now())
    await closePastBookings(service.db, service.clock.now(), async () => undefined)
    const moments = await story(orderNo)
    const mine = await nameOf(me)
    const clerk = { who: 'staff', name: await nameOf(desk) }
    expect(moments).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'placed', by: { who: 'member', name: mine } }),
        expect.objectContaining({
          what: 'paid',
          by: { who: 'member', name: mine },
          money: { amount: 600, way: 'card', till: null, reference: tradeNo },
        }),
        expect.objectContaining({
          what: 'moved',
          by: clerk,
          note: '燈故障',
          from: expect.objectContaining({ start: at(1, 16, 8).start }),
          to: expect.objectContaining({ start: at(3, 16, 19).start }),
        }),
        expect.objectContaining({
          what: 'supplement',
          money: expect.objectContaining({ amount: 200 }),
          orderNo: expect.stringMatching(/^F/),
        }),
        expect.objectContaining({ what: 'check-in-undone', by: clerk, spot: expect.objectContaining({ start: at(3, 16, 19).start }) }),
        expect.objectContaining({ what: 'checked-in', by: clerk }),
        expect.objectContaining({
          what: 'missed',
          by: { who: 'system', name: '' },
          spot: expect.objectContaining({ start: at(2, 17, 8).start }),
        }),
      ]),
    )
    expect(kinds(moments).filter((what) => what === 'missed' || what === 'no-show')).toEqual(['missed'])
    const recipient = expect.stringContaining('***@')
    const mail = (words: string) =>
      expect.objectContaining({ subject: expect.stringContaining(words), status: 'sent', by: 'system', isAgain: false, recipient })
    expect(toldIn(moments)).toEqual(expect.arrayContaining([mail('預約成功'), mail('改期')]))
    expect(moments.map((one) => one.at)).toEqual(moments.map((one) => one.at).toSorted())
    // The board's panel reads the same moments.
    const panel = await service.call('GET', `/api/Staff/Booking/${first!.id}`, { as: desk })
    expect(panel.body.history.map(({ what }: { what: string }) => what)).toEqual(['placed', 'confirmed', 'moved', 'checked-in', 'closed'])
  })

  it('says at which till cash was paid, who cancelled and why, and how the refund went by transfer', async () => {
    const { orderNo } = await soldForCash([at(1, 24, 8), at(2, 24, 8)], 600)
    const before = await order(orderNo)
    expect(before.items.map(({ refundByRule, refundInFull, locked }) => [refundByRule, refundInFull, locked])).toEqual([
      [300, 300, null],
      [300, 300, null],
    ])
    service.clock.advance(1000)
    const gone = await cancel(
      orderNo,
      before.items.map(({ id, moves }) => ({ id, moves })),
      'rule',
    )
    expect(gone, gone.text).toMatchObject({ status: 200, body: { back: 600 } })
    const [refund, ...others] = (await order(orderNo)).refunds
    expect(refund).toMatchObject({ amount: 600, status: 'approved', way: 'bank', deskWays: ['cash', 'transfer'] })
    expect(others).toEqual([])
    service.clock.advance(1000)
    const account = { bankCode: '007', bankAccount: '0123-4567-8901', accountName: '王小明' }
    const routed = await calls.post(desk, '/api/Staff/Payment/Refund', { refundNo: refund!.refundNo, way: 'transfer', ...account })
    expect(routed.status, routed.text).toBe(200)
    service.clock.advance(1000)
    const paid = await service.call('POST', '/api/Staff/Refund/Paid', { as: finance, body: { refundNo: refund!.refundNo, note: 'T-77' } })
    expect(paid.status, paid.text).toBe(204)
    const moments = await story(orderNo)
    const clerk = { who: 'staff', name: await nameOf(desk) }
    expect(kinds(moments).filter((what) => what !== 'told')).toEqual([
      'placed',
      'paid',
      'cancelled',
      'cancelled',
      'requested',
      'cancelled',
      'approved',
      'refunded',
    ])
    expect(moments.find(({ what }) => what === 'placed')!.by).toEqual(clerk)
    expect(moments.find(({ what }) => what === 'paid')).toMatchObject({ by: clerk, money: { amount: 600, way: 'cash', till: '櫃檯' } })
    expect(moments.filter(({ what }) => what === 'cancelled').map(({ by, note }) => [by, note])).toEqual([
      [clerk, '會員來電'],
      [clerk, '會員來電'],
    ])
    expect(moments.find(({ what }) => what === 'closed')).toMatchObject({ status: 'cancelled', by: clerk })
    expect(moments.findLast(({ what }) => what !== 'told')).toMatchObject({
      by: { who: 'staff', name: await nameOf(finance) },
      note: 'T-77',
      money: { amount: 600, way: 'transfer' },
      refund: { refundNo: refund!.refundNo, status: 'refunded' },
    })
    expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
    expect(JSON.stringify(moments)).not.toContain('8901')
  })

  it('says who took a card at the terminal, who sent the payment link, and what lapsed by itself', async () => {
    const me = await service.newMember()
    const unpaid = await placed(service, me, [at(4, 20, 9)])
    service.clock.advance(1000)
    expect((await calls.post(desk, '/api/Staff/Payment/Link', { orderNo: unpaid, by: 'mail' })).status).toBe(204)
    await service.jobsDone('send-message')
    const link = toldIn(await story(unpaid)).find(({ isPayLink }) => isPayLink)
    expect(link).toMatchObject({ by: 'staff', status: 'sent', canSendAgain: false })
    expect(await again(unpaid, link!.id)).toMatchObject({ status: 409, body: { code: 'message_not_repeatable' } })

    const paid = await placed(service, me, [at(5, 20, 9)])
    service.clock.advance(1000)
    const taken = await calls.post(desk, '/api/Staff/Payment/Desk', { orderNo: paid, way: 'terminal', tillId: null, reference: 'SLIP-9' })
    expect(taken.status, taken.text).toBe(200)
    expect((await story(paid)).find(({ what }) => what === 'paid')).toMatchObject({
      by: { who: 'staff', name: await nameOf(desk) },
      money: { way: 'terminal', reference: 'SLIP-9' },
    })

    service.clock.advance(3 * 86_400_000)
    await service.keepSessions()
    await jobsRanUntil(service.db, service.clock.now())
    await expireUnpaidOrders(service.db, service.clock.now(), async () => undefined)
    expect((await story(unpaid)).at(-1)).toMatchObject({ what: 'closed', status: 'expired', by: { who: 'system' } })
  })

  it('says what the venue cancelled in full, and offers the desk the ways in which the money was paid', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(6, 27, 8)], 'atm')
    const { items } = await order(orderNo)
    await cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'full')
    await refundOpenDues(deps(), service.clock.now())
    const { refunds, status } = await order(orderNo)
    expect([status, refunds]).toEqual(['venue-cancelled', [expect.objectContaining({ amount: 300, deskWays: ['transfer'] })]])
    const { refundNo } = refunds[0]!
    expect(await calls.post(desk, '/api/Staff/Payment/Refund', { refundNo, way: 'cash', tillId })).toMatchObject({
      status: 409,
      body: { code: 'paid_another_way' },
    })
    const to = (bankAccount: string) =>
      calls.post(desk, '/api/Staff/Payment/Refund', { refundNo, way: 'transfer', bankCode: '007', bankAccount, accountName: '林' })
    expect(await to('12')).toMatchObject({ status: 422, body: { errors: [{ path: 'bankAccount' }] } })
    expect((await to('0123-4567-8901')).status).toBe(200)
    // An account of a member who paid online is not replaced at the desk.
    expect(await to('9999-4567-8901')).toMatchObject({ status: 409, body: { code: 'refund_not_waiting' } })
    expect((await order(orderNo)).refunds[0]!.deskWays).toEqual([])
  })
})

describe('cancelling from the order', () => {
  it('cancels all or none, only bookings of that order, and says who moved one meanwhile', async () => {
    const { orderNo } = await soldForCash([at(1, 25, 8), at(2, 25, 8)], 600)
    const { orderNo: foreign } = await soldForCash([at(3, 25, 8)], 300)
    const [one, two] = (await order(orderNo)).items
    const [other] = (await order(foreign)).items
    const both = (moves: number) => [
      { id: one!.id, moves: 0 },
      { id: two!.id, moves },
    ]
    expect(await cancel(orderNo, both(1), 'full')).toMatchObject({ status: 409, body: { code: 'moved_meanwhile' } })
    expect(await cancel(orderNo, [both(0)[0]!, { id: other!.id, moves: 0 }], 'full')).toMatchObject({ status: 404 })
    expect(await cancel(orderNo, [both(0)[0]!, both(0)[0]!], 'full')).toMatchObject({ status: 404 })
    expect(await cancel(orderNo, [{ id: other!.id, moves: 0 }], 'full')).toMatchObject({ status: 404 })
    expect((await order(orderNo)).items.map(({ status }) => status)).toEqual(['active', 'active'])
    expect(await cancel(orderNo, both(0), 'full')).toMatchObject({ status: 200, body: { back: 600 } })
    expect(await cancel(orderNo, both(0), 'full')).toMatchObject({ status: 409, body: { code: 'booking_cancelled' } })
    expect((await order(foreign)).status).toBe('confirmed')
    expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
  })
})

describe('sending a message again', () => {
  it('writes the letter anew to the address of today, three times an hour, once for each key, and lists it with who sent it', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(7, 26, 8)])
    await allTold()
    const first = toldIn(await story(orderNo)).find(({ subject }) => subject?.includes('預約成功'))
    expect(first).toMatchObject({ status: 'sent', canSendAgain: true })
    await service.db
      .updateTable('members')
      .set({ email: `new-${me.email}` })
      .where('id', '=', me.id)
      .execute()
    service.clock.advance(1000)
    expect(await again(orderNo, first!.id, 'pressed twice')).toMatchObject({ status: 204 })
    expect(await again(orderNo, first!.id, 'pressed twice')).toMatchObject({ status: 204 })
    await service.jobsDone('send-message')
    const [mail, ...others] = await service.inbox(`new-${me.email}`)
    expect([mail!.subject, mail!.body.includes(orderNo), mail!.attachments.length, others]).toEqual([first!.subject, true, 1, []])
    expect(toldIn(await story(orderNo)).filter(({ subject }) => subject === first!.subject)).toEqual([
      expect.objectContaining({ isAgain: false, by: 'system' }),
      expect.objectContaining({ isAgain: true, by: 'staff', status: 'sent', recipient: 'n***@example.com' }),
    ])
    service.clock.advance(1000)
    expect((await again(orderNo, first!.id)).status).toBe(204)
    expect((await again(orderNo, first!.id, randomUUID(), finance)).status).toBe(204)
    expect(await again(orderNo, first!.id)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    service.clock.advance(3_601_000)
    expect((await again(orderNo, first!.id)).status).toBe(204)
  })

  it('is refused for what no longer holds, for messages of other orders, and without a key', async () => {
    const me = await service.newMember()
    const unpaid = await placed(service, me, [at(8, 26, 8)])
    await allTold()
    const [notice] = toldIn(await story(unpaid))
    expect(notice!.canSendAgain).toBe(true)
    const { orderNo } = await paidAtGateway(service, me, [at(8, 26, 10)])
    const repeated = async () => (await again(unpaid, notice!.id, 'sent before it was paid')).status
    expect([(await again(orderNo, notice!.id)).status, await repeated()]).toEqual([404, 204])
    await calls.post(desk, '/api/Staff/Payment/Desk', { orderNo: unpaid, way: 'terminal', tillId: null, reference: 'S' })
    expect(toldIn(await story(unpaid)).find(({ id }) => id === notice!.id)!.canSendAgain).toBe(false)
    expect(await again(unpaid, notice!.id)).toMatchObject({ status: 409, body: { code: 'letter_outdated' } })
    expect(await repeated(), 'the same request').toBe(204)
    const unkeyed = { as: desk, body: { orderNo: unpaid, messageId: notice!.id } }
    const { body } = await service.call('POST', '/api/Staff/Order/Message/Again', unkeyed)
    expect(body).toMatchObject({ status: 422, code: 'idempotency_key_missing' })
  })

  it('reaches a guest by text', async () => {
    const { orderNo, mobile } = await soldForCash([at(1, 26, 12)], 300)
    await allTold()
    const [text] = toldIn(await story(orderNo))
    expect(text).toMatchObject({ channel: 'sms', status: 'sent', canSendAgain: true })
    expect((await again(orderNo, text!.id)).status).toBe(204)
    await service.jobsDone('send-message')
    expect(await service.inbox(mobile, 2)).toHaveLength(2)
  })
})
