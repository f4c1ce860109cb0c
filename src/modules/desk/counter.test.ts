import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askRefund } from '#modules/refunds/ask-refund.ts'
import { bookingKinds } from '#modules/orders/order-kinds.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { at, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let desk: TestMember
let tillId: string
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  tillId = await calls.openTill(desk, 2000)
})
afterAll(() => service.close())

const calls = deskCalls(() => service)
const guest = { name: '王小明', mobile: '0911222333' }
const cash = (given: number) => ({ way: 'cash', tillId, given })
const sell = (body: object, key?: string) => calls.sell(desk, { guest, ...body }, key)
const receiptOf = async (orderNo: string) => (await service.call('GET', `/api/Staff/Payment/Receipt/${orderNo}`, { as: desk })).body
/** Bodies of the messages to somebody whose cause begins so. */
const textsTo = async (recipient: string, cause: string) =>
  (
    await service.db
      .selectFrom('messages')
      .select('body')
      .where('recipient', '=', recipient)
      .where('cause', 'like', `${cause}%`)
      .orderBy('created_at')
      .execute()
  ).map(({ body }) => body ?? '')
const ledgerOf = async (orderNo: string) =>
  service.db
    .selectFrom('ledger as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['l.kind', 'l.way', 'l.amount', 'l.till_id as tillId'])
    .where('o.order_no', '=', orderNo)
    .orderBy('l.id')
    .execute()

describe('a walk-in who pays cash', () => {
  it('has the court, the change is computed by the server, and the receipt and the till say the same', async () => {
    const before = (await calls.till(desk, tillId)).expected
    const sold = await sell({ items: [at(1, 20, 8)], amount: 300, payment: cash(1000) })
    expect(sold).toMatchObject({ status: 201, body: { status: 'confirmed', amount: 300, change: 700 } })
    const { orderNo } = sold.body
    expect(await ledgerOf(orderNo)).toEqual([{ kind: 'payment', way: 'cash', amount: 300, tillId }])
    const till = await calls.till(desk, tillId)
    expect(till.expected).toBe(before + 300)
    expect(till.rows.at(-1)).toMatchObject({ kind: 'sale', amount: 300, given: 1000, reference: orderNo })
    expect(await receiptOf(orderNo)).toMatchObject({
      name: '王小明',
      isGuest: true,
      payments: [{ way: 'cash', amount: 300, given: 1000, change: 700, till: '櫃檯' }],
    })
  })

  it('buys a period that has begun, and counts as there', async () => {
    const { status, body } = await sell({ items: [at(8, 15, 10)], amount: 300, payment: cash(300) })
    expect([status, body.status, body.checkedIn]).toEqual([201, 'confirmed', true])
    const item = await service.db
      .selectFrom('order_items as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select(['i.checked_in_at as at', 'o.state'])
      .where('o.order_no', '=', body.orderNo)
      .executeTakeFirstOrThrow()
    expect(item).toEqual({ at: service.clock.now(), state: 'checked-in' })
  })

  it('is sold once when the button is pressed twice', async () => {
    const body = { items: [at(2, 20, 8)], amount: 300, payment: cash(500) }
    const [first, second] = [await sell(body, 'pressed twice'), await sell(body, 'pressed twice')]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(await ledgerOf(first.body.orderNo)).toHaveLength(1)
  })

  it.each([
    ['too little cash', () => ({ items: [at(3, 20, 8)], amount: 300, payment: cash(200) }), 422, 'given_too_little'],
    ['another price than was shown', () => ({ items: [at(3, 20, 8)], amount: 250, payment: cash(300) }), 409, 'price_changed'],
    [
      'a till that is not open',
      () => ({ items: [at(3, 20, 8)], amount: 300, payment: { ...cash(300), tillId: desk.id } }),
      409,
      'till_closed',
    ],
    ['a court that is taken', () => ({ items: [at(1, 20, 8)], amount: 300, payment: cash(300) }), 409, 'period_taken'],
  ])('leaves nothing behind with %s', async (_, body, status, code) => {
    const before = [await service.db.selectFrom('orders').select('id').execute(), (await calls.till(desk, tillId)).expected]
    expect(await sell(body())).toMatchObject({ status, body: { code } })
    expect([await service.db.selectFrom('orders').select('id').execute(), (await calls.till(desk, tillId)).expected]).toEqual(before)
  })
})

describe('a guest', () => {
  it('is the same person with the same name and mobile, and has nothing to log in with', async () => {
    const add = () => calls.post(desk, '/api/Staff/Guest', { name: '林大同', mobile: '0955111222' })
    const [first, second] = [await add(), await add()]
    expect([first.body.isNew, second.body]).toEqual([true, { memberId: first.body.memberId, isNew: false }])
    const row = await service.db.selectFrom('members').selectAll().where('id', '=', first.body.memberId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ account: null, email: null, secret_hash: null, email_confirmed_at: null, is_guest: true })
    const give = service.db.updateTable('members').set({ secret_hash: 'x', account: 'guest' }).where('id', '=', row.id)
    await expect(give.execute()).rejects.toThrow('members_guest_or_account')
  })

  it('cannot log in, and gets no code to choose a secret', async () => {
    for (const emailOrAccount of ['', 'null', guest.mobile])
      expect((await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret: testSecret } })).status).not.toBe(
        200,
      )
    await service.call('POST', '/api/AccountMember/SendSms_ResetPassword', { body: { mobile: guest.mobile } })
    expect(await textsTo(guest.mobile, 'reset')).toEqual([])
  })

  it('stays when unconfirmed registrations are deleted', async () => {
    const { deleteUnconfirmed, listUnconfirmed } = await import('#modules/accounts/store.ts')
    const { id } = await service.db.selectFrom('members').select('id').where('mobile', '=', guest.mobile).executeTakeFirstOrThrow()
    expect(await listUnconfirmed(service.db, new Date(service.clock.now().getTime() + 86_400_000))).not.toContain(id)
    await deleteUnconfirmed(service.db, [id])
    expect(await service.db.selectFrom('members').select('id').where('mobile', '=', guest.mobile).execute()).toHaveLength(1)
  })

  it('is found by any part of the name and both ends of the mobile, with members', async () => {
    const me = await service.newMember()
    const find = async (q: string) =>
      (await service.call('GET', `/api/Staff/Counter/People?q=${encodeURIComponent(q)}`, { as: desk })).body.items
    expect(await find('0911 222')).toMatchObject([{ name: '王小明', isGuest: true }])
    expect(await find(me.mobile)).toMatchObject([{ memberId: me.id, isGuest: false }])
    for (const part of ['王小', '小明', guest.mobile.slice(-6)]) expect(await find(part), part).toMatchObject([{ mobile: guest.mobile }])
    expect(await find('%')).toEqual([])
  })
})

