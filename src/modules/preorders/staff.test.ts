import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import type { InboxMessage } from '#modules/notifications/store.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { paid } from '#testing/orders.ts'
import { newRound, onDays, submitted, weekly, preOrderBody } from '#testing/preorders.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let club: TestMember
let rival: TestMember
let desk: TestMember
beforeEach(async () => {
  service = await openTestService({ start: new Date('2026-12-22T12:00:00.000+08:00') })
  await smallCentre(service.db)
  await newRound(service)
  club = await service.newMember({ communityName: '青禾羽球社' })
  rival = await service.newMember({ communityName: '湖畔羽球隊' })
  desk = await service.newMember({ role: 'desk' })
})
afterEach(() => service.close())

const base = '/api/PreOrder/Community'
const detail = async (as: TestMember, orderNo: string) => (await service.call('GET', `${base}/Detail?orderNo=${orderNo}`, { as })).body
const review = (orderNo: string, decision: string, more: object = {}) =>
  service.call('POST', '/api/Staff/PreOrder/Review', { as: desk, body: { orderNo, decision, ...more } })
const trySubmit = async (as: TestMember, lines: object[]) => (await service.call('POST', base, { as, body: preOrderBody(lines) })).status
/** Waits for one mail; others may have been sent before it. */
async function letter(to: TestMember, subject: string): Promise<InboxMessage | undefined> {
  for (const deadline = Date.now() + 8000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = (await service.inbox(to.email, 0)).find((one) => one.subject === subject)
    if (found) return found
  }
  return undefined
}
const owed = () => sql<{ amount: number; reason: string }>`select amount, reason from refunds_due order by amount`.execute(service.db)

describe('review', () => {
  it('asks for named documents, and continues when they have arrived, also after the window', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
    expect((await review(orderNo, 'needs-documents')).status, 'without a reason').toBe(422)
    expect(await review(orderNo, 'needs-documents', { missingKinds: ['roster'], note: '請附名冊' })).toMatchObject({
      status: 200,
      body: { status: 'needs-documents', payOrderNo: null },
    })
    expect(await detail(club, orderNo)).toMatchObject({ status: 'needs-documents', missingKinds: ['roster'], reviewNote: '請附名冊' })
    expect((await letter(club, '請補件：週二練球'))?.body).toContain('團體名冊。請附名冊')
    service.clock.advance(8 * 86_400_000)
    const form = new FormData()
    form.set('uploads', new File([samplePdf('roster')], 'roster.pdf'))
    const [{ id }] = (await service.call('POST', '/api/PreOrder/CommunityAndUser/Docs', { as: club, body: form })).body
    const send = (as: TestMember, kind: string) =>
      service.call('PUT', `${base}/Documents`, { as, body: { orderNo, documents: [{ fileId: id, kind }] } })
    expect((await send(rival, 'roster')).status).toBe(404)
    expect((await send(club, 'application')).body.status, 'the roster is still missing').toBe('needs-documents')
    expect((await send(club, 'roster')).body.status).toBe('submitted')
    expect((await review(orderNo, 'approved')).body.status).toBe('approved')
    expect(await send(club, 'roster')).toMatchObject({ status: 409, body: { code: 'cannot_edit' } })
  })

  it('approves: an order to be paid within the days of the round, whose items are the dates; paid, it is confirmed', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
    const { body } = await review(orderNo, 'approved')
    expect(body).toMatchObject({ status: 'approved', payBefore: '2026-12-29T15:59:59.000Z' })
    expect(await detail(club, orderNo)).toMatchObject({ status: 'approved', payOrderNo: body.payOrderNo, may: { pay: true, edit: false } })
    const order = (await service.call('GET', `/api/Order/${body.payOrderNo}`, { as: club })).body
    expect(order).toMatchObject({ kind: 'preorder', status: 'awaiting-payment', amount: 13 * 900, remark: '週二練球' })
    expect(order.items).toHaveLength(13)
    expect((await letter(club, '已核定，請於期限內繳費：週二練球'))?.body).toContain('NT$11,700')
    expect(await trySubmit(rival, [weekly(1)])).toBe(409)
    expect(await review(orderNo, 'rejected', { note: '太晚' })).toMatchObject({ status: 409, body: { code: 'already_reviewed' } })
    await paid(service.db, body.payOrderNo, service.clock.now())
    expect(await detail(club, orderNo)).toMatchObject({ status: 'confirmed', dates: 13, payBefore: null })
    await service.writeLetters()
    expect(await letter(club, '預約成功：羽球館')).toBeDefined()
    const sent = await service.inbox(club.email, 0)
    expect(
      sent.some(({ subject }) => subject?.startsWith('已為您保留')),
      'no letter of an order that awaits payment',
    ).toBe(false)
  })

  it('releases what is not paid in time, before any job has run', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
    await newRound(service, { end: new Date('2026-12-31T00:00:00+08:00') })
    await review(orderNo, 'approved')
    service.clock.advance(8 * 86_400_000)
    expect(await detail(club, orderNo)).toMatchObject({ status: 'cancelled', dates: 0 })
    expect(await trySubmit(rival, [weekly(1)])).toBe(201)
    await expireUnpaidOrders(service.db, service.clock.now())
    expect(await detail(club, orderNo)).toMatchObject({ status: 'cancelled' })
    expect(await trySubmit(club, [weekly(2), weekly(2, { weekday: 4 })]), 'it no longer counts for the caps').toBe(201)
  })

  it('confirms a free pre-order at once', async () => {
    await sql`update court_prices set off_peak = 0, peak = 0 where identity_id = 9`.execute(service.db)
    const orderNo = await submitted(service, club, [weekly(1)])
    expect((await review(orderNo, 'approved')).body).toMatchObject({ status: 'confirmed', payBefore: null })
    expect(await detail(club, orderNo)).toMatchObject({ status: 'confirmed', amount: 0 })
  })

  it('rejects: the dates are free again at once, and the community sees the reason', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
    await review(orderNo, 'rejected', { note: '非本區社團' })
    expect(await detail(club, orderNo)).toMatchObject({ status: 'rejected', dates: 0, reviewNote: '非本區社團' })
    expect(await trySubmit(rival, [weekly(1)])).toBe(201)
    expect((await letter(club, '不符資格：週二練球'))?.body).toContain('非本區社團')
  })

  it('lists submitted pre-orders, never drafts, with their communities', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
    const { orderNo: hidden } = (await service.call('PUT', `${base}/Draft`, { as: rival, body: { title: '草稿' } })).body
    const list = await service.call('GET', '/api/Staff/PreOrder/List', { as: desk })
    expect(list.body).toMatchObject({ total: 1, items: [{ orderNo, communityName: '青禾羽球社' }] })
    const found = await service.call('GET', `/api/Staff/PreOrder/Detail?orderNo=${orderNo}`, { as: desk })
    expect(found.body).toMatchObject({ communityName: '青禾羽球社', email: club.email })
    expect((await service.call('GET', `/api/Staff/PreOrder/Detail?orderNo=${hidden}`, { as: desk })).status).toBe(404)
    expect((await review(hidden, 'approved')).status).toBe(404)
  })
})

