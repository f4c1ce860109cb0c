import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { openProviders } from '#modules/payments/providers.ts'
import { demoSettings } from '#modules/payments/providers/ecpay/settings.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { newRound, onDays, submitted } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

/** A centre that takes money online by a bank account only, to 49,999, and that needs four days. */
let service: TestService
let club: TestMember
let desk: TestMember
beforeEach(async () => {
  const settings = { payments: { ecpay: demoSettings('http://localhost:3000') }, payWays: { atm: 'ecpay' } }
  const providers = openProviders(settings, async () => ({ failed: 'nobody is asked', isSent: false }))
  service = await openTestService({ providers, start: new Date('2027-01-03T12:00:00+08:00') })
  await smallCentre(service.db)
  await newRound(service)
  club = await service.newMember({ communityName: '青禾羽球社' })
  desk = await service.newMember({ role: 'desk' })
})
afterEach(() => service.close())

const approve = (orderNo: string, headers = {}) =>
  service.call('POST', '/api/Staff/PreOrder/Review', { as: desk, body: { orderNo, decision: 'approved' }, headers })
const near = () => submitted(service, club, [onDays(1, ['2027-01-05'])])
const orders = async () => (await service.db.selectFrom('orders').select(['order_no', 'pay_at_desk', 'amount']).execute()).length

describe('a season that cannot be paid online', () => {
  it('is not approved into a debt that would lapse: its club still waits, staff read why, in both languages', async () => {
    const orderNo = await near()
    const words = {
      tw: '這筆季租費用沒有可用的付款方式，核定後會逾期釋出。請先在規則中開放會員到櫃檯繳費',
      en: 'There is no way to pay for this season, so that it would lapse once it is approved. Please let members pay at the desk in the rules first',
    }
    expect(await approve(orderNo)).toMatchObject({ status: 409, body: { code: 'season_cannot_be_paid', title: words.tw } })
    expect(await approve(orderNo, { 'accept-language': 'en' })).toMatchObject({ status: 409, body: { title: words.en } })
    expect(await orders()).toBe(0)
    const seen = await service.call('GET', `/api/PreOrder/Community/Detail?orderNo=${orderNo}`, { as: club })
    expect(seen.body).toMatchObject({ status: 'submitted', payOrderNo: null })
    expect((await sql`select from occupancy`.execute(service.db)).rows.length, 'its dates stay held').toBeGreaterThan(0)
    expect(await service.db.selectFrom('audit_log').select('action').where('action', '=', 'preorder.approved').execute()).toEqual([])
  })

  it('keeps none of the others of a bulk decision from being approved', async () => {
    const orderNo = await near()
    const other = await service.newMember({ communityName: '湖畔羽球隊' })
    const far = await submitted(service, other, [onDays(2, ['2027-01-19'])])
    const reviews = [orderNo, far].map((one) => ({ orderNo: one, decision: 'approved' }))
    const { body } = await service.call('POST', '/api/Staff/PreOrder/Review/Bulk', { as: desk, body: { reviews } })
    expect(body.lines).toMatchObject([
      { orderNo, isDone: false, code: 'season_cannot_be_paid', reason: expect.stringContaining('沒有可用的付款方式') },
      { orderNo: far, isDone: true, status: 'approved' },
    ])
  })

  it('is dearer than any way takes: the same', async () => {
    await sql`update court_prices set off_peak = 30000, peak = 30000 where identity_id = 9`.execute(service.db)
    const orderNo = await submitted(service, club, [onDays(1, ['2027-01-19'])])
    expect(await approve(orderNo)).toMatchObject({ status: 409, body: { code: 'season_cannot_be_paid' } })
  })

  it('is paid at the desk where the centre lets members pay there, and one that costs nothing needs no way', async () => {
    await writeSetting(service.db, 'booking', { payAtDesk: true }, null, service.clock.now())
    service.clock.advance(61_000)
    await service.keepSessions()
    const { body } = await approve(await near())
    expect(body).toMatchObject({ status: 'approved' })
    const order = (await service.call('GET', `/api/Order/${body.payOrderNo}`, { as: club })).body
    expect(order).toMatchObject({ payAtDesk: true, status: 'awaiting-payment', payBefore: body.payBefore })
    expect((await service.inbox(club.email))[0]!.body).toContain('請到櫃檯繳費')
    const warned = () => service.db.selectFrom('orders').select('order_no as orderNo').where('warned_at', 'is not', null).execute()
    const warnBefore = (deadline: string) => expireUnpaidOrders(service.db, new Date(Date.parse(deadline) - 60_000))
    await warnBefore(order.payBefore)
    expect(await warned(), 'the reminder of the day before the visit is in time').toEqual([])
    const later = (await approve(await submitted(service, club, [onDays(1, ['2027-01-19', '2027-02-02'])]))).body
    await warnBefore(later.payBefore)
    expect(await warned()).toEqual([{ orderNo: later.payOrderNo }])
    await writeSetting(service.db, 'booking', { payAtDesk: false }, null, service.clock.now())
    await sql`update court_prices set off_peak = 0, peak = 0 where identity_id = 9`.execute(service.db)
    const free = await submitted(service, club, [onDays(2, ['2027-01-06'])])
    expect((await approve(free)).body).toMatchObject({ status: 'confirmed' })
  })
})
