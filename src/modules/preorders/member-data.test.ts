import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'
import { newRound, submitted, weekly, preOrderBody } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let club: TestMember
beforeEach(async () => {
  service = await openTestService({ start: new Date('2026-12-01T12:00:00.000+08:00') })
  await smallCentre(service.db)
  await newRound(service)
  club = await service.newMember({ communityName: '青禾羽球社' })
})
afterEach(() => service.close())

const close = () => service.call('POST', '/api/AccountMember/Close', { as: club, body: { secret: testSecret } })

describe('a community that closes its account', () => {
  it('finds its pre-orders in the export', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
    const { body } = await service.call('GET', '/api/AccountMember/Export', { as: club })
    expect(body.preOrders).toMatchObject([{ orderNo, status: 'submitted' }])
    expect(body.preOrders[0].dates.length).toBeGreaterThan(1)
    expect(body.preOrders[0].dates[0]).toMatchObject({ court: '羽球場 1', status: 'held' })
  })

  it('has to give its dates back first', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
    expect(await close()).toMatchObject({ status: 409, body: { code: 'bookings_open', open: [{ kind: 'season', no: orderNo }] } })
    await service.call('POST', '/api/PreOrder/Community/Cancel', { as: club, body: { orderNo } })
    expect((await close()).status).toBe(204)
  })
})

it('a community has twenty drafts at most', async () => {
  const draft = () => service.call('PUT', '/api/PreOrder/Community/Draft', { as: club, body: preOrderBody([weekly(1)]) })
  for (let n = 0; n < 20; n++) expect((await draft()).status).toBe(200)
  expect(await draft()).toMatchObject({ status: 409, body: { code: 'too_many_drafts', allowed: 20 } })
})
