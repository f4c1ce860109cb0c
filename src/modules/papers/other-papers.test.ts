import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, paid, placed } from '#testing/orders.ts'
import { newRound, submitted, weekly } from '#testing/preorders.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deskCalls } from '#testing/tills.ts'
import { openIssuers } from '#modules/invoices/issuers.ts'
import { demo } from '#modules/invoices/issuers/ecpay/settings.ts'
import { sendToDemoIssuer } from '../../../demo/issuer/send.ts'

let service: TestService
let amy: TestMember
let desk: TestMember
beforeAll(async () => {
  const invoices = { issuer: 'ecpay', settings: demo('https://park.example') }
  service = await openTestService({
    start: new Date('2026-12-22T12:00:00.000+08:00'),
    issuers: (db, clock) => openIssuers({ invoices }, { db, sendToDemo: sendToDemoIssuer({ db, clock }) }),
  })
  await smallCentre(service.db)
  amy = await service.newMember()
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service?.close())

async function paperOf(path: string, as: TestMember) {
  const answer = await service.app.request(path, { headers: { authorization: `Bearer ${as.token}`, 'accept-language': 'zh-TW' } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.status, new TextDecoder().decode(bytes)).toBe(200)
  const pdf = await readPdf(bytes)
  const name = decodeURIComponent(answer.headers.get('content-disposition')!.split("UTF-8''")[1]!)
  return { ...pdf, bytes, name, text: pdf.text.replaceAll(/\s+/g, ' ') }
}
async function settled(): Promise<void> {
  await service.jobs.send(service.db, 'settle-invoices-soon', {})
  await service.jobsDone('settle-invoices-soon')
}

describe('of a refund', () => {
  it('says for what, how much and by which way; for its member and the desk', async () => {
    const orderNo = await placed(service, amy, [at(1, 28, 9)].map(later))
    await paid(service.db, orderNo, service.clock.now())
    const { body } = await service.call('POST', '/api/Order/Refund', { as: amy, body: { orderNo } })
    const { refundNo, amount } = body
    const own = await paperOf(`/api/Paper/Refund/${refundNo}`, amy)
    expect(own).toMatchObject({ title: '退費明細', name: `退費明細 ${refundNo}.pdf`, isMarked: true })
    for (const said of [
      refundNo,
      orderNo,
      '會員申請',
      '羽球場 1',
      '2026年12月28日（一）09:00–10:00',
      `合計 NT$${amount}`,
      '退回原付款方式',
    ])
      expect(own.text).toContain(said)
    expect((await paperOf(`/api/Staff/Paper/Refund/${refundNo}`, desk)).text).toContain(refundNo)
    const order = await paperOf(`/api/Paper/Order/${orderNo}`, amy)
    for (const said of ['訂單明細', '已取消', '羽球場 1（已取消）']) expect(order.text).toContain(said)
  })
})

describe('of an invoice', () => {
  it('has number and random code of an electronic one, and where to see it', async () => {
    const orderNo = await placed(service, amy, [at(2, 28, 9)].map(later))
    await paid(service.db, orderNo, service.clock.now())
    await settled()
    const [invoice] = (await service.call('GET', `/api/Invoice/List?orderNo=${orderNo}`, { as: amy })).body.items
    const number = invoice.number.replace(/^(..)/, '$1-')
    const own = await paperOf(`/api/Paper/Invoice/${invoice.id}`, amy)
    expect(own).toMatchObject({ title: '電子發票資料', name: `電子發票資料 ${number}.pdf` })
    for (const said of [number, `隨機碼 ${invoice.randomCode}`, '115年11-12月', orderNo, 'www.einvoice.nat.gov.tw', '不是電子發票證明聯'])
      expect(own.text).toContain(said)
    expect(own.text).not.toContain('新臺幣大寫')
    expect((await paperOf(`/api/Paper/Order/${orderNo}`, amy)).text).toContain(number)
    const stranger = await service.newMember()
    expect((await service.call('GET', `/api/Paper/Invoice/${invoice.id}`, { as: stranger })).status).toBe(404)
  })
})

describe('of a season', () => {
  it('has every date by month, with sums that add up to what the club owes', async () => {
    await newRound(service)
    const club = await service.newMember({ communityName: '青禾羽球社' })
    const orderNo = await submitted(service, club, [weekly(3)])
    const { amount } = (await service.call('GET', `/api/PreOrder/Community/Detail?orderNo=${orderNo}`, { as: club })).body
    const paper = await paperOf(`/api/Paper/Season/${orderNo}`, club)
    expect(paper).toMatchObject({ title: '季租明細', name: `季租明細 ${orderNo}.pdf` })
    for (const said of [orderNo, '青禾羽球社', '週二練球', '2027年1月', '2027年3月', '已登記']) expect(paper.text).toContain(said)
    expect(paper.text.match(/（二）19:00–21:00/g)).toHaveLength(13)
    const money = (text: string) => Number(text.replaceAll(/\D/g, ''))
    const months = [...paper.text.matchAll(/小計，\d+ 次 (NT\$[\d,]+)/g)].map(([, said]) => money(said!))
    expect(months).toHaveLength(3)
    expect(months.reduce((sum, one) => sum + one, 0)).toBe(amount)
    expect(money(/合計，13 次 (NT\$[\d,]+)/.exec(paper.text)![1]!)).toBe(amount)
    const rival = await service.newMember({ communityName: '湖畔羽球隊' })
    expect((await service.call('GET', `/api/Paper/Season/${orderNo}`, { as: rival })).status).toBe(404)
    const both = await paperOf(`/api/Paper/Season/${orderNo}?lang=both`, club)
    expect(both.text).toContain('January 2027')
    expect(both.bytes.length).toBeLessThan(60_000)
  })
})

describe('of a till', () => {
  it('sums up by way of payment what its rows and slips say', async () => {
    const { post, openTill } = deskCalls(() => service)
    const id = await openTill(desk, 2000)
    expect((await post(desk, '/api/Staff/Till/Move', { tillId: id, kind: 'out', amount: 300, reason: '買飲水' })).status).toBe(204)
    const paper = await paperOf(`/api/Staff/Paper/Till/${id}`, desk)
    expect(paper.name).toMatch(/^交班表 2026-12-22 [0-9a-f]{8}\.pdf$/)
    for (const said of [
      '開班中',
      '現金 NT$0 NT$0 NT$0',
      '刷卡機 NT$0 NT$0 NT$0',
      '開班備用金 NT$2,000',
      '取出 −NT$300',
      '應有現金 NT$1,700',
      '買飲水',
    ])
      expect(paper.text).toContain(said)
    await post(desk, '/api/Staff/Till/Close', { tillId: id, pieces: { 1000: 1, 500: 1, 100: 2 }, expected: 1700, explanation: '' })
    const closed = await paperOf(`/api/Staff/Paper/Till/${id}`, desk)
    for (const said of ['實點金額 NT$1,700', '差額 NT$0', '1,000 1 NT$1,000', '100 2 NT$200']) expect(closed.text).toContain(said)
    expect((await service.call('GET', `/api/Staff/Paper/Till/${id}`, { as: amy })).status).toBe(403)
  })

  it('agrees with the till on what cash and the card terminal brought and gave back', async () => {
    const { openTill, post, sell, till } = deskCalls(() => service)
    const tillId = await openTill(desk, 1000, '二號櫃')
    const guest = { name: '王小明', mobile: '0911222333' }
    const sale = async (court: number, payment: object) =>
      (await sell(desk, { guest, items: [at(court, 29, 9)].map(later), amount: 300, payment: { ...payment, tillId } })).body.orderNo
    const orderNo = await sale(1, { way: 'cash', given: 1000 })
    await sale(2, { way: 'cash', given: 300 })
    await sale(3, { way: 'terminal', reference: 'T-0042' })
    const { items } = (await service.call('GET', `/api/Staff/Order/${orderNo}`, { as: desk })).body
    const cancel = { orderNo, items: items.map(({ id }: { id: string }) => ({ id, moves: 0 })), refund: 'full', reason: '漏水' }
    const cancelled = await service.call('POST', '/api/Staff/Order/Cancel', { as: desk, body: cancel })
    expect(cancelled.status, cancelled.text).toBe(200)
    const refunds = async () => (await service.call('GET', `/api/Staff/Order/${orderNo}`, { as: desk })).body.refunds
    await expect.poll(refunds).toHaveLength(1)
    const [refund] = await refunds()
    const paidOut = await post(desk, '/api/Staff/Payment/Refund', { refundNo: refund.refundNo, way: 'cash', tillId })
    expect(paidOut.status, paidOut.text).toBeLessThan(300)
    const { expected, terminal } = await till(desk, tillId)
    expect([expected, terminal.amount]).toEqual([1300, 300])
    const { text } = await paperOf(`/api/Staff/Paper/Till/${tillId}`, desk)
    const sums = ['現金 NT$600 −NT$300 NT$300', '刷卡機 NT$300 NT$0 NT$300', '合計 NT$900 −NT$300 NT$600', '應有現金 NT$1,300', 'T-0042']
    for (const said of sums) expect(text).toContain(said)
  })
})

/** `at` is a day of November. */
function later(item: ReturnType<typeof at>) {
  const move = (moment: string) => moment.replace('2026-11', '2026-12')
  return { ...item, start: move(item.start), end: move(item.end) }
}