describe('cancel after approval', () => {
  it('is possible while unpaid, and not afterwards', async () => {
    const [first, second] = [await submitted(service, club, [weekly(1)]), await submitted(service, rival, [weekly(2)])]
    const pay = (await review(second, 'approved')).body.payOrderNo
    await review(first, 'approved')
    const cancel = (as: TestMember, orderNo: string) => service.call('POST', `${base}/Cancel`, { as, body: { orderNo } })
    expect((await cancel(club, first)).status).toBe(200)
    expect(await detail(club, first)).toMatchObject({ status: 'cancelled' })
    await paid(service.db, pay, service.clock.now())
    expect(await cancel(rival, second)).toMatchObject({ status: 409, body: { code: 'cannot_cancel' } })
  })
})

describe('give back', () => {
  it('refunds one date by the refund terms, up to 48 hours before; it is free again at once', async () => {
    const orderNo = await submitted(service, club, [onDays(1, ['2027-01-05', '2027-01-12'])])
    const giveBack = (as: TestMember, dateId: string) => service.call('POST', `${base}/GiveBack`, { as, body: { orderNo, dateId } })
    const dates = async () => (await detail(club, orderNo)).lines[0].dates
    const [first, second] = await dates()
    expect(first.giveBack, 'not confirmed yet').toBeNull()
    expect(await giveBack(club, first.id)).toMatchObject({ status: 409, body: { code: 'cannot_give_back' } })
    const { payOrderNo } = (await review(orderNo, 'approved')).body
    await paid(service.db, payOrderNo, service.clock.now())

    service.clock.advance(new Date('2027-01-03T19:00:00.001+08:00').getTime() - service.clock.now().getTime())
    await service.keepSessions()
    expect((await dates())[0].giveBack).toBeNull()
    expect(await giveBack(club, first.id)).toMatchObject({ status: 409, body: { code: 'cannot_give_back' } })
    service.clock.advance(-1)
    expect((await dates())[0].giveBack).toEqual({ refund: 450, percent: 50, until: '2027-01-03T11:00:00.000Z' })
    expect((await giveBack(rival, first.id)).status).toBe(404)
    expect(await giveBack(club, first.id)).toMatchObject({ status: 200, body: { refund: 450 } })
    expect(await giveBack(club, first.id), 'once').toMatchObject({ status: 404 })
    expect(await giveBack(club, second.id)).toMatchObject({ status: 200, body: { refund: 900 } })
    expect((await owed()).rows).toEqual([
      { amount: 450, reason: 'given-back' },
      { amount: 900, reason: 'given-back' },
    ])
    expect((await sql`select 1 from occupancy`.execute(service.db)).rows).toHaveLength(0)
    expect(await dates()).toMatchObject([{ state: 'given-back' }, { state: 'given-back' }])
    expect(await detail(club, orderNo)).toMatchObject({ status: 'cancelled' })
  })
})

describe('a facility that closes for a day', () => {
  it('releases the date of submitted pre-orders, and cancels and owes back what is paid', async () => {
    const registered = await submitted(service, club, [weekly(1)])
    const booked = await submitted(service, rival, [weekly(2)])
    const { payOrderNo } = (await review(booked, 'approved')).body
    await paid(service.db, payOrderNo, service.clock.now())
    const manager = await service.newMember({ role: 'manager' })
    const closed = await service.call('POST', '/api/Staff/Facility/Close', {
      as: manager,
      body: { venue1stId: 1, date: '2027-01-12', reasonTw: '颱風停館', reasonEn: 'Typhoon' },
    })
    expect(closed).toMatchObject({ status: 200, body: { orders: 1, items: 2, owed: 900 } })
    const mine = await detail(club, registered)
    expect(mine).toMatchObject({ status: 'submitted', dates: 12, amount: 12 * 900 })
    expect(mine.lines[0].dates[1]).toMatchObject({ date: '2027-01-12', state: 'released' })
    expect((await detail(rival, booked)).lines[0].dates[1]).toMatchObject({ date: '2027-01-12', state: 'released', giveBack: null })
    expect((await owed()).rows).toEqual([{ amount: 900, reason: 'venue-cancelled' }])
    expect((await letter(club, '場館取消部分日期：週二練球'))?.body).toContain('1月12日（二）19:00–21:00')
    expect((await review(registered, 'approved')).body.status).toBe('approved')
  })
})
