import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let me: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
})
afterEach(() => service.close())

it('knows the hall of its court, and has a link to pass on that tells nothing of the booking', async () => {
  const orderNo = await placed(service, me, [at(1, 16, 19), at(2, 16, 19)])
  await paid(service.db, orderNo, service.clock.now())
  const ticket = () => service.call('GET', `/api/Order/Ticket/${orderNo}`, { as: me })
  const { body } = await ticket()
  expect(body.halls).toHaveLength(1)
  const [{ venue1stId, courts, link }] = body.halls
  expect(venue1stId).toBe(1)
  expect(courts.map(({ name }: { name: string }) => name)).toContain('羽球場 2')
  expect(new URL(link).pathname).toBe('/venues/1')
  for (const secret of [orderNo, body.items[0].id, body.items[0].code]) expect(link).not.toContain(secret)
  expect([...new URL(link).searchParams.keys()]).toEqual(['signed'])

  await service.db.updateTable('facilities').set({ retired_at: service.clock.now() }).where('id', '=', 1).execute()
  const linked = async () => (await ticket()).body.halls[0].link
  await expect.poll(linked, { message: 'its page is gone', timeout: 10_000 }).toBeNull()
})
