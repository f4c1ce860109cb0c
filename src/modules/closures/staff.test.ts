import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql, type KyselyPlugin, type PluginTransformQueryArgs } from 'kysely'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { closureCalls } from '#testing/closures.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { listClosures } from './list-store.ts'
import { gapsBetween } from './cancel-bookings-for-closure.ts'

let service: TestService
let manager: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
})
afterEach(() => service.close())

const read = async (as: TestMember, orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as })).body
const problemsOf = async (venue2ndId: number, day: number, hour: number) =>
  (await service.call('POST', '/api/Order/Member/Check', { body: { items: [at(venue2ndId, day, hour)] } })).body.items[0].problems.map(
    ({ code }: { code: string }) => code,
  )
const why = { reasonTw: '颱風停館', reasonEn: 'Typhoon' }

describe('block', () => {
  const block = (body: object) => service.call('POST', '/api/Staff/Block', { as: manager, body: { ...why, ...body } })

  it('takes a court and its halves out of use, until the block is lifted', async () => {
    const { start, end } = at(10, 20, 8, 4)
    const blocked = await block({ venue2ndId: 10, start, end })
    expect(blocked.status).toBe(201)
    expect(await problemsOf(11, 20, 9)).toEqual(['period_closed'])
    const list = await service.call('GET', '/api/Staff/Block/List?venue1stId=2', { as: manager })
    expect(list.body).toMatchObject({ total: 1, items: [{ id: blocked.body.id, kind: 'block', venue2ndId: 10, reasonTw: '颱風停館' }] })
    const lift = () => service.call('POST', '/api/Staff/Block/Lift', { as: manager, body: blocked.body })
    expect((await lift()).status).toBe(204)
    expect(await problemsOf(11, 20, 9)).toEqual([])
    expect(await lift()).toMatchObject({ status: 409, body: { code: 'already_lifted' } })
    expect((await service.call('POST', '/api/Staff/Block/Lift', { as: manager, body: { id: crypto.randomUUID() } })).status).toBe(404)
  })

  it('names the conflicting orders, and blocks nothing', async () => {
    const orderNo = await placed(service, await service.newMember(), [at(2, 20, 9)])
    const { start, end } = at(1, 20, 8, 4)
    expect(await block({ venue1stId: 1, start, end })).toMatchObject({
      status: 409,
      body: { code: 'block_in_the_way', orderNos: [orderNo] },
    })
    expect(await problemsOf(1, 20, 9)).toEqual([])
  })

  it('refuses an invalid period, court or facility', async () => {
    const { start, end } = at(1, 20, 8)
    expect((await block({ start, end })).status).toBe(422)
    expect((await block({ venue1stId: 1, venue2ndId: 1, start, end })).status).toBe(422)
    expect((await block({ venue2ndId: 1, start: end, end: start })).status).toBe(422)
    expect((await block({ venue2ndId: 99, start, end })).body.code).toBe('no_such_court')
    expect((await block({ venue1stId: 99, start, end })).body.code).toBe('no_such_facility')
    expect((await block(at(1, 14, 8))).body.code).toBe('ends_in_past')
  })
})

