import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { lettersByTopic } from '#wiring/letters.ts'
import { openLog } from '#http/log.ts'
import { writeLetters } from '#modules/notifications/write-letters.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { givePointsForExpired } from '#modules/violations/give-points.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { poison } from '#testing/poison.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { offerFreedFloor } from './offer-freed-floor.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())
beforeEach(async () => {
  // The job of the test before would decide about floor of this one, or wait for rows that are being deleted while it holds others.
  await service.jobsDone('offer-freed-floor')
  await emptyTables(
    service.db,
    'wish_passes, wishes, awaited_spaces, freed_floor, occupancy, outbox, messages, ledger, refunds_due, payment_attempts, order_items, orders, violations',
  )
})

const evening = { day: '2026-11-18', from: '19:00', to: '21:00', minutes: 60 }
const wish = (as: TestMember, more: object = {}) =>
  service.call('POST', '/api/Wish', { as, body: { venue2ndId: 20, ...evening, minutes: 60, ...more } })
const list = async (as: TestMember) => (await service.call('GET', '/api/Wish/List', { as })).body.items
const cancel = (as: TestMember, orderNo: string) => service.call('PUT', '/api/Order', { as, body: { orderNo, status: 'cancelled' } })
const offer = () => offerFreedFloor({ db: service.db, catalogues: openCatalogues(service.db) }, service.clock.now())
/** Somebody has the court from 19 to 21 on Wednesday, unpaid. */
async function taken(courtId: number, hours = 2) {
  const owner = await service.newMember()
  return { owner, orderNo: await placed(service, owner, [at(courtId, 18, 19, hours)]) }
}

