import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveBackSupplements } from '#modules/orders/give-back-supplements.ts'
import { settleMoves } from '#modules/orders/settle-moves.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { at, type Item } from '#testing/orders.ts'
import { mailAbout, paidAtGateway, payAtGateway, refundCalls, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deskCalls } from '#testing/tills.ts'

let service: TestService
let desk: TestMember
const calls = refundCalls(() => service)
const atDesk = deskCalls(() => service)
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())

type Paying = (me: TestMember, orderNo: string) => Promise<unknown>
const byCard: Paying = (me, orderNo) => payAtGateway(service, me, orderNo)

/** An hour of 300 that was moved to one of 500, and whose top-up was paid. */
async function movedToDearer(me: TestMember, day: number, court: number, pay = byCard) {
  const { orderNo } = await paidAtGateway(service, me, [at(court, day, 8)])
  const [item] = (await calls.order(me, orderNo)).items
  await move(me, item.id, at(court, day, 19), 500)
  const { pendingMove } = (await calls.order(me, orderNo)).items[0]
  await pay(me, pendingMove.orderNo)
  return { orderNo, id: item.id as string, topUp: pendingMove.orderNo as string }
}
const move = (as: TestMember, id: string, to: Item, total: number, moves = 0) =>
  service.call('POST', `/api/Order/Booking/${id}/Move`, { as, body: { moves, ...to, total }, headers: { 'idempotency-key': randomUUID() } })
const refundsOf = async (as: TestMember, orderNo?: string) =>
  (await service.call('POST', '/api/Order/Refund/List', { as, body: { page: 1, pageSize: 20, ...(orderNo ? { orderNo } : {}) } })).body
    .items
const ledgerOf = async ({ id }: TestMember) => {
  const rows = service.db.selectFrom('ledger as l').innerJoin('orders as o', 'o.id', 'l.order_id').where('o.member_id', '=', id)
  const gone = await rows.where('l.kind', '=', 'refund').select(['l.amount', 'l.way']).orderBy('l.amount').execute()
  return gone.map(({ amount, way }) => [way, -amount])
}
const lettersOf = async ({ email }: TestMember, words: string) => {
  await mailAbout(service, email, words)
  return (await service.inbox(email)).filter(({ subject }) => subject?.includes(words))
}
const spotOf = ({ start, end }: Item) => ({ start, end })
const whole = async () => expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])

