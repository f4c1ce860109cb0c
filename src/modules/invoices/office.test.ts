import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultySend } from '#testing/faulty-send.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deskCalls } from '#testing/tills.ts'
import { insertRefundDue } from '#modules/orders/refund-due-store.ts'
import { sendToDemoIssuer } from '../../../demo/issuer/send.ts'
import { openIssuers } from './issuers.ts'
import { demo } from './issuers/ecpay/settings.ts'

let service: TestService
let network: ReturnType<typeof faultySend>
let amy: TestMember
let finance: TestMember
let desk: TestMember
beforeAll(async () => {
  service = await openTestService({
    issuers: (db, clock) => {
      network = faultySend(sendToDemoIssuer({ db, clock }))
      return openIssuers({ invoices: { issuer: 'ecpay', settings: demo('https://park.example') } }, { db, sendToDemo: network.send })
    },
  })
  await smallCentre(service.db)
  amy = await service.newMember()
  finance = await service.newMember({ role: 'finance' })
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service?.close())
beforeEach(() => void (network.always = 'none'))

const settle = async () => {
  await service.jobs.send(service.db, 'settle-invoices-soon', {})
  await service.jobsDone('settle-invoices-soon')
}
const post = (path: string, body: object) => service.call('POST', `/api/Staff/Invoice/${path}`, { as: finance, body })
const list = async (query: string) => (await service.call('GET', `/api/Staff/Invoice/List?${query}`, { as: finance })).body
const sums = async () => (await service.call('GET', '/api/Staff/Invoice/Sums?month=2026-11', { as: finance })).body

let day = 16
async function bought(hour = 9): Promise<string> {
  const orderNo = await placed(service, amy, [at(1, ++day, hour)])
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}
async function owe(orderNo: string, amount: number): Promise<void> {
  const { id } = await service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  const due = { id: randomUUID(), orderId: id, attemptId: null, amount, reason: 'asked' as const, cause: randomUUID() }
  await insertRefundDue(service.db, due, service.clock.now())
}

describe('the office', () => {
  it('sees what waits and why, and sends it again', async () => {
    network.always = 'unreached'
    const orderNo = await bought()
    await settle()
    const { items } = await list('show=waiting')
    expect(items).toMatchObject([{ orderNo, status: 'waiting', deeds: [{ kind: 'issue', status: 'open', problem: expect.any(String) }] }])
    expect((await sums()).differences).toMatchObject([{ orderNo, papers: 0, money: 300, why: 'waits' }])
    network.always = 'none'
    expect((await post('Retry', { deedId: items[0].deeds[0].id })).status).toBe(204)
    await settle()
    expect((await list('show=waiting')).items).toEqual([])
    expect((await list(`show=all&keyword=${orderNo}`)).items).toMatchObject([{ status: 'issued' }])
    expect((await post('Retry', { deedId: items[0].deeds[0].id })).body.code).toBe('nothing_waits')
  })

  it('makes an invoice out anew: the wrong one is voided, and one is issued to the right number', async () => {
    const orderNo = await bought()
    await settle()
    const [before] = (await list(`show=all&keyword=${orderNo}`)).items
    service.clock.advance(60_000)
    const buyer = { kind: 'business', taxId: '04595257', title: '青禾股份有限公司' }
    expect((await post('Reissue', { invoiceId: before.id, reason: '統一編號錯誤', buyer: { ...buyer, taxId: '12345678' } })).status).toBe(
      422,
    )
    expect((await post('Reissue', { invoiceId: before.id, reason: '統一編號錯誤', buyer })).status).toBe(204)
    expect((await post('Reissue', { invoiceId: before.id, reason: '統一編號錯誤', buyer })).body.code).toBe('invoice_waits')
    await settle()
    const { items } = await list(`show=all&keyword=${orderNo}`)
    expect(items.map(({ status, buyer: to }: { status: string; buyer: object }) => ({ status, to }))).toMatchObject([
      { status: 'issued', to: { kind: 'business', taxId: '04595257' } },
      { status: 'voided', to: { kind: 'member' } },
    ])
  })

  it('does not void an invoice that has an allowance, or is too old', async () => {
    const orderNo = await bought()
    await settle()
    await owe(orderNo, 100)
    await settle()
    const [one] = (await list(`show=all&keyword=${orderNo}`)).items
    expect(one).toMatchObject({ canReissue: false, rest: 200, allowances: [{ amount: 100 }] })
    const body = { invoiceId: one.id, reason: '錯誤', buyer: { kind: 'paper' } }
    expect((await post('Reissue', body)).body.code).toBe('allowance_lives')
  })

  it('notes what it has found at the issuer, and tries everything again that was refused', async () => {
    const orderNo = await bought()
    await service.db.updateTable('invoice_deeds').set({ state: 'held', problem: '1100040' }).where('state', '=', 'open').execute()
    await settle()
    await owe(orderNo, 50)
    network.always = 'lost'
    await settle()
    const [waiting] = (await list('show=waiting')).items
    const deed = waiting.deeds.find(({ status }: { status: string }) => status === 'open')
    expect((await post('Note', { deedId: deed.id, number: '2026111800000001' })).status).toBe(204)
    expect((await list(`show=all&keyword=${orderNo}`)).items[0].allowances).toMatchObject([{ number: '2026111800000001', amount: 50 }])
    expect((await post('RetryAll', {})).body).toEqual({ count: 0 })
  })

  it('has a month that agrees with the ledger, and a file whose sums are the same', async () => {
    await settle()
    const { papers, balance, differences } = await sums()
    expect(differences).toEqual([])
    expect(balance.papers).toBe(balance.paid - balance.sent - balance.owed - balance.held)
    const [{ issued, voided, allowed, issuer, title }] = papers
    expect([issuer, title]).toEqual(['ecpay', '綠界科技電子發票'])
    const { text } = await service.call('GET', '/api/Staff/Invoice/Month.csv?month=2026-11', { as: finance })
    const last = text.trim().split('\r\n').at(-1)!.split(',')
    expect(Number(last[8])).toBe(issued - voided - allowed)
    expect(balance.papers).toBe(issued - voided - allowed)
  })
})

describe('the desk', () => {
  const { openTill, sell } = deskCalls(() => service)
  it('makes the invoice of a sale out to what was scanned, and prints its paper', async () => {
    const tillId = await openTill(desk)
    const guest = { name: '阿明', mobile: '0912345678' }
    const sale = { guest, items: [at(2, 19, 15)], amount: 300, payment: { way: 'cash', tillId, given: 500 } }
    expect((await sell(desk, { ...sale, invoice: { kind: 'mobile', code: 'ABC' } })).body.code).toBe('carrier_wrong')
    const sold = await sell(desk, { ...sale, invoice: { kind: 'business', taxId: '04595257', title: '04595257' } })
    expect(sold.status).toBe(201)
    await settle()
    const { body } = await service.call('GET', `/api/Staff/Invoice/Order/${sold.body.orderNo}`, { as: desk })
    expect(body.items).toMatchObject([{ status: 'issued', amount: 300, buyer: { kind: 'business', taxId: '04595257' } }])
  })
})
