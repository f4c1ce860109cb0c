import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at } from '#testing/orders.ts'
import { paidAtGateway, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let me: TestMember
let other: TestMember
/** Two of mine, an hour apart, and one of somebody else's. */
let [first, second, theirs] = ['', '', '']
const orders: string[] = []
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
  other = await service.newMember()
  first = await gaveBack(me, 1)
  service.clock.advance(3_600_000)
  second = await gaveBack(me, 2)
  theirs = await gaveBack(other, 3)
})
afterAll(() => service.close())

async function gaveBack(as: TestMember, court: number): Promise<string> {
  const { orderNo } = await paidAtGateway(service, as, [at(court, 20, 9)])
  orders.push(orderNo)
  const { refundNo } = (await service.call('POST', '/api/Order/Refund', { as, body: { orderNo, reason: '出差' } })).body
  await refundIn(service, as, refundNo, 'refunded')
  return refundNo
}

const list = async (as: TestMember, body: object = {}) => (await service.call('POST', '/api/Order/Refund/List', { as, body })).body
const numbers = ({ items }: { items: { refundNo: string }[] }) => items.map(({ refundNo }) => refundNo)

describe('B38 the member’s refunds', () => {
  it('are their own, the newest first', async () => {
    const mine = await list(me)
    expect(numbers(mine)).toEqual([second, first])
    expect(mine).toMatchObject({ total: 2, page: 1, pageSize: 10 })
    expect(numbers(await list(other))).toEqual([theirs])
    expect(await list(await service.newMember())).toMatchObject({ items: [], total: 0 })
  })

  it('come by page, state and order', async () => {
    const later = await list(me, { page: 2, pageSize: 1 })
    expect([numbers(later), later.total]).toEqual([[first], 2])
    expect(numbers(await list(me, { status: 'refunded' }))).toEqual([second, first])
    expect(numbers(await list(me, { status: 'failed' }))).toEqual([])
    expect(numbers(await list(me, { orderNo: orders[0] }))).toEqual([first])
    expect(numbers(await list(me, { orderNo: orders[2] })), 'of somebody else’s order').toEqual([])
  })

  it('need a session, and a valid body', async () => {
    expect((await service.call('POST', '/api/Order/Refund/List', { body: {} })).status).toBe(401)
    for (const body of [{ page: 0 }, { pageSize: 101 }, { status: 'lost' }])
      expect((await service.call('POST', '/api/Order/Refund/List', { as: me, body })).status, JSON.stringify(body)).toBe(422)
  })
})

describe('B39 one refund', () => {
  const read = (as: TestMember | undefined, refundNo: string) => service.call('GET', `/api/Order/Refund/${refundNo}`, { as })

  it('has amount, cause, items, and every step so far', async () => {
    const { status, body } = await read(me, first)
    expect(status).toBe(200)
    expect(body).toMatchObject({ refundNo: first, orderNo: orders[0], status: 'refunded', way: 'card', amount: 300, reason: '出差' })
    expect(body.items).toMatchObject([{ percent: 100, amount: 300 }])
    expect(body.steps.map((step: { status: string }) => step.status)).toEqual(['requested', 'approved', 'processing', 'refunded'])
  })

  it('is 404 for another member, and for an unknown number', async () => {
    expect((await read(undefined, first)).status).toBe(401)
    expect((await read(other, first)).status).toBe(404)
    for (const number of ['R000000XXXXXX', 'rubbish', '%00', "' or 1=1"])
      expect((await read(me, encodeURI(number))).status, number).toBe(404)
  })
})
