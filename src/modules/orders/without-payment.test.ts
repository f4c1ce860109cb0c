import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, jobsRanUntil, orderCalls } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

/** A centre without a payment provider, which is no demo. */
let service: TestService
let member: TestMember
beforeAll(async () => {
  service = await openTestService({ demo: false })
  await smallCentre(service.db)
  member = await service.newMember()
})
afterAll(() => service.close())

const { check, place } = orderCalls(() => service)
const { sell } = deskCalls(() => service)

describe('without a payment provider', () => {
  it('a member cannot order what cannot be paid, and is told before the button', async () => {
    const checked = await check([at(1, 20, 9)], member)
    expect(checked.body).toMatchObject({
      amount: 300,
      problems: [{ code: 'cannot_be_paid', title: '本中心尚未提供線上繳費，請洽櫃檯預約' }],
    })
    expect(await place(member, [at(1, 20, 9)])).toMatchObject({ status: 409, body: { code: 'cannot_be_paid' } })
    expect(await service.db.selectFrom('orders').select('id').execute(), 'nothing is held').toEqual([])
  })

  it('an order of the desk that lapses gives its member no point', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const { venue2ndId, ...period } = at(2, 20, 9)
    const sale = { memberId: member.id, items: [{ venue2ndId, ...period }], amount: 300, payment: { way: 'arrival' } }
    const sold = await sell(desk, sale)
    expect(sold.status, sold.text).toBe(201)
    await jobsRanUntil(service.db, service.clock.now())
    service.clock.advance(6 * 86_400_000)
    await jobsRanUntil(service.db, service.clock.now())
    await service.jobs.send(service.db, 'expire-unpaid-orders', {})
    await service.jobsDone('expire-unpaid-orders')
    const order = await service.db.selectFrom('orders').select('state').where('order_no', '=', sold.body.orderNo).executeTakeFirstOrThrow()
    expect(order.state).toBe('expired')
    expect(await service.db.selectFrom('violations').select('id').execute()).toEqual([])
  })
})