describe('an identity whose proof is seen at the desk', () => {
  const student = () => ({ items: [at(4, 20, 8)], identityId: 3, amount: 150, payment: cash(150) })

  it('gives its price, and the audit log says that the proof was seen', async () => {
    expect(await sell(student())).toMatchObject({ status: 422, body: { code: 'proof_not_seen' } })
    const sold = await sell({ ...student(), proofSeen: true })
    expect(sold).toMatchObject({ status: 201, body: { amount: 150 } })
    const { after } = await service.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'order.placed')
      .where('subject_id', '=', sold.body.orderNo)
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ proofSeen: true, identity: { en: 'Student' }, way: 'cash' })
  })

  it('is none of a community, and none that there is not', async () => {
    for (const identityId of [9, 99])
      expect(await sell({ ...student(), identityId, proofSeen: true })).toMatchObject({ status: 422, body: { code: 'no_such_identity' } })
  })
})

describe('a call that becomes a booking paid by link', () => {
  const refOf = async (orderNo: string) => {
    const [body] = await textsTo(guest.mobile, `pay-link:${orderNo}`)
    return new URL(/https?:\S+/.exec(body!)![0]).searchParams.get('ref')!
  }

  it('sends a text whose link shows what is to be paid to whoever has it, and starts the payment without a login', async () => {
    const sold = await sell({ items: [at(5, 20, 8)], amount: 300, payment: { way: 'link', by: 'sms' } })
    expect(sold).toMatchObject({ status: 201, body: { status: 'awaiting-payment' } })
    const ref = await refOf(sold.body.orderNo)
    const seen = await service.call('GET', `/api/Payment/Link?ref=${ref}`)
    expect(seen.body).toMatchObject({ orderNo: sold.body.orderNo, amount: 300, status: 'awaiting-payment', items: [{ venue2ndId: 5 }] })
    expect(seen.text).not.toContain(guest.name)
    expect(seen.text).not.toContain(guest.mobile)
    const started = await service.call('POST', '/api/Payment/Link', { body: { ref } })
    expect(started).toMatchObject({ status: 200, body: { orderNo: sold.body.orderNo } })
    expect(JSON.stringify(started.body.fields)).toContain('pay=')
  })

  it('shows nothing by a link that is made up or of another order', async () => {
    const sold = await sell({ items: [at(6, 20, 8)], amount: 300, payment: { way: 'link', by: 'sms' } })
    const ref = await refOf(sold.body.orderNo)
    const other = ref.replace(sold.body.orderNo, 'F261115AAAAAAA')
    for (const wrong of [other, sold.body.orderNo, service.tokens.signReference(sold.body.orderNo), '.', 'x'.repeat(80)]) {
      expect((await service.call('GET', `/api/Payment/Link?ref=${wrong}`)).status).toBe(404)
      expect((await service.call('POST', '/api/Payment/Link', { body: { ref: wrong } })).status).toBe(404)
    }
  })

  it('is sent again at most five times an hour, and needs an address for a mail', async () => {
    const { body } = await sell({ items: [at(7, 20, 8)], amount: 300, payment: { way: 'arrival' } })
    const send = (by: string) => calls.post(desk, '/api/Staff/Payment/Link', { orderNo: body.orderNo, by })
    expect(await send('mail')).toMatchObject({ status: 422, body: { code: 'no_address' } })
    const repeated = () => calls.post(desk, '/api/Staff/Payment/Link', { orderNo: body.orderNo, by: 'sms' }, 'one and the same link')
    expect((await repeated()).status).toBe(204)
    for (let n = 0; n < 4; n++) expect((await send('sms')).status).toBe(204)
    expect(await send('sms')).toMatchObject({ status: 429 })
    await calls.post(desk, '/api/Staff/Payment/Desk', { orderNo: body.orderNo, ...cash(300) })
    expect((await repeated()).status, 'the same link again, though it is paid').toBe(204)
    expect(await textsTo(guest.mobile, `pay-link:${body.orderNo}`)).toHaveLength(5)
  })

  it('goes by text to a guest, by text or mail to a member, and by no text to a mobile that was never proved', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(8, 20, 8)])
    const read = async (path: string) => (await service.call('GET', path, { as: desk })).body
    const ways = async () => [
      (await read(`/api/Staff/Counter/Person/${me.id}`)).linkWays,
      (await read(`/api/Staff/Order/${orderNo}`)).person.linkWays,
    ]
    expect(await ways()).toEqual([
      ['sms', 'mail'],
      ['sms', 'mail'],
    ])
    await service.db.updateTable('members').set({ mobile_unproven: true }).where('id', '=', me.id).execute()
    expect(await ways()).toEqual([['mail'], ['mail']])
    const send = (by: string) => calls.post(desk, '/api/Staff/Payment/Link', { orderNo, by })
    expect(await send('sms')).toMatchObject({ status: 422, body: { code: 'no_address' } })
    expect((await send('mail')).status).toBe(204)
    expect(await textsTo(me.mobile, `pay-link:${orderNo}`)).toEqual([])
    const { body } = await service.call('POST', '/api/Staff/Guest', { as: desk, body: { name: '陳小姐', mobile: '0911222444' } })
    expect((await read(`/api/Staff/Counter/Person/${body.memberId}`)).linkWays).toEqual(['sms'])
  })
})

