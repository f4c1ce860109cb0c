import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let manager: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
})
afterEach(() => service.close())

const read = async (as: TestMember, orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as })).body

describe('staff who book for a member', () => {
  const place = (body: object, key = 'desk order 1') =>
    service.call('POST', '/api/Staff/Order', { as: manager, body, headers: { 'idempotency-key': key } })

  it('may book further ahead and longer than members, with a day to pay', async () => {
    const me = await service.newMember()
    const { status, body } = await place({ emailOrAccount: me.email.toUpperCase(), items: [at(1, 29, 8, 4)] })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'awaiting-payment', payBefore: '2026-11-16T02:00:00.000Z' })
    expect(await read(me, body.orderNo)).toMatchObject({ placedByStaff: true, amount: 300 * 4 })
  })

  it('are told that the member is unknown, or that the idempotency key is missing', async () => {
    expect(await place({ emailOrAccount: 'nobody@example.com', items: [at(1, 20, 8)] })).toMatchObject({
      status: 404,
      body: { code: 'no_such_member' },
    })
    const me = await service.newMember()
    expect(await place({ emailOrAccount: me.account, items: [at(1, 20, 8)] }, 'short')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_missing' },
    })
  })
})