describe('a booking that was moved to a dearer hour', () => {
  it('is worth both payments; its refund is one, of the sum that was shown before, each part to the card that paid it', async () => {
    const me = await service.newMember()
    const { orderNo, topUp } = await movedToDearer(me, 21, 1)
    expect(await calls.order(me, orderNo)).toMatchObject({ amount: 500, paid: 500, items: [{ total: 500, toppedUp: 200 }] })
    expect((await calls.check(me, orderNo)).body).toMatchObject({ amount: 500, items: [{ paid: 500, refund: { amount: 500 } }] })
    const { refundNo } = (await calls.refund(me, { orderNo })).body
    const underWay = [{ words: '退費中，尚未退還', amount: 500 }]
    expect(await calls.order(me, orderNo)).toMatchObject({ amount: 500, balance: { rest: 0, parts: underWay } })
    expect(await refundIn(service, me, refundNo, 'refunded')).toMatchObject({
      orderNo,
      title: null,
      amount: 500,
      items: [{ start: at(1, 21, 19).start, paid: 500, amount: 500 }],
    })
    expect(await refundsOf(me)).toHaveLength(1)
    expect(await refundsOf(me, topUp)).toMatchObject([{ refundNo }])
    expect(await ledgerOf(me)).toEqual([
      ['card', 300],
      ['card', 200],
    ])
    const letters = await lettersOf(me, '已取消預約')
    expect(
      letters.map(({ body }) =>
        /共 NT\$500，分 2 筆（NT\$300＋NT\$200）退回原付款方式|共 NT\$500，已分 2 筆（NT\$300＋NT\$200）退回原付款方式/.test(body),
      ),
    ).toEqual([true])
    const { balance } = await calls.order(me, orderNo)
    expect(balance.lines.map(({ words, amount }: { words: string; amount: number }) => [words, amount])).toEqual([
      ['繳費（信用卡）', 300],
      ['改期補差額（信用卡）', 200],
      ['退費申請', -500],
    ])
    expect(balance).toMatchObject({ rest: 0, parts: [] })
    await service.writeLetters()
    await service.jobsDone('send-message')
    // The mail about the cancellation, where the money was back before it was written, or the one that says so.
    const newest = async () => {
      const told = await lettersOf(me, '退費')
      return (told.find(({ subject }) => subject!.startsWith('已退費')) ?? told[0])!.body
    }
    await expect.poll(newest).toContain('・改期補差額（信用卡）　NT$200\n・退費申請　−NT$500\n・實收金額　NT$0')
    await whole()
  })

  it('is listed with its top-up beside it, both to come', async () => {
    const me = await service.newMember()
    const { orderNo, topUp } = await movedToDearer(me, 19, 4)
    const listed = async (when: 'coming' | 'past') => {
      const { body } = await service.call('POST', '/api/Order/List', { as: me, body: { kind: 'venue', when, page: 1, pageSize: 20 } })
      return body.items.map((one: { orderNo: string }) => one.orderNo)
    }
    expect((await listed('coming')).toSorted()).toEqual([orderNo, topUp].toSorted())
    expect(await listed('past')).toEqual([])
  })

  it('gives back the share of the terms of both payments', async () => {
    const me = await service.newMember()
    const { orderNo } = await movedToDearer(me, 17, 2)
    expect((await calls.check(me, orderNo)).body).toMatchObject({
      amount: 250,
      items: [{ paid: 500, refund: { percent: 50, amount: 250 } }],
    })
    const { refundNo } = (await calls.refund(me, { orderNo })).body
    expect(await refundIn(service, me, refundNo, 'refunded')).toMatchObject({
      amount: 250,
      items: [{ paid: 500, percent: 50, amount: 250 }],
    })
    expect(await ledgerOf(me)).toEqual([
      ['card', 150],
      ['card', 100],
    ])
    await whole()
  })

  it('is cancelled in full by the desk for what it says before, in its answer and in the letter', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await movedToDearer(me, 20, 3)
    const story = await service.call('GET', `/api/Staff/Order/${orderNo}`, { as: desk })
    expect(story.body).toMatchObject({ amount: 500, items: [{ total: 500, refundInFull: 500, refundByRule: 500 }] })
    const body = { items: [{ id, moves: 1 }], refund: 'full', reason: '漏水' }
    const cancelled = await service.call('POST', '/api/Staff/Order/Cancel', { as: desk, body: { orderNo, ...body } })
    expect(cancelled).toMatchObject({ status: 200, body: { back: 500 } })
    expect((await lettersOf(me, '場館取消')).map(({ body: text }) => /NT\$500/.test(text))).toEqual([true])
    await whole()
  })

  it('of which a part was paid in cash: the card gets its part, the desk gives back what it took, and it stays one refund', async () => {
    const me = await service.newMember()
    const tillId = await atDesk.openTill(desk)
    const inCash: Paying = (_, orderNo) => atDesk.post(desk, '/api/Staff/Payment/Desk', { orderNo, way: 'cash', tillId, given: 200 })
    const { orderNo, topUp } = await movedToDearer(me, 21, 4, inCash)
    const { refundNo } = (await calls.refund(me, { orderNo })).body
    const half = await refundIn(service, me, refundNo, 'approved')
    expect(half).toMatchObject({ amount: 500 })
    for (let n = 0; n < 100 && (await ledgerOf(me)).length === 0; n++) await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await refundsOf(me))[0]).toMatchObject({
      refundNo,
      status: 'approved',
      way: 'bank',
      amount: 500,
      wentBack: 300,
      nextWays: ['bank'],
    })
    const shown = (await service.call('GET', `/api/Staff/Order/${topUp}`, { as: desk })).body.refunds
    expect(shown).toMatchObject([{ refundNo, deskWays: ['cash', 'transfer'], deskAmounts: { cash: 200, transfer: 200 } }])
    const [requested] = await lettersOf(me, '已取消預約')
    expect(requested!.body).toMatch(/NT\$300 退回原付款方式[^]*NT\$200 不是以信用卡繳費：在櫃檯繳費的請到櫃檯領回/)
    const paid = await atDesk.post(desk, '/api/Staff/Payment/Refund', { refundNo, way: 'cash', tillId })
    expect(paid).toMatchObject({ status: 200, body: { amount: 200 } })
    expect(await refundIn(service, me, refundNo, 'refunded')).toMatchObject({ amount: 500, wentBack: 500 })
    expect(await ledgerOf(me)).toEqual([
      ['card', 300],
      ['cash', 200],
    ])
    await whole()
  })

  /** What is told of a booking that staff move to each of these spots, one after the other. */
  const toldOfMoves = async (me: TestMember, from: Item, spots: Item[]) => {
    const { orderNo } = await paidAtGateway(service, me, [from])
    const [item] = (await calls.order(me, orderNo)).items
    for (const [moves, to] of spots.entries()) {
      const moved = await atDesk.post(desk, `/api/Staff/Booking/${item.id}/Move`, { ...to, moves, reason: '換場' })
      expect(moved.status, moved.text).toBe(200)
      service.clock.advance(61_000)
      await settleMoves({ db: service.db, catalogues: openCatalogues(service.db) }, service.clock.now())
      await service.writeLetters()
    }
    const mails = await service.db.selectFrom('messages').select('body').where('recipient', '=', me.email).orderBy('created_at').execute()
    return mails.map(({ body }) => body!).filter((body) => body.includes('改期'))
  }

  it('by staff, unpaid, and back: nothing goes back, nothing is said to, and what was asked for is not any more', async () => {
    const me = await service.newMember()
    const [first, second] = await toldOfMoves(me, at(7, 20, 8), [at(7, 20, 19), at(8, 20, 8)])
    expect(first).toContain('NT$200')
    expect(second).toContain('先前請您補繳的差額 NT$200 不必再繳。')
    expect(second).not.toContain('退')
    expect(await refundsOf(me)).toEqual([])
    await whole()
  })

  it('by staff, unpaid, and to one that costs less than at first: the letter says what was paid, what it costs, and what is not asked for any more', async () => {
    const me = await service.newMember()
    const [, , third] = await toldOfMoves(me, at(1, 22, 19), [at(10, 22, 19), at(10, 22, 8), at(1, 22, 9)])
    expect(third).toContain('費用由 NT$500 改為 NT$300，差額 NT$200 退還給您。')
    expect(third).toContain('先前請您補繳的差額 NT$900 不必再繳。')
    await whole()
  })

  it('twice, the second time unpaid: what it costs less is taken off what is not paid yet', async () => {
    const { db } = service
    const me = await service.newMember()
    const { orderNo, id } = await movedToDearer(me, 22, 7)
    const order = await db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirstOrThrow()
    const unpaid = { ...order, id: '00000000-0000-4000-8000-000000000001', order_no: 'F26111522222ZZ', state: 'awaiting-payment' }
    await db
      .insertInto('orders')
      .values({
        ...unpaid,
        kind: 'supplement',
        title_tw: '補差額',
        amount: 100,
        supplement_of: id,
        idempotency_key: 'unpaid',
        confirmed_at: null,
      })
      .execute()
    const given = await db.transaction().execute((trx) => giveBackSupplements(trx, id, 100, service.clock.now()))
    expect(given).toEqual({ owed: 0, left: 0, withdrawn: 100, unpaid: 0 })
    const left = await db.selectFrom('orders').select(['amount', 'state']).where('supplement_of', '=', id).orderBy('amount').execute()
    expect(left).toEqual([
      { amount: 100, state: 'cancelled' },
      { amount: 200, state: 'confirmed' },
    ])
  })

  it('and back to a cheaper one costs what its new hour costs, and so does its order', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await movedToDearer(me, 20, 5)
    expect((await move(me, id, at(5, 20, 9), 300, 1)).status).toBe(200)
    expect(await calls.order(me, orderNo)).toMatchObject({ amount: 300, items: [{ total: 300, toppedUp: 0 }] })
    const dear = await paidAtGateway(service, me, [at(6, 19, 19)])
    const [item] = (await calls.order(me, dear.orderNo)).items
    expect((await move(me, item.id, at(6, 19, 8), 300)).status).toBe(200)
    expect(await calls.order(me, dear.orderNo)).toMatchObject({ amount: 300, items: [{ total: 300 }] })
    expect((await calls.check(me, dear.orderNo)).body).toMatchObject({ amount: 300 })
    await whole()
  })
})

