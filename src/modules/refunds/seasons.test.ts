import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#testing/invariants.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { newRound, onDays, submitted } from '#testing/preorders.ts'
import { payAtGateway, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let club: TestMember
let manager: TestMember
beforeEach(async () => {
  service = await openTestService({ start: new Date('2026-12-22T12:00:00.000+08:00') })
  await smallCentre(service.db)
  const facilities = [1, 3].map((venue1stId) => ({ venue1stId, opens: '08:00', closes: '22:00' }))
  await newRound(service, {}, { facilities })
  club = await service.newMember({ communityName: '青禾羽球社' })
  manager = await service.newMember({ role: 'manager' })
})
afterEach(() => service.close())

/** Registered, approved and really paid. */
async function paidSeason(lines: object[], way: 'card' | 'atm' = 'card') {
  const orderNo = await submitted(service, club, lines)
  const { payOrderNo } = (
    await service.call('POST', '/api/Staff/PreOrder/Review', { as: manager, body: { orderNo, decision: 'approved' } })
  ).body
  await payAtGateway(service, club, payOrderNo, way)
  const detail = (await service.call('GET', `/api/PreOrder/Community/Detail?orderNo=${orderNo}`, { as: club })).body
  return { orderNo, payOrderNo: payOrderNo as string, dates: detail.lines.flatMap((line: { dates: { id: string }[] }) => line.dates) }
}
const giveBack = (orderNo: string, dateId: string) =>
  service.call('POST', '/api/PreOrder/Community/GiveBack', { as: club, body: { orderNo, dateId } })
const refunds = async () => (await service.call('POST', '/api/Order/Refund/List', { as: club, body: {} })).body.items
async function goTo(moment: string): Promise<void> {
  service.clock.advance(new Date(moment).getTime() - service.clock.now().getTime())
  await service.keepSessions()
}
const allIsWell = async () => expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])

describe('a date of a pre-order that the community gives back', () => {
  it('is a refund like every other, with amount and reason, and goes back to the card', async () => {
    const { orderNo, payOrderNo, dates } = await paidSeason([onDays(1, ['2027-01-05', '2027-01-12'])])
    await goTo('2027-01-03T12:00:00+08:00')
    expect(await giveBack(orderNo, dates[0].id)).toMatchObject({ status: 200, body: { refund: 450 } })
    await allIsWell()
    const [refund] = await refunds()
    expect(refund).toMatchObject({
      orderNo: payOrderNo,
      cause: 'given-back',
      way: 'card',
      amount: 450,
      items: [{ id: dates[0].id, paid: 900, percent: 50, amount: 450 }],
    })
    await refundIn(service, club, refund.refundNo, 'refunded')
    await allIsWell()
    expect((await service.call('GET', `/api/Order/${payOrderNo}`, { as: club })).body).toMatchObject({
      preOrderNo: orderNo,
      status: 'confirmed',
      paid: 1350,
      items: [
        { status: 'cancelled', cancelledBy: 'member' },
        { status: 'active', cancelledBy: null },
      ],
    })
  })

  it('waits for a bank account when it was paid by transfer', async () => {
    const { orderNo, dates } = await paidSeason([onDays(1, ['2027-01-12'])], 'atm')
    await giveBack(orderNo, dates[0].id)
    expect((await refunds())[0]).toMatchObject({ status: 'approved', way: 'bank', account: null, nextWays: ['bank'], amount: 900 })
    await allIsWell()
  })

  it('with a refund of 0 says so, and explains what was kept', async () => {
    const { orderNo, dates } = await paidSeason([onDays(20, ['2027-01-05', '2027-01-12'], '18:00', '22:00')])
    await goTo('2027-01-03T12:00:00+08:00')
    expect(await giveBack(orderNo, dates[0].id)).toMatchObject({ status: 200, body: { refund: 0 } })
    expect((await refunds())[0]).toMatchObject({
      cause: 'given-back',
      status: 'refunded',
      way: 'none',
      amount: 0,
      items: [{ id: dates[0].id, paid: 5500, percent: 0, amount: 0 }],
    })
    await allIsWell()
  })
})

it('B40 B41 refuse a pre-order with a pointer to its own page, and change nothing', async () => {
  const { payOrderNo } = await paidSeason([onDays(1, ['2027-01-05'])])
  const account = { bankCode: '007', bankAccount: '0123456789', accountName: 'x', passbookFileId: crypto.randomUUID() }
  for (const [path, body] of [
    ['/api/Order/Refund/Check', { orderNo: payOrderNo }],
    ['/api/Order/Refund', { orderNo: payOrderNo }],
    ['/api/Order/Refund2', { orderNo: payOrderNo, ...account }],
  ] as const)
    expect(await service.call('POST', path, { as: club, body })).toMatchObject({ status: 409, body: { code: 'given_back_by_date' } })
  expect((await service.call('GET', `/api/Order/${payOrderNo}`, { as: club })).body).toMatchObject({ status: 'confirmed', owed: 0 })
})

it('a paid date that the venue cancels is refunded in full, without a request', async () => {
  const { payOrderNo, dates } = await paidSeason([onDays(1, ['2027-01-05', '2027-01-12'])])
  await service.call('POST', '/api/Staff/Facility/Close', {
    as: manager,
    body: { venue1stId: 1, date: '2027-01-12', reasonTw: '颱風停館', reasonEn: 'Typhoon' },
  })
  for (const deadline = Date.now() + 8000; (await refunds()).length === 0 && Date.now() < deadline;)
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await refunds())[0]).toMatchObject({ cause: 'venue-cancelled', amount: 900, items: [{ id: dates[1].id, percent: 100 }] })
  expect((await service.call('GET', `/api/Order/${payOrderNo}`, { as: club })).body.items[1]).toMatchObject({ cancelledBy: 'venue' })
  await allIsWell()
})
