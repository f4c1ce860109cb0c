import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

const close = (as: TestMember) => service.call('POST', '/api/AccountMember/Close', { as, body: { secret: testSecret } })

describe('a member with bookings', () => {
  it('finds the bookings in the export', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(1, 20, 19)])
    await placed(service, await service.newMember(), [at(1, 20, 20)])
    expect((await service.call('GET', '/api/AccountMember/Export', { as: me })).body.orders).toEqual([
      {
        orderNo,
        status: 'awaiting-payment',
        title: null,
        lines: [],
        amount: 500,
        paid: 0,
        createdAt: '2026-11-15T02:00:00.000Z',
        items: [
          {
            facility: '羽球館',
            court: '羽球場 1',
            start: '2026-11-20T11:00:00.000Z',
            end: '2026-11-20T12:00:00.000Z',
            amount: 500,
            status: 'active',
          },
        ],
      },
    ])
  })

  it('can close the account when no booking, payment or refund is open', async () => {
    const me = await service.newMember()
    const refused = (kind: string) => ({
      status: 409,
      body: {
        code: 'bookings_open',
        open: [{ kind, no: orderNo, words: expect.stringContaining(orderNo), path: `/member/order/overview?orderNo=${orderNo}` }],
      },
    })
    const orderNo = await placed(service, me, [at(2, 16, 9)])
    expect(await close(me)).toMatchObject(refused('to-pay'))
    await paid(service.db, orderNo, service.clock.now())
    expect(await close(me)).toMatchObject(refused('to-come'))
    expect((await service.call('GET', '/api/AccountMember', { as: me })).status).toBe(200)
    service.clock.advance(2 * 86_400_000)
    expect((await close(me)).status).toBe(204)
  })
})