describe('a wish', () => {
  it('is served although what another waits for cannot be offered, which is told and offered later', async () => {
    const [bad, good] = [await service.newMember(), await service.newMember()]
    const cure = await poison(service.db, 'orders', bad.id)
    for (const [n, as] of [bad, good].entries()) {
      const { owner, orderNo } = await taken(n + 1)
      expect((await wish(as, { venue2ndId: n + 1 })).status).toBe(201)
      await cancel(owner, orderNo)
    }
    const failed: string[] = []
    const onFailure = (_: unknown, id: string) => void failed.push(id)
    await offerFreedFloor({ db: service.db, catalogues: openCatalogues(service.db), onFailure }, service.clock.now())
    expect(failed).toHaveLength(1)
    expect((await Promise.all([bad, good].map(list))).map(([one]) => one.status)).toEqual(['open', 'offered'])
    await cure()
    await offer()
    expect((await list(bad))[0].status).toBe('offered')
  })

  it('has a place in line, and says why somebody further back was served first', async () => {
    const { owner, orderNo } = await taken(1)
    const [first, second, third] = [await service.newMember(), await service.newMember(), await service.newMember()]
    // The first wants two hours: one is given back.
    expect((await wish(first, { venue2ndId: 1, minutes: 120 })).status).toBe(201)
    for (const as of [second, third]) expect((await wish(as, { venue2ndId: 1, from: '19:00', to: '20:00' })).status).toBe(201)
    expect((await Promise.all([first, second, third].map(list))).map(([one]) => one.place)).toEqual([1, 2, 3])
    // Only one hour of it comes free: the other is blocked by the centre at once.
    await cancel(owner, orderNo)
    await sql`update occupancy set during = tstzrange(lower(during), lower(during) + interval '1 hour')`.execute(service.db)
    await sql`insert into occupancy (space_id, during, kind, holder_id) values (1, tstzrange('2026-11-18 20:00+08', '2026-11-18 21:00+08'), 'block', gen_random_uuid())`.execute(
      service.db,
    )
    await offer()
    const [[passedOver], [served], [waits]] = await Promise.all([first, second, third].map(list))
    expect(passedOver).toMatchObject({ status: 'open', place: 1, passes: [{ why: 'too_short', text: expect.stringContaining('短') }] })
    expect(served).toMatchObject({ status: 'offered', place: null, order: { status: 'awaiting-payment', amount: 500 } })
    expect(waits).toMatchObject({ status: 'open', place: 2, passes: [] })
  })

  it('is told by mail and text when it comes up, is paid like any order, and a declined one goes to the next', async () => {
    const { owner, orderNo } = await taken(1, 1)
    const [first, second] = [await service.newMember(), await service.newMember()]
    for (const as of [first, second]) await wish(as, { venue2ndId: 1, from: '19:00', to: '20:00' })
    await cancel(owner, orderNo)
    await offer()
    const letters = lettersByTopic({ db: service.db, tokens: service.tokens, publicUrl: 'http://localhost:3000' })
    await writeLetters({ db: service.db, jobs: service.jobs, log: openLog('silent') }, letters, service.clock.now())
    const toFirst = async () => {
      const told = await service.db
        .selectFrom('messages')
        .select(['channel', 'subject'])
        .where('recipient', 'in', [first.email, first.mobile])
        .orderBy('channel')
        .execute()
      return told.map(({ channel, subject }) => `${channel} ${subject?.slice(0, 4) ?? ''}`.trim())
    }
    // The job of the service may be writing them.
    await expect.poll(toFirst).toEqual(['mail 候補到了', 'sms'])
    const [offered] = await list(first)
    await cancel(first, offered.order.orderNo)
    expect(await list(first)).toMatchObject([{ status: 'declined' }])
    await offer()
    const [next] = await list(second)
    await paid(service.db, next.order.orderNo, service.clock.now())
    expect(await list(second)).toMatchObject([{ status: 'served', order: { status: 'confirmed' } }])
  })

  it('whose offer lapses is over, gives no point, and the floor goes to the next', async () => {
    const { owner, orderNo } = await taken(1, 1)
    const [first, second] = [await service.newMember(), await service.newMember()]
    for (const as of [first, second]) await wish(as, { venue2ndId: 1, from: '19:00', to: '20:00' })
    await cancel(owner, orderNo)
    await offer()
    const later = new Date(service.clock.now().getTime() + 31 * 60_000)
    await expireUnpaidOrders(service.db, later, givePointsForExpired)
    await offerFreedFloor({ db: service.db, catalogues: openCatalogues(service.db) }, later)
    expect((await list(first))[0].status).toBe('lapsed')
    expect((await list(second))[0].status).toBe('offered')
    expect(await service.db.selectFrom('violations').select('id').execute()).toEqual([])
  })

  it('of somebody whose hours are used up is passed over, told why, and keeps its place', async () => {
    const { owner, orderNo } = await taken(1, 1)
    const [first, second] = [await service.newMember(), await service.newMember()]
    for (const as of [first, second]) await wish(as, { venue2ndId: 1, from: '19:00', to: '20:00' })
    await placed(service, first, [at(2, 18, 10, 2)])
    await cancel(owner, orderNo)
    await offer()
    expect((await list(first))[0]).toMatchObject({
      status: 'open',
      place: 1,
      passes: [{ why: 'over_quota', text: expect.stringContaining('2') }],
    })
    expect((await list(second))[0].status).toBe('offered')
    expect(await service.db.selectFrom('outbox').select('id').where('topic', '=', 'wish').execute()).toHaveLength(1)
  })

  it('that costs nothing is accepted by its member, and never by itself', async () => {
    const { owner, orderNo } = await taken(1, 1)
    const free = await service.newMember()
    await service.db.updateTable('members').set({ identity_id: 7 }).where('id', '=', free.id).execute()
    await wish(free, { venue2ndId: 1, from: '19:00', to: '20:00' })
    await sql`update identities set needs_proof = false where id = 7`.execute(service.db)
    await cancel(owner, orderNo)
    await offer()
    const [offered] = await list(free)
    expect(offered).toMatchObject({ status: 'offered', order: { amount: 0 } })
    expect((await service.call('POST', '/api/Wish/Accept', { as: owner, body: { wishId: offered.id } })).status).toBe(404)
    expect((await service.call('POST', '/api/Wish/Accept', { as: free, body: { wishId: offered.id } })).status).toBe(204)
    expect((await list(free))[0].status).toBe('served')
    expect((await service.call('POST', '/api/Wish/Accept', { as: free, body: { wishId: offered.id } })).body.code).toBe('order_not_unpaid')
  })

  it('is refused with a reason, and can be withdrawn by its member alone', async () => {
    const me = await service.newMember()
    expect((await wish(me, { venue2ndId: 1, from: '19:00', to: '20:00' })).body).toMatchObject({ status: 409, code: 'free_now' })
    expect((await wish(me, { venue2ndId: 99 })).body).toMatchObject({ status: 422, code: 'no_such_place' })
    expect((await wish(me, { venue2ndId: 1, day: '2027-11-18' })).body.code).toBe('day_not_open')
    await taken(1, 1)
    const { wishId } = (await wish(me, { venue2ndId: 1, from: '19:00', to: '20:00' })).body
    const { wishes } = (await service.call('GET', '/api/AccountMember/Export', { as: me })).body
    expect(wishes).toMatchObject([{ day: '2026-11-18', from: '19:00', to: '20:00', minutes: 60, status: 'open', orderNo: null }])
    const other = await service.newMember()
    expect((await service.call('POST', '/api/Wish/Withdraw', { as: other, body: { wishId } })).status).toBe(404)
    const desk = await service.newMember({ role: 'desk' })
    const seen = await service.call('GET', '/api/Staff/Wish/List?day=2026-11-18', { as: desk })
    expect(seen.body).toMatchObject({
      items: [{ id: wishId, personId: me.id }],
      demand: [{ day: '2026-11-18', hour: 19, wishes: 1, courts: 1 }],
    })
    expect((await service.call('POST', '/api/Wish/Withdraw', { as: me, body: { wishId } })).status).toBe(204)
    expect((await list(me))[0]).toMatchObject({ status: 'withdrawn', place: null })
  })
})

