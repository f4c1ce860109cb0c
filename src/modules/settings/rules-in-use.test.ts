import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import { ok } from '#lib/result.ts'
import { listToRemind } from '#modules/orders/order-store.ts'
import { remindOfTomorrow } from '#modules/orders/expire-unpaid-orders.ts'
import { givePointsForExpired, givePointsForMissed } from '#modules/violations/give-points.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { preOrderBody, roundBody, weekly } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { defaultSettings } from './rules.ts'
import type { RulesFile } from './rules-wire.ts'
import { writeRules } from './store.ts'

let service: TestService
let member: TestMember
let club: TestMember
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  member = await service.newMember()
  club = await service.newMember({ communityName: '羽球社' })
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const decide = (rules: RulesFile) => writeRules(service.db, rules, null, service.clock.now())
const { violations, reminders, rounds, documents } = defaultSettings

describe('rules that the centre has decided', () => {
  it('say which causes give points, before booking and when it happens', async () => {
    const orderNo = await placed(service, member, [at(1, 17, 19)])
    const { id: orderId } = await service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
    const items = [at(1, 18, 19)]
    const penalties = async () => (await service.call('POST', '/api/Order/Member/Check', { as: member, body: { items } })).body.penalties
    expect(await penalties()).toMatchObject({ noShowMinutes: 10, forExpired: true, lateCancelHours: 48 })
    await decide({ violations: { ...violations, forNoShow: false, forExpired: false, lateCancelHours: 0 } })
    expect(await penalties()).toMatchObject({ noShowMinutes: null, forExpired: false, lateCancelHours: 0 })
    const happen = () =>
      inTransaction(service.db, async (trx) => {
        await givePointsForMissed(trx, [{ memberId: member.id, orderId, day: '2026-11-17' }], service.clock.now())
        await givePointsForExpired(
          trx,
          [{ memberId: member.id, orderId, couldPay: true, fromWaitingList: false, isGuest: false }],
          service.clock.now(),
        )
        return ok(undefined)
      })
    await happen()
    const list = async () => (await service.call('GET', '/api/Violation/List', { as: member })).body
    expect(await list()).toMatchObject({ counting: 0, forNoShow: false, forExpired: false })
    await decide({ violations })
    await happen()
    expect(await list()).toMatchObject({ counting: 2, forNoShow: true, forExpired: true })
  })

  it('refund a booking by the tiers of the moment at which it was placed, and show new ones before booking', async () => {
    const orderNo = await placed(service, member, [at(2, 20, 19)])
    await paid(service.db, orderNo, service.clock.now())
    service.clock.advance(60_000)
    await decide({ refunds: { hourly: [{ days: 0, percent: 10 }], sessions: [{ days: 0, percent: 10 }] } })
    const check = await service.call('POST', '/api/Order/Refund/Check', { as: member, body: { orderNo } })
    expect(check.body.items[0]).toMatchObject({ refund: { percent: 100 } })
    const terms = (await service.call('GET', '/api/Refund/Terms')).body
    expect(terms.hourly).toEqual([{ days: 0, percent: 10 }])
    await expect
      .poll(async () => {
        const quote = await service.call('POST', '/api/Order/Member/Check', { as: member, body: { items: [at(2, 21, 19)] } })
        return quote.body.items[0].quoted.refund
      })
      .toMatchObject([{ percent: 10 }])
  })

  it('say whether and from which hour members are reminded of tomorrow', async () => {
    const orderNo = await placed(service, member, [at(1, 16, 10)])
    await paid(service.db, orderNo, service.clock.now())
    const reminded = async () =>
      (await service.db.selectFrom('order_items').select('id').where('reminded_at', 'is not', null).execute()).length
    const afternoon = new Date('2026-11-15T15:30:00+08:00')
    await decide({ reminders: { ...reminders, tomorrow: false, tomorrowHour: 15 } })
    await remindOfTomorrow(service.db, afternoon)
    expect(await reminded()).toBe(0)
    await decide({ reminders: { ...reminders, tomorrowHour: 16 } })
    await remindOfTomorrow(service.db, afternoon)
    expect(await reminded()).toBe(0)
    const early = { day: '2026-11-16', placedBefore: new Date('2026-11-15T09:00:00+08:00') }
    expect(await listToRemind(service.db, early, afternoon), 'booked after the hour of the reminder').toEqual([])
    await decide({ reminders: { ...reminders, tomorrowHour: 15 } })
    await remindOfTomorrow(service.db, afternoon)
    expect(await reminded()).toBe(1)
  })

  it('are the defaults of a new round, and name the documents that it asks for', async () => {
    const insurance = { code: 'insurance', name: { tw: '保險證明', en: 'Proof of insurance' } }
    await decide({
      rounds: { ...rounds, periodsPerWeek: 3, giveBackHours: 24 },
      documents: { kinds: [insurance, documents.kinds[2]!], atMost: 1 },
    })
    const hours = (count: number) => new Date(service.clock.now().getTime() + count * 3_600_000)
    const { documentKinds: _, ...body } = roundBody({ viewStart: hours(-2), orderStart: hours(-1), end: hours(24) }) as Record<
      string,
      unknown
    >
    for (const key of ['periodsPerWeek', 'minutesPerPeriod', 'payDays']) delete body[key]
    expect((await service.call('POST', '/api/Staff/Round', { as: manager, body })).status).toBe(201)
    const round = (await service.call('GET', '/api/PreOrder/Community/Round', { as: club })).body
    expect(round).toMatchObject({
      periodsPerWeek: 3,
      minutesPerPeriod: 120,
      payDays: 7,
      documentKinds: ['insurance', 'roster'],
      documentsAtMost: 1,
    })
    expect(round.documentNames).toMatchObject({ insurance: '保險證明', application: '申請書' })

    const unknown = await service.call('POST', '/api/Staff/Round', { as: manager, body: { ...body, documentKinds: ['passport'] } })
    expect(unknown).toMatchObject({ status: 422, body: { code: 'round_invalid', errors: [{ path: 'documentKinds' }] } })
    const fileId = '00000000-0000-4000-8000-000000000001'
    const send = (kinds: string[]) =>
      service.call('PUT', '/api/PreOrder/Community/Draft', {
        as: club,
        body: { ...preOrderBody([weekly(1)]), documents: kinds.map((kind, n) => ({ fileId: fileId.replace(/1$/, `${n + 1}`), kind })) },
      })
    expect(await send(['insurance', 'roster'])).toMatchObject({ status: 422, body: { code: 'documents_too_many', allowed: 1 } })
    expect(await send(['passport'])).toMatchObject({ status: 422, body: { code: 'documents_unknown' } })
  })
})
