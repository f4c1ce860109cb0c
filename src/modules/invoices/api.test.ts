import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '#http/log.ts'
import { faultySend } from '#testing/faulty-send.ts'
import { at, orderCalls, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { sendToDemoIssuer } from '../../../demo/issuer/send.ts'
import { unknownBarcode, unknownDonation, unknownTaxId } from '../../../demo/issuer/ecpay-invoices.ts'
import { openIssuers } from './issuers.ts'
import { demo } from './issuers/ecpay/settings.ts'

const logged: string[] = []
let service: TestService
let network: ReturnType<typeof faultySend>
let amy: TestMember
let ben: TestMember
beforeAll(async () => {
  const log = openLog('debug', { write: (line: string) => void logged.push(line) })
  service = await openTestService({
    log,
    issuers: (db, clock) => {
      network = faultySend(sendToDemoIssuer({ db, clock }))
      return openIssuers({ invoices: { issuer: 'ecpay', settings: demo('https://park.example') } }, { db, sendToDemo: network.send })
    },
  })
  await smallCentre(service.db)
  ;[amy, ben] = [await service.newMember(), await service.newMember()]
})
afterAll(() => service?.close())
beforeEach(() => {
  network.always = 'none'
})

const read = async (as: TestMember) => (await service.call('GET', '/api/Invoice/Buyer', { as })).body
const choose = (as: TestMember, body: object) => service.call('PUT', '/api/Invoice/Buyer', { as, body })

describe('what a member gives', () => {
  it('is the issuer’s own carrier until something was given, and is remembered', async () => {
    expect(await read(amy)).toMatchObject({ paper: 'invoice', isGiven: false, buyer: { kind: 'member' } })
    expect((await choose(amy, { kind: 'mobile', code: '/abc+123' })).body).toMatchObject({ isGiven: true, buyer: { code: '/ABC+123' } })
    expect(await read(amy)).toMatchObject({ isGiven: true, buyer: { kind: 'mobile', code: '/ABC+123' } })
    expect(await read(ben)).toMatchObject({ isGiven: false })
  })

  it.each([
    [{ kind: 'mobile', code: 'ABC+1234' }, 'carrier_wrong'],
    [{ kind: 'mobile', code: unknownBarcode }, 'carrier_unknown'],
    [{ kind: 'donation', code: '12' }, 'donation_wrong'],
    [{ kind: 'donation', code: unknownDonation }, 'donation_unknown'],
    [{ kind: 'business', taxId: '12345678', title: '青禾' }, 'tax_id_wrong'],
    [{ kind: 'business', taxId: '04595257' }, 'title_missing'],
  ])('is refused when it cannot be: %o', async (body, code) => {
    expect(await choose(ben, body)).toMatchObject({ status: 422, body: { code } })
    expect(await read(ben)).toMatchObject({ isGiven: false })
  })

  it('is taken when the number of a business is in no list, because the list is not complete', async () => {
    expect((await choose(ben, { kind: 'business', taxId: unknownTaxId, title: '新公司' })).status).toBe(200)
  })

  it.each(['unreached', 'lost', 'garbage', 'busy'] as const)('is taken by its form when the issuer is %s', async (fault) => {
    network.always = fault
    expect((await choose(ben, { kind: 'mobile', code: '/ABC.456' })).status).toBe(200)
  })
})

describe('an order that is paid', () => {
  it('gets its invoice soon, which its member sees, and nobody else', async () => {
    const orderNo = await placed(service, amy, [at(1, 17, 9)])
    await paid(service.db, orderNo, service.clock.now())
    const list = () => service.call('GET', `/api/Invoice/List?orderNo=${orderNo}`, { as: amy })
    expect((await list()).body).toEqual({ items: [], isSettling: true })
    await service.jobs.send(service.db, 'settle-invoices-soon', {})
    await service.jobsDone('settle-invoices-soon')
    const { body } = await list()
    expect(body.isSettling).toBe(false)
    expect(body.items).toMatchObject([
      { status: 'issued', amount: 300, rest: 300, number: expect.stringMatching(/^FH/), buyer: { kind: 'mobile', code: '/A••••23' } },
    ])
    expect((await service.call('GET', `/api/Invoice/List?orderNo=${orderNo}`, { as: ben })).body.items).toEqual([])
  })

  it('by a link gets what is said there, which shows nothing of what its member has given', async () => {
    const orderNo = (await orderCalls(() => service).place(amy, [at(1, 18, 9)])).body.orderNo
    const ref = service.tokens.signPayLink(orderNo)
    const link = (query: string) => service.call('GET', `/api/Invoice/Buyer/Link?ref=${encodeURIComponent(query)}`)
    expect((await link(ref)).body).toMatchObject({ isGiven: false, buyer: { kind: 'member', code: '' } })
    const put = (body: object) => service.call('PUT', '/api/Invoice/Buyer/Link', { body })
    expect((await put({ ref, kind: 'donation', code: '168001' })).status).toBe(200)
    expect((await link(ref)).body).toMatchObject({ isGiven: true, buyer: { kind: 'donation', code: '168001' } })
    expect((await link(`${ref}x`)).status).toBe(404)
    expect((await put({ ref: `${ref}x`, kind: 'donation', code: '168001' })).status).toBe(404)
    await paid(service.db, orderNo, service.clock.now())
    expect((await put({ ref, kind: 'donation', code: '25885' })).body.code).toBe('nothing_to_pay')
    await service.jobs.send(service.db, 'settle-invoices-soon', {})
    await service.jobsDone('settle-invoices-soon')
    const { body } = await service.call('GET', `/api/Invoice/List?orderNo=${orderNo}`, { as: amy })
    expect(body.items).toMatchObject([{ status: 'issued', buyer: { kind: 'donation', code: '168001' } }])
  })
})

it('writes no key and no barcode into the log, also when the issuer is silent', async () => {
  const { hashKey, hashIv } = demo('https://park.example')
  await paid(service.db, await placed(service, amy, [at(1, 18, 11)]), service.clock.now())
  network.always = 'lost'
  await service.jobs.send(service.db, 'settle-invoices-soon', {})
  await service.jobsDone('settle-invoices-soon')
  expect(logged.join('\n')).toContain('an invoice waits')
  for (const secret of [hashKey, hashIv, '/ABC+123', '/ABC.456', unknownBarcode]) expect(logged.join('\n')).not.toContain(secret)
})