describe('close a facility for a day', () => {
  const close = (venue1stId = 1, date = '2026-11-20') =>
    service.call('POST', '/api/Staff/Facility/Close', { as: manager, body: { venue1stId, date, ...why } })

  it('cancels bookings, owes a full refund, and changes no other items and facilities', async () => {
    const [one, two, three] = [await service.newMember(), await service.newMember(), await service.newMember()]
    const whole = await placed(service, one, [at(1, 20, 19)])
    const part = await placed(service, two, [at(2, 20, 19), at(2, 19, 8)])
    const other = await placed(service, three, [at(10, 20, 19)])
    for (const orderNo of [whole, part, other]) await paid(service.db, orderNo, service.clock.now())

    expect(await close()).toMatchObject({ status: 200, body: { orders: 2, items: 2, owed: 1000 } })
    expect(await read(one, whole)).toMatchObject({ status: 'venue-cancelled', paid: 500, owed: 500, items: [{ status: 'cancelled' }] })
    expect(await read(two, part)).toMatchObject({
      status: 'confirmed',
      paid: 800,
      owed: 500,
      items: [{ status: 'active' }, { status: 'cancelled' }],
    })
    expect(await read(three, other)).toMatchObject({ status: 'confirmed', owed: 0 })
    expect(await problemsOf(1, 20, 19)).toEqual(['period_closed'])
    expect(await problemsOf(8, 20, 6)).toEqual(['period_closed'])
    expect(await problemsOf(8, 21, 6)).toEqual([])
  })

  it('refunds nothing where nothing was paid: the rest of an unpaid order can still be paid', async () => {
    const me = await service.newMember()
    const all = await placed(service, me, [at(1, 20, 19)])
    const rest = await placed(service, me, [at(2, 20, 18), at(2, 19, 8)])
    expect((await close()).body).toMatchObject({ orders: 2, items: 2, owed: 0 })
    expect(await read(me, all)).toMatchObject({ status: 'venue-cancelled', owed: 0 })
    expect(await read(me, rest)).toMatchObject({ status: 'awaiting-payment', amount: 300 })
    await paid(service.db, rest, service.clock.now())
    expect(await read(me, rest)).toMatchObject({ status: 'confirmed', paid: 300, owed: 0 })
  })

  it('refunds a payment that arrives after the closure', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(1, 20, 19)])
    await close()
    await paid(service.db, orderNo, service.clock.now())
    expect(await read(me, orderNo)).toMatchObject({ status: 'venue-cancelled', paid: 500, owed: 500 })
  })

  it('keeps existing blocks, and closes a day only once', async () => {
    const { start, end } = at(1, 20, 8, 4)
    await service.call('POST', '/api/Staff/Block', { as: manager, body: { venue2ndId: 1, start, end, ...why } })
    expect((await close()).status).toBe(200)
    expect(await close()).toMatchObject({ status: 409, body: { code: 'already_closed' } })
    expect(await close(99)).toMatchObject({ status: 404, body: { code: 'no_such_facility' } })
    expect(await close(1, '2026-11-14')).toMatchObject({ status: 422, body: { code: 'ends_in_past' } })
  })

  it('cancels bookings that are made at the same moment: afterwards nobody holds anything there', async () => {
    const members = await Promise.all(Array.from({ length: 24 }, () => service.newMember()))
    const book = (n: number) =>
      service.call('POST', '/api/Order/Member', {
        as: members[n]!,
        body: { items: [at((n % 8) + 1, 20, 7 + Math.floor(n / 8))] },
        headers: { 'idempotency-key': `rush ${n} of many` },
      })
    const [closed, ...booked] = await Promise.all([close(), ...members.map((_, n) => book(n))])
    expect(closed.status).toBe(200)
    for (const { status } of booked) expect([201, 409]).toContain(status)
    const kinds = await service.db.selectFrom('occupancy').select('kind').distinct().execute()
    expect(kinds).toEqual([{ kind: 'closure' }])
    const states = await service.db.selectFrom('orders').select('state').distinct().execute()
    expect(states.every(({ state }) => state === 'venue-cancelled')).toBe(true)
  })
})

it('payments that arrive during a closure are all owed back', async () => {
  const members = await Promise.all(Array.from({ length: 16 }, () => service.newMember()))
  const orders: string[] = []
  for (const [n, member] of members.entries()) orders.push(await placed(service, member, [at((n % 8) + 1, 20, 7 + Math.floor(n / 8))]))
  const closing = service.call('POST', '/api/Staff/Facility/Close', { as: manager, body: { venue1stId: 1, date: '2026-11-20', ...why } })
  const outcomes = await Promise.allSettled([closing, ...orders.map((orderNo) => paid(service.db, orderNo, service.clock.now()))])
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'fulfilled'))
  const { rows } = await sql<{
    held: number
    owed: number
  }>`select (select sum(amount) from ledger)::int as held, (select sum(amount) from refunds_due)::int as owed`.execute(service.db)
  expect(rows[0]).toEqual({ held: 16 * 300, owed: 16 * 300 })
  expect(await service.db.selectFrom('orders').select('state').distinct().execute()).toEqual([{ state: 'venue-cancelled' }])
})

it('subtracts the blocked periods from the period to close', () => {
  const hour = (n: number) => new Date(n * 3_600_000)
  const day = { start: hour(0), end: hour(24) }
  const staying = [
    { spaceId: 1, start: hour(20), end: hour(30) },
    { spaceId: 1, start: hour(-2), end: hour(3) },
    { spaceId: 1, start: hour(5), end: hour(6) },
    { spaceId: 2, start: hour(0), end: hour(24) },
  ]
  expect(gapsBetween([1, 2, 3], day, staying)).toEqual([
    { spaceId: 1, start: hour(3), end: hour(5) },
    { spaceId: 1, start: hour(6), end: hour(20) },
    { spaceId: 3, start: hour(0), end: hour(24) },
  ])
})

