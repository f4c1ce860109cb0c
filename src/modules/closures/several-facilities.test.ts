import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closureCalls, reason, words } from '#testing/closures.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { at, type Item } from '#testing/orders.ts'
import { paidAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  // The arena has the sport of the hall: each is other floor for the bookings of the other.
  await service.db.updateTable('facilities').set({ sport: 'badminton' }).where('id', '=', 2).execute()
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())
const calls = closureCalls(() => service)

const centreOn = (day: number) => ({ facilities: [3, 1, 2], from: `2026-11-${day}`, to: `2026-11-${day}` })
async function run(plan: object, choice: 'offer' | 'refund', fingerprint: string): Promise<string> {
  const started = await service.call('POST', '/api/Staff/Closure/Run', {
    as: manager,
    body: { plan, cause: 'weather', choice, reason, words, fingerprint },
    headers: { 'idempotency-key': fingerprint.slice(0, 40) },
  })
  expect(started.status, started.text).toBe(202)
  await service.jobsDone('run-closures')
  return started.body.id
}
const booked = async (...items: Item[]) => {
  const me = await service.newMember()
  return { me, orderNo: (await paidAtGateway(service, me, items)).orderNo }
}
const problemsAt = async (court: number, day: number, hours = 1) =>
  (await service.call('POST', '/api/Order/Member/Check', { body: { items: [at(court, day, 13, hours)] } })).body.items[0].problems.map(
    ({ code }: { code: string }) => code,
  )
type Listed = { holderId: string; back: number; owed: number; state: string; instead: { start: string; court: string } | null }
const whole = async () => expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])

it('closes the whole centre in one run: the dry run sums over all, is its run, and offers no floor of any of them', async () => {
  const both = await booked(at(1, 18, 9), at(11, 18, 10))
  const field = await booked(at(20, 18, 13, 4))
  const tried = (await calls.preview(manager, centreOn(18))).body
  expect(tried).toMatchObject({
    totals: { people: 2, bookings: 3, offers: 3 },
    facilities: [
      { venue1stId: 1, name: '羽球館', totals: { people: 1, bookings: 1, back: 300 } },
      { venue1stId: 2, totals: { people: 1, bookings: 1, back: 700 } },
      { venue1stId: 3, totals: { people: 1, bookings: 1 } },
    ],
  })
  const sum = tried.facilities.reduce((all: number, one: { totals: { back: number } }) => all + one.totals.back, 0)
  expect(tried.totals.back).toBe(sum)
  // Alone, the hall's booking would be offered the arena at the same hour of the day.
  const hallAlone = (await calls.preview(manager, { ...centreOn(18), facilities: [1] })).body
  expect(hallAlone.bookings[0].instead).toMatchObject({ facility: '綜合球場', start: at(11, 18, 9).start })
  for (const { instead } of tried.bookings as Listed[]) expect(instead!.start.slice(0, 10)).not.toBe('2026-11-18')

  const id = await run(centreOn(18), 'offer', tried.fingerprint)
  const report = await calls.read(manager, id)
  expect(report).toMatchObject({ state: 'done', people: 2, counts: { offered: 3, cancelled: 0 }, isAhead: true })
  const holders = (items: Listed[]) => items.map(({ holderId }) => holderId).toSorted()
  expect(holders(report.items)).toEqual(holders(tried.bookings))
  expect(report.items.map(({ facility }: { facility: string }) => facility)).toEqual(['羽球館', '綜合球場', '足球場'])
  for (const [court, hours] of [[1], [10], [20, 4]] as const) expect(await problemsAt(court, 18, hours)).toEqual(['period_closed'])
  // One letter for the order, whose bookings are in two facilities.
  await service.writeLetters()
  const letters = await service.db
    .selectFrom('messages')
    .select('body')
    .where('recipient', '=', both.me.email)
    .where('subject', 'like', '場地停用%')
    .execute()
  expect(letters).toHaveLength(1)
  for (const { instead } of tried.bookings.slice(0, 2)) expect(letters[0]!.body).toContain(instead.court)
  const offers = (await service.call('GET', '/api/Order/Offer/List', { as: field.me })).body.items
  expect(offers).toMatchObject([{ to: { start: tried.bookings[2].instead.start } }])
  expect((await calls.list(manager)).items).toMatchObject([{ id, facilities: ['羽球館', '綜合球場', '足球場'] }])
  expect((await calls.list(manager, '?venue1stId=3')).items).toMatchObject([{ id }])
  await whole()

  // One facility opens again: its booking has its floor back, the others stay closed.
  const lift = (venue1stId?: number) => service.call('POST', '/api/Staff/Closure/Lift', { as: manager, body: { id, venue1stId } })
  expect(await lift(3)).toMatchObject({ status: 200, body: { restored: 1, offered: 0 } })
  expect(await lift(3)).toMatchObject({ status: 409, body: { code: 'already_lifted' } })
  expect(await lift(4)).toMatchObject({ status: 404 })
  expect(await calls.read(manager, id)).toMatchObject({
    state: 'done',
    facilities: [{ liftedAt: null }, { liftedAt: null }, { liftedAt: expect.any(String) }],
    counts: { offered: 2, kept: 1 },
  })
  expect((await calls.list(manager)).items).toMatchObject([{ id, facilities: ['羽球館', '綜合球場'] }])
  expect(await problemsAt(20, 18, 4)).toEqual(['period_taken'])
  expect(await problemsAt(2, 18)).toEqual(['period_closed'])
  await whole()

  // Withdrawn as a whole before it begins: everybody is where they were.
  expect(await lift()).toMatchObject({ status: 200, body: { restored: 2, offered: 0 } })
  expect(await calls.read(manager, id)).toMatchObject({ state: 'lifted', counts: { kept: 3 } })
  expect(await problemsAt(2, 18)).toEqual([])
  const items = (await service.call('GET', `/api/Order/${both.orderNo}`, { as: both.me })).body.items
  expect(items).toMatchObject([
    { parked: false, start: at(1, 18, 9).start },
    { parked: false, start: at(11, 18, 10).start },
  ])
  await whole()
})

