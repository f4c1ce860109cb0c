import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadPicture } from '#testing/highlights.ts'
import { at, orderCalls, paid, placed } from '#testing/orders.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { updateMemberRow } from '#modules/accounts/store.ts'
import { updateCentre } from '#modules/centre/store.ts'
import { openIssuers } from '#modules/invoices/issuers.ts'
import { sendToDemoIssuer } from '../../../demo/issuer/send.ts'

let service: TestService
let amy: TestMember
let ben: TestMember
beforeAll(async () => {
  service = await openTestService({
    issuers: (db, clock) =>
      openIssuers({ invoices: { issuer: 'own', settings: { demo: false } } }, { db, sendToDemo: sendToDemoIssuer({ db, clock }) }),
  })
  await smallCentre(service.db)
  const name = { tw: '青禾運動公園', en: 'Qinghe Sports Park' }
  await updateCentre(service.db, { name, taxId: '04595257', phone: '02-2345-6789' }, null, service.clock.now())
  ;[amy, ben] = [await service.newMember(), await service.newMember()]
})
afterAll(() => service?.close())

const paperOf = async (path: string, as: TestMember) => {
  const headers = { authorization: `Bearer ${as.token}`, 'accept-language': 'zh-TW' }
  const answer = await service.app.request(path, { headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.status, new TextDecoder().decode(bytes)).toBe(200)
  return { headers: answer.headers, bytes, pdf: await readPdf(bytes) }
}

describe('the paper of an order', () => {
  let orderNo: string
  beforeAll(async () => {
    orderNo = await placed(service, amy, [at(1, 17, 9), at(2, 17, 9)])
    await paid(service.db, orderNo, service.clock.now())
    await service.jobs.send(service.db, 'settle-invoices-soon', {})
    await service.jobsDone('settle-invoices-soon')
  })

  it('says what was booked and paid, under the centre’s name and number', async () => {
    const { headers, bytes, pdf } = await paperOf(`/api/Paper/Order/${orderNo}`, amy)
    expect(pdf).toMatchObject({ title: '預約確認單', lang: 'zh-Hant-TW', isMarked: true, pages: { length: 1 } })
    for (const said of [
      '青禾運動公園',
      '統一編號 04595257',
      '02-2345-6789',
      orderNo,
      '預約成功',
      '羽球場 1',
      '2026年11月17日（二）09:00–10:00',
      '合計 NT$600',
      '已繳金額 NT$600',
      '2026-000001',
    ])
      expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(said)
    expect(pdf.text).not.toContain('Booking confirmation')
    expect(bytes.length).toBeLessThan(60_000)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="_____ ${orderNo}.pdf"; filename*=UTF-8''${encodeURIComponent(`預約確認單 ${orderNo}.pdf`)}`,
    )
  })

  it('is in English, or in both', async () => {
    const english = (await paperOf(`/api/Paper/Order/${orderNo}?lang=en`, amy)).pdf
    expect(english).toMatchObject({ title: 'Booking confirmation', lang: 'en-GB' })
    expect(english.text).toContain('Qinghe Sports Park')
    expect(english.text).not.toMatch(/預約確認單|合計/)
    const { pdf: both, headers } = await paperOf(`/api/Paper/Order/${orderNo}?lang=both`, amy)
    expect(headers.get('content-disposition')).toContain(encodeURIComponent(`預約確認單 Booking confirmation ${orderNo}.pdf`))
    expect(both.title).toBe('預約確認單 Booking confirmation')
    for (const said of ['羽球場 1', 'Badminton', '合計', 'Total']) expect(both.text).toContain(said)
  })

  it('is nobody else’s', async () => {
    const path = `/api/Paper/Order/${orderNo}`
    expect((await service.call('GET', path)).status).toBe(401)
    expect(await service.call('GET', path, { as: ben })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await service.call('GET', '/api/Paper/Order/F2611152222222', { as: amy })).status).toBe(404)
    expect((await service.call('GET', '/api/Paper/Order/nonsense', { as: amy })).status).toBe(404)
    expect((await service.call('GET', `${path}?lang=fr`, { as: amy })).status).toBe(422)
  })

  it('of what is not paid says that it proves no payment', async () => {
    const unpaid = (await orderCalls(() => service).place(amy, [at(1, 18, 9)])).body.orderNo
    const { pdf } = await paperOf(`/api/Paper/Order/${unpaid}`, amy)
    expect(pdf.title).toBe('訂單明細')
    for (const said of ['待繳費', '繳費期限', '尚未繳費，這份文件不是繳費證明。']) expect(pdf.text).toContain(said)
  })

  it('writes a name that the font cannot', async () => {
    const one = await service.newMember()
    await updateMemberRow(service.db, one.id, { name: '黃𠮷明 👨‍👩‍👧' })
    const { body } = await orderCalls(() => service).place(one, [at(3, 18, 9)])
    expect((await paperOf(`/api/Paper/Order/${body.orderNo}`, one)).pdf.text).toContain('黃〓明 〓')
  })
})

it('the centre’s own receipt is the paper itself, with its amount in capitals', async () => {
  const orderNo = await placed(service, ben, [at(4, 17, 9)])
  const buyer = { kind: 'business', taxId: '04595257', title: '青禾股份有限公司' }
  expect((await service.call('PUT', '/api/Invoice/Buyer', { as: ben, body: buyer })).status).toBe(200)
  await paid(service.db, orderNo, service.clock.now())
  await service.jobs.send(service.db, 'settle-invoices-soon', {})
  await service.jobsDone('settle-invoices-soon')
  const [receipt] = (await service.call('GET', `/api/Invoice/List?orderNo=${orderNo}`, { as: ben })).body.items
  const { pdf, headers } = await paperOf(`/api/Paper/Invoice/${receipt.id}`, ben)
  expect(pdf.title).toBe('收據')
  expect(headers.get('content-disposition')).toContain(encodeURIComponent(`收據 ${receipt.number}.pdf`))
  const said = ['統一編號 04595257', receipt.number, '青禾股份有限公司', '新臺幣參佰元整', '總計 NT$300', orderNo]
  for (const one of said) expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(one)
  expect((await paperOf(`/api/Paper/Invoice/${receipt.id}?lang=en`, ben)).pdf.title).toBe('Receipt')
  expect((await service.call('GET', `/api/Paper/Invoice/${receipt.id}`, { as: amy })).status).toBe(404)
})

it('a booking that was moved to a dearer hour has the papers of both payments in one place', async () => {
  const one = await service.newMember()
  const orderNo = await placed(service, one, [at(6, 18, 9)])
  await paid(service.db, orderNo, service.clock.now())
  const [item] = (await service.call('GET', `/api/Order/${orderNo}`, { as: one })).body.items
  const moved = await service.call('POST', `/api/Order/Booking/${item.id}/Move`, {
    as: one,
    body: { moves: 0, ...at(6, 18, 19), total: 500 },
    headers: { 'idempotency-key': randomUUID() },
  })
  await paid(service.db, moved.body.topUp.orderNo, service.clock.now())
  await service.jobs.send(service.db, 'settle-invoices-soon', {})
  await service.jobsDone('settle-invoices-soon')
  const { items } = (await service.call('GET', `/api/Invoice/List?orderNo=${orderNo}`, { as: one })).body
  expect(items.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([200, 300])
  const { text } = (await paperOf(`/api/Paper/Order/${orderNo}`, one)).pdf
  for (const { number } of items) expect(text).toContain(number)
  for (const said of [/改期補差額（.*） NT\$200/, /已繳金額 NT\$500/]) expect(text.replaceAll(/\s+/g, ' ')).toMatch(said)
})

it('shows the centre’s logo, and stays small', async () => {
  const one = await service.newMember()
  const orderNo = await placed(service, one, [at(5, 17, 9)])
  const before = (await paperOf(`/api/Paper/Order/${orderNo}`, one)).bytes
  const fileId = await uploadPicture(service, await service.newMember({ role: 'manager' }))
  await updateCentre(service.db, { logo: { fileId, width: 1200, height: 800 } }, null, service.clock.now())
  const { bytes } = await paperOf(`/api/Paper/Order/${orderNo}`, one)
  const images = (of: Uint8Array) => Buffer.from(of).toString('latin1').split('/Subtype /Image').length - 1
  expect([images(before), images(bytes)]).toEqual([0, 1])
  expect(bytes.length).toBeLessThan(60_000)
})

it('refuses a member who asks without end', async () => {
  const one = await service.newMember()
  const path = '/api/Paper/Order/F2611152222222'
  for (let n = 0; n < 12; n++) await service.call('GET', path, { as: one })
  expect(await service.call('GET', path, { as: one })).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
})