describe('the desk', () => {
  it('opens what it has closed itself, and nothing that somebody else has', async () => {
    const [desk, colleague] = [await service.newMember({ role: 'desk' }), await service.newMember({ role: 'desk' })]
    const lift = (as: TestMember, id: string) => service.call('POST', '/api/Staff/Block/Lift', { as, body: { id } })
    const closed = await service.call('POST', '/api/Staff/Facility/Close', {
      as: manager,
      body: { venue1stId: 1, date: '2026-11-20', ...why },
    })
    expect(closed.status).toBe(200)
    expect(await lift(desk, closed.body.id)).toMatchObject({ status: 403, body: { code: 'closure_by_manager' } })
    expect(await problemsOf(1, 20, 9)).toEqual(['period_closed'])
    const { start, end } = at(10, 15, 18, 4)
    const own = await service.call('POST', '/api/Staff/Block', { as: desk, body: { venue2ndId: 10, start, end, ...why } })
    expect(await lift(colleague, own.body.id)).toMatchObject({ status: 403, body: { code: 'closure_by_manager' } })
    expect((await lift(desk, own.body.id)).status).toBe(204)
    expect(await lift(colleague, own.body.id)).toMatchObject({ status: 409, body: { code: 'already_lifted' } })
    expect((await lift(manager, closed.body.id)).status).toBe(204)
  })

  it('asks a manager to close the last court of a facility, also when it has closed the others before', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const closures = closureCalls(() => service)
    const today = (courts: number[]) => ({ facilities: [1], courts, from: '2026-11-15', to: '2026-11-15' })
    const id = await closures.close(desk, today([1, 2, 3, 4, 5, 6, 7]))
    const asManager = { status: 403, body: { code: 'closure_by_manager' } }
    expect(await closures.preview(desk, today([8]))).toMatchObject(asManager)
    expect(await closures.run(desk, today([8]), 'x')).toMatchObject(asManager)
    const { start, end } = at(8, 15, 20)
    expect(await service.call('POST', '/api/Staff/Block', { as: desk, body: { venue2ndId: 8, start, end, ...why } })).toMatchObject(
      asManager,
    )
    expect((await closures.preview(manager, today([8]))).status).toBe(200)
    expect((await closures.lift(desk, id)).status).toBe(200)
    expect((await closures.preview(desk, today([8]))).status).toBe(200)
  })
})

describe('the list of closures', () => {
  it.each(['1_------------------------------------', '1_', `1_${'a'.repeat(36)}`, '1_00000000-0000-0000-0000-00000000000g'])(
    'refuses a cursor that names no id: %s',
    async (after) => {
      const listed = await service.call('GET', `/api/Staff/Closure/List?after=${after}`, { as: manager })
      expect(listed).toMatchObject({ status: 422, body: { errors: [{ path: 'after' }] } })
    },
  )

  it('groups the blocks of the facility that is asked for, and no others', async () => {
    await sql`insert into blocks (id, kind, facility_id, during, reason_tw, reason_en, created_by, created_at)
      select gen_random_uuid(), 'block', case when n = 1 then 3 else 2 end, tstzrange(t, t + interval '1 hour'), '', '', ${manager.id}, now()
      from generate_series(1, 400) n, lateral (select timestamptz '2026-01-01' + n * interval '2 hours' as t) w`.execute(service.db)
    let asked: PluginTransformQueryArgs | undefined
    const spy: KyselyPlugin = { transformQuery: (args) => ((asked = args), args.node), transformResult: async ({ result }) => result }
    const filter = { isPast: true, facilityId: 3, before: null, most: 50 }
    expect(await listClosures(service.db.withPlugin(spy), filter, service.clock.now())).toHaveLength(1)
    const compiled = service.db.getExecutor().compileQuery(asked!.node, asked!.queryId)
    const explained = await service.db.executeQuery<{ 'QUERY PLAN': unknown }>({
      ...compiled,
      sql: `explain (analyze, format json) ${compiled.sql}`,
    })
    const rowsOf = (plan: unknown): number[] =>
      typeof plan !== 'object' || plan === null
        ? []
        : [
            ...('Node Type' in plan && /Aggregate|Sort/.test(String(plan['Node Type'])) && 'Actual Rows' in plan
              ? [Number(plan['Actual Rows'])]
              : []),
            ...Object.values(plan).flatMap(rowsOf),
          ]
    expect(Math.max(...rowsOf(explained.rows[0]!['QUERY PLAN']))).toBeLessThan(50)
  })
})