it('pays back what one facility of several lost, and offers it to its members alone when that facility opens again', async () => {
  const [hall, arena] = [await booked(at(1, 19, 9)), await booked(at(11, 19, 10))]
  const plan = { ...centreOn(19), facilities: [1, 2] }
  const id = await run(plan, 'refund', (await calls.preview(manager, plan)).body.fingerprint)
  expect(await calls.read(manager, id)).toMatchObject({ counts: { cancelled: 2 }, owed: 1000 })
  const opened = await service.call('POST', '/api/Staff/Closure/Lift', { as: manager, body: { id, venue1stId: 1 } })
  expect(opened).toMatchObject({ status: 200, body: { restored: 0, offered: 1 } })
  const wishes = async (as: TestMember) => (await service.call('GET', '/api/Wish/List', { as })).body.items
  expect(await wishes(hall.me)).toHaveLength(1)
  expect(await wishes(arena.me)).toEqual([])
  await whole()
})

it('keeps no floor for a booking that could not be cancelled, when its facility has opened again', async () => {
  const { me } = await booked(at(1, 21, 9))
  const plan = { ...centreOn(21), facilities: [1, 2] }
  const { fingerprint } = (await calls.preview(manager, plan)).body
  await sql`create or replace function never_run() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`.execute(service.db)
  await sql
    .raw(
      `create trigger never_run before update on order_items for each row when (old.member_id = '${me.id}') execute function never_run()`,
    )
    .execute(service.db)
  const id = await run(plan, 'refund', fingerprint)
  await sql`drop trigger never_run on order_items`.execute(service.db)
  expect(await calls.read(manager, id)).toMatchObject({ state: 'done', counts: { failed: 1 } })
  const opened = await service.call('POST', '/api/Staff/Closure/Lift', { as: manager, body: { id, venue1stId: 1 } })
  expect(opened.status, opened.text).toBe(200)
  expect(await calls.read(manager, id)).toMatchObject({ counts: { failed: 0, kept: 1 } })
  expect(await service.db.selectFrom('closing_spaces').selectAll().execute()).toEqual([])
  expect(await problemsAt(11, 21)).toEqual(['period_closed'])
  await whole()
})

it('refuses courts of several facilities, and lists that are none', async () => {
  const refused = async (more: object) => (await calls.preview(manager, { ...centreOn(20), ...more })).body
  expect(await refused({ courts: [1] })).toMatchObject({ errors: [{ path: 'courts' }] })
  expect(await refused({ facilities: [1, 1], courts: [1] })).toMatchObject({ courts: ['羽球場 1'] })
  for (const facilities of [[], ['x'], [1.5], 1, Array.from({ length: 101 }, (_, n) => n + 1)])
    expect(await refused({ facilities })).toMatchObject({ errors: [{ path: expect.stringMatching(/^facilities/) }] })
  expect(await refused({ facilities: [1, 99] })).toMatchObject({ code: 'no_such_facility' })
})
