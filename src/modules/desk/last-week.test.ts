import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeFacility } from '#modules/closures/close-court.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { at, type Item } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { unaudited } from '#testing/unaudited.ts'

let service: TestService
let desk: TestMember
const calls = deskCalls(() => service)
const regular = { name: '周有恆', mobile: '0922333444' }
const other = { name: '林插隊', mobile: '0933444555' }
let regularId: string

const sell = (guest: object, items: Item[], amount: number, payment: object = { way: 'terminal', tillId: null, reference: 'T-1' }) =>
  calls.sell(desk, { guest, items, amount, payment })
const person = async (id: string) => (await service.call('GET', `/api/Staff/Counter/Person/${id}`, { as: desk })).body
/** Last week's booking of this court, as the counter shows it. */
const offered = async (court: number, id = regularId) =>
  (await person(id)).lastWeek.find((one: { venue2ndId: number }) => one.venue2ndId === court)

/** Sessions do not last so long. */
async function aWeekLater(): Promise<void> {
  service.clock.advance(7 * 86_400_000)
  desk = await service.newMember({ role: 'desk' })
}

/** On the 18th a regular plays on seven courts, and on the 19th on court 8. It is the 22nd now. */
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  const items = [at(1, 18, 8, 2), ...[2, 3, 4, 5, 6].map((court) => at(court, 18, 8)), at(8, 19, 8)]
  const sold = await sell(regular, items, 8 * 300)
  regularId = sold.body.memberId
  // On the 15th, of which a week later nothing is left by now; and an order that nobody paid.
  await sell(regular, [at(7, 15, 10)], 300)
  await sell(regular, [at(7, 18, 8)], 300, { way: 'arrival' })
  service.clock.advance(3_600_000)
  await aWeekLater()
})
afterAll(() => service.close())

describe('the same as last week', () => {
  it('is what was booked and paid, a week later, slot by slot of the grid, and is sold as it is', async () => {
    expect(await service.db.selectFrom('order_items').select('id').where('member_id', '=', regularId).execute()).toHaveLength(9)
    expect(await offered(1)).toMatchObject({ ...at(1, 25, 8, 2), total: 600, totalBefore: 600, problem: null })
    expect((await offered(1)).slots).toEqual([8, 9].map((hour) => ({ start: at(1, 25, hour).start, end: at(1, 25, hour).end })))
    expect((await person(regularId)).lastWeek.map(({ venue2ndId }: { venue2ndId: number }) => venue2ndId)).toEqual([1, 2, 3, 4, 5, 6, 8])
  })

  it('says that somebody else took the court meanwhile, and when the person has it already', async () => {
    expect((await sell(other, [at(2, 25, 8)], 300)).status).toBe(201)
    expect(await offered(2)).toMatchObject({ problem: { code: 'period_taken' }, total: 300 })
    expect((await sell(regular, [at(3, 25, 8)], 300)).status).toBe(201)
    expect(await offered(3)).toMatchObject({ problem: { code: 'period_yours', title: '這位顧客已經預約了' } })
  })

  it('says that the facility is closed on that day', async () => {
    const deps = { db: service.db, catalogues: openCatalogues(service.db), releaseDates: async () => 0 }
    const closure = { facilityId: 1, day: '2026-11-26' as const, reasonTw: '颱風', reasonEn: 'Typhoon', by: desk.id }
    await closeFacility(deps, closure, unaudited, service.clock.now())
    expect(await offered(8)).toMatchObject({ problem: { code: 'period_closed' } })
  })

  it('says that the court is retired, and names it still', async () => {
    await service.db.updateTable('courts').set({ retired_at: service.clock.now() }).where('id', '=', 4).execute()
    expect(await offered(4)).toMatchObject({
      venue2ndName: '羽球場 4',
      slots: [],
      total: null,
      totalBefore: 300,
      problem: { code: 'no_such_court', title: '這個場地已停用' },
    })
  })

  it('has the price of now beside that of last week', async () => {
    await service.db.updateTable('court_prices').set({ off_peak: 350 }).where('court_id', '=', 5).where('identity_id', '=', 1).execute()
    expect(await offered(5)).toMatchObject({ total: 350, totalBefore: 300, problem: null })
    // A page that still shows the old price sells nothing.
    expect(await sell(regular, [at(5, 25, 8)], 300)).toMatchObject({ status: 409, body: { code: 'price_changed' } })
  })

  it('is sold beyond the hours that a member may book online: the desk decides', async () => {
    const member = await service.newMember()
    const asked = { memberId: member.id, payment: { way: 'terminal', tillId: null, reference: 'T-2' } }
    const online = [at(1, 27, 8), at(1, 27, 9), at(1, 27, 10)]
    const refused = await service.call('POST', '/api/Order/Member', {
      as: member,
      body: { items: online },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(refused).toMatchObject({ status: 422, body: { code: 'over_quota' } })
    expect((await calls.sell(desk, { ...asked, items: [at(1, 27, 8, 3)], amount: 900 })).status).toBe(201)
    await aWeekLater()
    const december = { start: '2026-12-04T00:00:00.000Z', end: '2026-12-04T03:00:00.000Z' }
    expect(await offered(1, member.id)).toMatchObject({ ...december, problem: null })
    const again = await calls.sell(desk, { ...asked, items: [{ venue2ndId: 1, ...december }], amount: 900 })
    expect(again.status, again.text).toBe(201)
  })

  it('is shown to a suspended person with the end of the suspension, and not sold', async () => {
    const now = service.clock.now()
    const ends = new Date(now.getTime() + 86_400_000)
    const suspension = { id: randomUUID(), member_id: regularId, points: 3, created_at: now, starts_at: now, ends_at: ends }
    await service.db.insertInto('suspensions').values(suspension).execute()
    expect(await person(regularId)).toMatchObject({ suspendedUntil: ends.toISOString(), lastWeek: [{ venue2ndId: 3 }] })
    const item = { venue2ndId: 3, start: '2026-12-02T00:00:00.000Z', end: '2026-12-02T01:00:00.000Z' }
    expect(await sell(regular, [item], 300)).toMatchObject({ status: 403, body: { code: 'suspended' } })
  })
})