describe('a refund for a move to a cheaper hour', () => {
  it('is told by the mail about the move, with both hours and both prices, and says on its page which was left for which', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(8, 21, 19)])
    const [item] = (await calls.order(me, orderNo)).items
    // The payment lets refunds be sent too: the move has to by itself.
    await mailAbout(service, me.email, '預約成功')
    await service.jobsDone('send-refunds-soon')
    expect((await move(me, item.id, at(8, 21, 10), 300)).status).toBe(200)
    const [told] = await lettersOf(me, '預約已改期')
    expect(told!.body).toMatch(/新的場地與時間：\n.*10:00–11:00[^]*原本的場地與時間：\n.*19:00–20:00/)
    expect(told!.body).toMatch(/費用由 NT\$500 改為 NT\$300，差額 NT\$200 退還給您。[^]*NT\$200 (會退回您的|已退回您的)付款信用卡/)
    await expect.poll(() => refundsOf(me, orderNo), { timeout: 8000 }).toHaveLength(1)
    await refundIn(service, me, (await refundsOf(me, orderNo))[0].refundNo, 'refunded')
    await service.writeLetters()
    await service.jobsDone('send-message')
    const subjects = (await service.inbox(me.email)).map(({ subject }) => subject)
    // Once more at most, when the money is back and the mail could not say it.
    expect(subjects.filter((subject) => /退費/.test(subject!)).every((subject) => subject!.startsWith('已退費'))).toBe(true)
    expect(subjects.filter((subject) => /退費/.test(subject!))).toHaveLength(told!.body.includes('已退回') ? 0 : 1)
    service.clock.advance(1000)
    expect((await move(me, item.id, at(7, 21, 11), 300, 1)).status).toBe(200)
    expect(await refundsOf(me, orderNo)).toMatchObject([
      {
        cause: 'moved',
        amount: 200,
        items: [{ ...spotOf(at(8, 21, 10)), moved: { from: spotOf(at(8, 21, 19)), before: 500, after: 300 } }],
      },
    ])
    await whole()
  })
})