describe('an order that was placed before', () => {
  const pay = (orderNo: string, money: object, key?: string) => calls.post(desk, '/api/Staff/Payment/Desk', { orderNo, ...money }, key)

  it('is paid at the desk once, in cash or by the terminal with its reference', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(1, 21, 8)])
    const paid = await pay(orderNo, { way: 'terminal', tillId, reference: 'T-0042' }, 'a terminal slip')
    expect(paid).toMatchObject({ status: 200, body: { amount: 300, change: 0 } })
    expect(await pay(orderNo, { way: 'terminal', tillId, reference: 'T-0042' }, 'a terminal slip')).toMatchObject({ status: 200 })
    expect(await pay(orderNo, cash(300))).toMatchObject({ status: 409, body: { code: 'nothing_to_pay' } })
    expect(await ledgerOf(orderNo)).toEqual([{ kind: 'payment', way: 'terminal', amount: 300, tillId }])
    expect((await calls.till(desk, tillId)).terminal).toMatchObject({ count: 1, amount: 300, slips: [{ reference: 'T-0042', orderNo }] })
    expect((await receiptOf(orderNo)).payments).toMatchObject([{ way: 'terminal', reference: 'T-0042' }])
  })

  it('by the terminal is counted with the open till, though the request names none', async () => {
    const orderNo = await placed(service, await service.newMember(), [at(2, 21, 10)])
    expect((await pay(orderNo, { way: 'terminal', tillId: null, reference: 'T-0043' })).status).toBe(200)
    expect(await ledgerOf(orderNo)).toEqual([{ kind: 'payment', way: 'terminal', amount: 300, tillId }])
    expect((await calls.till(desk, tillId)).terminal.slips.at(-1)).toMatchObject({ amount: 300, reference: 'T-0043', orderNo })
  })

  it('is not paid for after its time', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(2, 21, 8)])
    service.clock.advance(16 * 60_000)
    expect(await pay(orderNo, cash(300))).toMatchObject({ status: 409, body: { code: 'order_expired' } })
  })
})