describe('thirty wishes an hour', () => {
  it('are counted when they are refused as well, and the same wish again is not another one', async () => {
    const me = await service.newMember()
    await taken(1)
    for (let n = 0; n < 3; n++) expect((await wish(me, { venue2ndId: 1 })).status).toBe(201)
    for (let n = 0; n < 29; n++) expect((await wish(me, { venue2ndId: 2 })).body).toMatchObject({ code: 'free_now' })
    expect(await wish(me, { venue2ndId: 2 })).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect((await wish(me, { venue2ndId: 1 })).status, 'the first one again').toBe(201)
  })
})

describe('what a wish costs', () => {
  const price = async (body: object, as?: TestMember) => {
    const answer = await service.call('POST', '/api/Wish/Price', {
      ...(as ? { as } : {}),
      body: { days: ['2026-11-18'], minutes: 60, ...body },
    })
    return answer.status === 200 ? answer.body.price : answer.status
  }

  it('is the price of the wished time, or from the cheapest to the dearest that would do', async () => {
    const me = await service.newMember()
    // A badminton court costs 300 until 18:00, and 500 in the evening.
    expect(await price({ venue1stId: 1, from: '19:00', to: '20:00' })).toEqual({ from: 500, to: 500 })
    expect(await price({ venue1stId: 1, from: '17:00', to: '19:00' }, me)).toEqual({ from: 300, to: 500 })
    expect(await price({ venue1stId: 1, from: '19:00', to: '21:00', minutes: 120, courts: 2 })).toEqual({ from: 2000, to: 2000 })
    expect(await price({ venue1stId: 1, days: ['2026-11-18', '2026-11-21'], from: '12:00', to: '13:00' })).toEqual({ from: 300, to: 500 })
  })

  it('is nothing for what there is not, and refuses rubbish', async () => {
    expect(await price({ venue1stId: 999, from: '19:00', to: '20:00' })).toBeNull()
    expect(await price({ venue1stId: 1, from: '03:00', to: '04:00' })).toBeNull()
    expect(await price({ from: '19:00', to: '20:00' })).toBe(422)
    expect(await price({ venue1stId: 1, days: [], from: '19:00', to: '20:00' })).toBe(422)
  })
})

describe('two wishes of one person for the same', () => {
  const hour = { venue2ndId: 1, from: '19:00', to: '20:00' }

  it('are one after their accounts were merged: with the earlier place and the later limit, and offered once', async () => {
    const manager = await service.newMember({ role: 'manager' })
    const { owner, orderNo } = await taken(1, 1)
    const [double, other, kept] = [await service.newMember(), await service.newMember(), await service.newMember()]
    const early = new Date('2026-11-17T12:00:00+08:00').toISOString()
    expect((await wish(double, { ...hour, notAfter: early })).status).toBe(201)
    for (const as of [other, kept]) expect((await wish(as, hour)).status).toBe(201)
    const [{ notAfter }] = await list(kept)
    await wish(kept, { venue2ndId: 2, from: '19:00', to: '20:00' })
    const both = { keptId: kept.id, doubleId: double.id }
    const { revision } = (await service.call('POST', '/api/Staff/Person/Merge/Preview', { as: manager, body: both })).body
    const merged = await service.call('POST', '/api/Staff/Person/Merge', { as: manager, body: { ...both, revision, reason: '同一人' } })
    expect(merged.status, merged.text).toBe(200)
    const open = (await list(kept)).filter(({ status }: { status: string }) => status === 'open')
    expect(open).toMatchObject([{ place: 1, notAfter }])
    await cancel(owner, orderNo)
    await offer()
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from awaited_spaces`.execute(service.db)
    expect(rows, 'only the other one waits').toEqual([{ n: 1 }])
    expect((await list(kept)).map(({ status }: { status: string }) => status).toSorted()).toEqual(['offered', 'withdrawn'])
    expect(await list(other)).toMatchObject([{ status: 'open', place: 1 }])
  })

  it('are one when the centre takes an offer back and the member had wished again', async () => {
    const { owner, orderNo } = await taken(1, 1)
    const member = await service.newMember()
    await wish(member, hour)
    await cancel(owner, orderNo)
    await offer()
    const [offered] = await list(member)
    expect((await wish(member, hour)).status, 'an offer is no open wish').toBe(201)
    await sql`update orders set state = 'venue-cancelled' where order_no = ${offered.order.orderNo}`.execute(service.db)
    await offer()
    expect((await list(member)).map(({ id, status }: { id: string; status: string }) => [id === offered.id, status]).toSorted()).toEqual([
      [false, 'withdrawn'],
      [true, 'open'],
    ])
  })
})
