import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '#testing/orders.ts'
import { paidAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { staffOrderCalls } from '#testing/staff-orders.ts'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let desk: TestMember
let tillId: string
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  tillId = await calls.openTill(desk, 2000)
})
afterAll(() => service.close())

const calls = deskCalls(() => service)
const { story } = staffOrderCalls(() => ({ service, desk, tillId }))
const nameOf = async ({ id }: TestMember) =>
  (await service.db.selectFrom('members').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

describe('a penalty point of an order', () => {
  it('is in its story with the appeal that was granted, and one that was withdrawn, each with who and why', async () => {
    const [me, manager] = [await service.newMember(), await service.newMember({ role: 'manager' })]
    const { orderNo } = await paidAtGateway(service, me, [at(8, 20, 8)])
    const give = async () => {
      service.clock.advance(1000)
      const given = await calls.post(manager, '/api/Staff/Person/Point/Give', { id: me.id, orderNo, reason: '未清理場地' })
      expect(given.status, given.text).toBeLessThan(300)
      service.clock.advance(1000)
      return (await service.call('GET', '/api/Violation/List', { as: me })).body.points[0].id as string
    }
    const appealed = await give()
    const sent = await service.call('POST', '/api/Violation/Appeal', { as: me, body: { id: appealed, text: '我有清理' } })
    expect(sent.status, sent.text).toBeLessThan(300)
    service.clock.advance(1000)
    const { appeal } = (await service.call('GET', `/api/Staff/Point/Evidence/${appealed}`, { as: manager })).body
    const decision = { id: appeal.id, decision: 'accept', reason: '監視畫面相符' }
    const decided = await service.call('POST', '/api/Staff/Violation/Decide', { as: manager, body: decision })
    expect(decided.status, decided.text).toBeLessThan(300)
    const withdrawn = await give()
    const body = { pointId: withdrawn, reason: '記錯人' }
    expect((await service.call('POST', '/api/Staff/Person/Point/Withdraw', { as: manager, body })).status).toBeLessThan(300)

    const by = { who: 'staff', name: await nameOf(manager) }
    const said = (await story(orderNo)).filter(({ what }) => what.startsWith('point') || what.startsWith('appeal'))
    expect(said.map((one) => [one.what, one.by, one.note])).toEqual([
      ['point', by, '未清理場地'],
      ['appealed', { who: 'member', name: await nameOf(me) }, ''],
      ['appeal-accepted', by, '監視畫面相符'],
      ['point', by, '未清理場地'],
      ['point-withdrawn', by, '記錯人'],
    ])
    const evidence = (await service.call('GET', `/api/Staff/Point/Evidence/${withdrawn}`, { as: manager })).body
    expect(evidence.point).toMatchObject({ status: 'removed', removedBy: by.name, removedReason: '記錯人' })
  })
})

it('a member who buys a period that has begun gets a mail that does not ask them to check in again', async () => {
  const me = await service.newMember()
  const body = { memberId: me.id, items: [at(7, 15, 10)], amount: 300, payment: { way: 'cash', tillId, given: 300 } }
  expect((await calls.sell(desk, body)).body).toMatchObject({ checkedIn: true })
  const mail = await service.mail(me.email, '預約成功：羽球館')
  expect(mail!.body).toContain('已完成報到')
  expect(mail!.body).not.toContain('到場報到')
})

it('an order that came from a double, and its person, say who merged them and why', async () => {
  const [kept, double, manager] = [await service.newMember(), await service.newMember(), await service.newMember({ role: 'manager' })]
  const { orderNo } = await paidAtGateway(service, double, [at(6, 20, 8)])
  const both = { keptId: kept.id, doubleId: double.id }
  const merge = (path: string, body: object) => service.call('POST', `/api/Staff/Person/${path}`, { as: manager, body })
  const { revision } = (await merge('Merge/Preview', both)).body
  expect((await merge('Merge', { ...both, revision, reason: '本人到櫃檯說明' })).status).toBe(200)
  const by = { who: 'staff', name: await nameOf(manager) }
  expect(await story(orderNo)).toContainEqual(expect.objectContaining({ what: 'merged', by, note: '本人到櫃檯說明' }))
  const { merges } = (await service.call('GET', `/api/Staff/Person/${kept.id}`, { as: desk })).body
  expect(merges).toEqual([{ at: expect.any(String), by: by.name, reason: '本人到櫃檯說明', wasGuest: false, orders: 1 }])
})