describe('money that goes back', () => {
  /** A refund of a cash sale, as the terms give it. */
  async function refunded(court: number): Promise<string> {
    const sold = await sell({ items: [at(court, 27, 8)], amount: 300, payment: cash(300) })
    const { orderNo, memberId } = sold.body
    const deps = { db: service.db, catalogues: openCatalogues(service.db), orderKinds: bookingKinds }
    const refused = await askRefund(
      deps,
      { memberId, orderNo, itemIds: undefined, reason: '', acceptZero: true, account: undefined },
      service.clock.now(),
    )
    expect(refused).toMatchObject({ refusal: { code: 'needs_bank_account' } })
    const { closeFacility } = await import('#modules/closures/close-court.ts')
    const { unaudited } = await import('#testing/unaudited.ts')
    const { refundOpenDues } = await import('#modules/refunds/refund-open-dues.ts')
    await closeFacility(
      { ...deps, releaseDates: async () => 0 },
      { facilityId: 1, day: '2026-11-27', reasonTw: '颱風', reasonEn: 'Typhoon', by: desk.id },
      unaudited,
      service.clock.now(),
    )
    await refundOpenDues(deps, service.clock.now())
    const waiting = (await service.call('GET', '/api/Staff/Payment/Refunds', { as: desk })).body.items
    return waiting.find((one: { orderNo: string }) => one.orderNo === orderNo).refundNo
  }
  const payBack = (body: object, key?: string) => calls.post(desk, '/api/Staff/Payment/Refund', body, key)

  it('comes out of an open till, once, and the till and the ledger say so; a guest is told of the closure by text', async () => {
    const refundNo = await refunded(1)
    const before = (await calls.till(desk, tillId)).expected
    expect(await payBack({ refundNo, way: 'terminal', tillId, reference: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'paid_another_way' },
    })
    expect(await payBack({ refundNo, way: 'cash', tillId: desk.id })).toMatchObject({ status: 409, body: { code: 'till_closed' } })
    expect(await payBack({ refundNo, way: 'cash', tillId }, 'one press')).toMatchObject({ status: 200, body: { amount: 300 } })
    expect(await payBack({ refundNo, way: 'cash', tillId }, 'one press')).toMatchObject({ status: 200, body: { amount: 300 } })
    // Another desk had the same list open: whoever is told “refunded” hands over cash.
    expect(await payBack({ refundNo, way: 'cash', tillId })).toMatchObject({ status: 409, body: { code: 'refund_paid_already' } })
    const till = await calls.till(desk, tillId)
    expect(till.expected).toBe(before - 300)
    expect(till.rows.at(-1)).toMatchObject({ kind: 'refund', amount: -300, reference: refundNo })
    await service.writeLetters()
    expect((await textsTo(guest.mobile, '')).some((body) => body.includes('全額退費'))).toBe(true)
  })
})
