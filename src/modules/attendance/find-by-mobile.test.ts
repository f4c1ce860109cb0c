import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, paid, placed, type Item } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

async function booked(member: TestMember, items: Item[]): Promise<string> {
  const orderNo = await placed(service, member, items)
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}

it('a mobile that is said at the door finds the periods of today, whole or by its end, of the person and of who is named for it', async () => {
  const [me, desk] = [await service.newMember(), await service.newMember({ role: 'desk' })]
  const find = (mobile: string, as = desk) => service.call('POST', '/api/Staff/CheckIn/Mobile', { as, body: { mobile } })
  const other = await service.newMember()
  const order = await booked(me, [at(1, 20, 18), at(2, 20, 20)])
  await booked(me, [at(2, 21, 9)])
  service.clock.advance(Date.parse('2026-11-20T17:45:00+08:00') - service.clock.now().getTime())
  const named = await placed(service, other, [at(11, 20, 18)])
  await service.db.updateTable('members').set({ mobile: '0987123456' }).where('id', '=', me.id).execute()
  await service.db.updateTable('orders').set({ contact_phone: '0987-123-456' }).where('order_no', '=', named).execute()
  const ofDay = (await service.call('GET', '/api/Staff/CheckIn/Day', { as: desk })).body.items.filter(({ orderNo }: { orderNo: string }) =>
    [order, named].includes(orderNo),
  )
  const ids = ofDay.map(({ id }: { id: string }) => id).toSorted()
  expect(ids).toHaveLength(3)
  for (const said of ['0987123456', '0987 123-456', '3456', '０９８７１２３４５６'])
    expect((await find(said)).body.ids.toSorted(), said).toEqual(ids)
  expect((await find('0987123450')).body.ids).toEqual([])
  // By the desk only, and four digits at least.
  for (const short of ['456', '%', '林', '22345678']) expect(await find(short), short).toMatchObject({ status: 422 })
  expect((await find('0987123456', me)).status).toBe(403)
})
