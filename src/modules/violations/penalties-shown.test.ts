import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, jobsRanUntil, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { givePointsForExpired } from './give-points.ts'
import { daysWithPoint } from './rules.ts'

let service: TestService
let me: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())
beforeEach(async () => {
  me = await service.newMember()
})

describe('penalties are shown where a member decides', () => {
  const lapse = async (watched: boolean) => {
    await placed(service, me, [at(1, 20, 18)])
    service.clock.advance(16 * 60_000)
    if (watched) await jobsRanUntil(service.db, service.clock.now())
    await expireUnpaidOrders(service.db, service.clock.now(), givePointsForExpired)
    await service.writeLetters()
    const mails = await service.db.selectFrom('messages').select(['subject', 'body']).where('recipient', '=', me.email).execute()
    return mails.find(({ subject }) => subject!.startsWith('逾期未繳'))!.body
  }

  it('in the mail about a lapsed order', async () => {
    expect(await lapse(true)).toContain('已記違規 1 點；180 天內滿 3 點，停權 90 天')
  })

  it('and not where the service was down and no point was given', async () => {
    expect(await lapse(false)).not.toContain('違規')
  })

  it('counts one point for each day of an order, however many items are given back too late', () => {
    expect(daysWithPoint([{ day: '2026-11-16' }, { day: '2026-11-16' }, { day: '2026-11-17' }])).toEqual(['2026-11-16', '2026-11-17'])
    expect(daysWithPoint([])).toEqual([])
  })

  it('on the review page: what costs a point and how many suspend, from the settings, for visitors too', async () => {
    const check = async (as?: TestMember) =>
      (await service.call('POST', '/api/Order/Member/Check', { as, body: { items: [at(1, 20, 19)] } })).body.penalties
    expect(await check()).toEqual({
      lateCancelHours: 48,
      noShowMinutes: 10,
      forExpired: true,
      pointsToSuspend: 3,
      pointDays: 180,
      suspendDays: 90,
    })
    await writeSetting(service.db, 'violations', { lateCancelHours: 24, pointsToSuspend: 5 }, null, service.clock.now())
    expect(await check(me)).toMatchObject({ lateCancelHours: 24, pointsToSuspend: 5, suspendDays: 90 })
  })
})
