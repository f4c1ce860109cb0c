import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSetting } from '#modules/settings/store.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

const allowance = async (as: TestMember | undefined, venue1stId: number, date: string) =>
  service.call('GET', `/api/Order/Member/Allowance?venue1stId=${venue1stId}&date=${date}`, { as })

it('the allowance is what a member may still book on a day and in its week, counted like an order', async () => {
  const me = await service.newMember()
  expect((await allowance(me, 1, '2026-11-17')).body).toEqual({
    // The field of sessions is not limited, and basketball has a day of its own.
    allowance: { left: 120, day: { minutes: 0, allowed: 120 }, week: { minutes: 0, allowed: 240 }, counting: { day: [1], week: [1, 2] } },
  })
  await placed(service, me, [at(1, 17, 7)])
  expect((await allowance(me, 1, '2026-11-17')).body.allowance).toMatchObject({ left: 60, day: { minutes: 60 }, week: { minutes: 60 } })
  await placed(service, me, [at(1, 18, 7, 2)])
  // One hour of the week is left, though the day has two.
  expect((await allowance(me, 1, '2026-11-19')).body.allowance).toMatchObject({ left: 60, day: { minutes: 0 }, week: { minutes: 180 } })
  expect((await allowance(me, 1, '2026-11-18')).body.allowance.left).toBe(0)
  // Another week begins on Monday.
  expect((await allowance(me, 1, '2026-11-23')).body.allowance.left).toBe(120)

  // Placing an order agrees with the allowance: one hour is accepted, two are not.
  const order = (hours: number) =>
    service.call('POST', '/api/Order/Member', {
      as: me,
      body: { items: [at(2, 19, 7, hours)] },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  expect(await order(2)).toMatchObject({ status: 422, body: { code: 'over_quota' } })
  expect((await order(1)).status).toBe(201)
})

it('the allowance does not count a lapsed hold', async () => {
  const me = await service.newMember()
  await placed(service, me, [at(3, 17, 7, 2)])
  expect((await allowance(me, 1, '2026-11-17')).body.allowance.left).toBe(0)
  service.clock.advance(16 * 60_000)
  expect((await allowance(me, 1, '2026-11-17')).body.allowance.left).toBe(120)
})

it('the allowance is unlimited where courts are booked by the session, and 404 for an unknown facility', async () => {
  const me = await service.newMember()
  const sessions = await service.db.selectFrom('courts').select('facility_id').where('id', '=', 20).executeTakeFirstOrThrow()
  expect((await allowance(me, sessions.facility_id, '2026-11-17')).body).toEqual({ allowance: null })
  expect((await allowance(me, 999_999, '2026-11-17')).status).toBe(404)
  expect((await allowance(me, 1, '2026-02-30')).status).toBe(422)
  expect((await allowance(undefined, 1, '2026-11-17')).status).toBe(401)
})

it('the allowance follows the centre’s settings', async () => {
  await writeSetting(service.db, 'booking', { minutesPerDayAndSport: 180, minutesPerWeek: 150 }, null, service.clock.now())
  await service.db
    .updateTable('settings')
    .set((row) => ({ value: row.fn('to_jsonb', [row(row.cast<number>('value', 'integer'), '+', 1)]) }))
    .where('key', '=', 'catalogue_version')
    .execute()
  const me = await service.newMember()
  await expect.poll(async () => (await allowance(me, 1, '2026-11-17')).body.allowance.left, { timeout: 5000 }).toBe(150)
})
