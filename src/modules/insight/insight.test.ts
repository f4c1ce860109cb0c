import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { randomUUID } from 'node:crypto'
import { at } from '#testing/orders.ts'
import { paidAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { rebuildRollup, rollUpDays } from './roll-up.ts'
import type { FigureTable, InsightAnswer } from './wire.ts'

let service: TestService
let manager: TestMember
let finance: TestMember
/** Monday noon. Bookings of the 17th are made by members; the past is written as rows. */
const start = new Date('2026-11-16T12:00:00+08:00')
beforeAll(async () => {
  service = await openTestService({ start })
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
  finance = await service.newMember({ role: 'finance' })
})
afterAll(() => service.close())

const insight = async (query = '', as = manager): Promise<InsightAnswer> => {
  const answer = await service.call('GET', `/api/Staff/Insight?${query}`, { as })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const tableOf = ({ tables }: InsightAnswer, figure: FigureTable['figure']) => tables.find((one) => one.figure === figure)!

let orders = 0
/** An order of the past with these items, paid on its first day before noon. */
async function past(
  items: { court: number; day: string; hour: number; hours?: number; price: number; missed?: boolean }[],
  way = 'card',
): Promise<string> {
  const no = `P${++orders}`
  const placed = momentAt(addDays(items[0]!.day, -2), 600)
  const { rows } = await sql<{ id: string }>`
    insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at)
    values (gen_random_uuid(), ${no}, 'venue', ${manager.id}, 'completed', 0, ${no}, '', ${placed}) returning id`.execute(service.db)
  const { id } = rows[0]!
  for (const { court, day, hour, hours = 1, price, missed = false } of items) {
    const [from, to] = [momentAt(day, hour * 60), momentAt(day, (hour + hours) * 60)]
    await sql`insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit, checked_in_at, missed_at)
      values (gen_random_uuid(), ${id}, ${manager.id}, ${court}, '', tstzrange(${from}, ${to}), ${day}, ${hours * 60}, false, 1, ${price}, 0, 0, ${missed ? null : from}, ${missed ? to : null})`.execute(
      service.db,
    )
  }
  const amount = items.reduce((sum, { price }) => sum + price, 0)
  await sql`insert into ledger (order_id, kind, way, amount, cause, at) values (${id}, 'payment', ${way}, ${amount}, ${no}, ${momentAt(items[0]!.day, 600)})`.execute(
    service.db,
  )
  return id
}

describe('insight', () => {
  it('counts use against what could be booked, money by the day that it moved, and no-shows, beside the period before', async () => {
    // Monday the 9th: the whole arena for two hours (two spaces of two), one of eight badminton courts that nobody came to.
    await past([
      { court: 10, day: '2026-11-09', hour: 19, hours: 2, price: 200 },
      { court: 1, day: '2026-11-09', hour: 19, price: 101, missed: true },
    ])
    await past([{ court: 11, day: '2026-11-02', hour: 19, price: 95 }], 'transfer')
    const week = 'from=2026-11-09&to=2026-11-15'
    const { visits, money, period, before, grain } = await insight(week)
    expect([period, before, grain]).toEqual([{ from: '2026-11-09', to: '2026-11-15' }, { from: '2026-11-02', to: '2026-11-08' }, 'day'])
    const arena = visits!.now.facilities.find(({ code }) => code === 'ARN')!
    // Two spaces from six to ten at night for a week.
    expect([arena.booked, arena.bookable]).toEqual([240, 2 * 16 * 60 * 7])
    expect([visits!.now.bookedWeek[0]![19], visits!.now.bookedWeek[0]![20], visits!.now.bookings]).toEqual([180, 120, 2])
    expect([visits!.now.came, visits!.now.missed, visits!.before.bookings, visits!.before.booked]).toEqual([1, 1, 1, 60])
    // Booked two days ahead.
    expect(visits!.now.lead).toEqual([0, 0, 0, 2, 0, 0, 0])
    expect([money.now.in, money.now.out, money.before.in]).toEqual([301, 0, 95])
    expect(money.now.facilities.map(({ code, in: paid }) => [code, paid])).toEqual([
      ['BAD', 101],
      ['ARN', 200],
    ])
    expect(money.now.ways.find(({ way }) => way === 'card')).toMatchObject({ in: 301, payments: 1 })
    expect(money.now.points[0]).toEqual({ from: '2026-11-09', in: 301, out: 0 })

    const only = await insight(`${week}&facility=BAD`)
    expect([only.visits!.now.bookings, only.money.now.in, only.money.before.in]).toEqual([1, 101, 0])
  })

  it('counts from the first day of the centre on, and compares with nothing what was before it', async () => {
    // The first booking was for Monday the 2nd.
    const month = await insight('from=2026-10-05&to=2026-11-15')
    const since = await insight('from=2026-11-02&to=2026-11-15')
    expect(month.firstDay).toBe('2026-11-02')
    expect([month.visits!.now.booked, month.visits!.now.bookable]).toEqual([since.visits!.now.booked, since.visits!.now.bookable])
    expect(month.visits!.now.points.filter(({ from, bookable }) => from < '2026-11-02' && bookable > 0)).toEqual([])
    expect([since.visits!.before.bookable, since.visits!.before.booked]).toEqual([0, 0])
    // The last row of each table is the total; "Before" is not known.
    const total = (figure: FigureTable['figure']) => tableOf(since, figure).rows.at(-1)!
    expect(total('use')[2]).toBeNull()
    for (const figure of ['money', 'ways'] as const) expect(total(figure).slice(0, 5)).toEqual(['合計', 396, 0, 396, null])
    expect(total('refunds').at(-1)).toBeNull()
    expect(
      tableOf(await insight('from=2026-11-09&to=2026-11-15'), 'money')
        .rows.at(-1)!
        .at(-1),
    ).toBe(95)
  })

  it('says the same when days are rolled up, after a late decision, and when everything is counted again', async () => {
    const query = 'from=2026-11-01&to=2026-11-16'
    const counted = await insight(query)
    expect(await rollUpDays(service.db, start)).toBeGreaterThan(5)
    expect(await insight(query)).toEqual(counted)
    await sql`update order_items set missed_at = null, checked_in_at = lower(during) where missed_at is not null`.execute(service.db)
    const decided = await insight(query)
    expect([decided.visits!.now.came, decided.visits!.now.missed]).toEqual([3, 0])
    await rollUpDays(service.db, start)
    expect(await insight(query)).toEqual(decided)

    const asked = await service.call('POST', '/api/Staff/Insight/Rebuild', { as: manager })
    expect(asked.status, asked.text).toBe(204)
    await service.jobsDone('rebuild-insight')
    await rebuildRollup(service.db, start)
    expect(await insight(query)).toEqual(decided)
    const { rows } = await sql<{
      count: number
    }>`select count(*)::integer as count from audit_log where action = 'insight.rebuilt'`.execute(service.db)
    expect(rows[0]!.count).toBe(1)
  })

  it('leaves out closed floor until it was opened again', async () => {
    const day = 'from=2026-11-10&to=2026-11-10'
    const open = (await insight(day)).visits!.now.facilities.find(({ code }) => code === 'BAD')!.bookable
    const block = (from: number, to: number, lifted: number | null) => sql`
      insert into blocks (id, kind, facility_id, court_id, during, reason_tw, reason_en, created_at, lifted_at)
      values (gen_random_uuid(), 'closure', 1, null, tstzrange(${momentAt('2026-11-10', from)}, ${momentAt('2026-11-10', to)}), '', '', ${start}, ${lifted === null ? null : momentAt('2026-11-10', lifted)})`
    await block(360, 600, 480).execute(service.db)
    await block(1200, 1320, null).execute(service.db)
    // Never in force: taken back before it began.
    await block(700, 800, 300).execute(service.db)
    const after = (await insight(day)).visits!.now.facilities.find(({ code }) => code === 'BAD')!.bookable
    expect(open - after).toBe(8 * (120 + 120))
  })

  it('shows finance money and refunds alone, in the answer and in the files', async () => {
    const answer = await insight('', finance)
    expect(answer.visits).toBeNull()
    expect((await insight('', await service.newMember({ roles: ['desk', 'finance', 'editor'] }))).visits).toBeNull()
    expect((await insight('', await service.newMember({ roles: ['manager', 'finance'] }))).visits).not.toBeNull()
    expect(answer.tables.map(({ figure }) => figure)).toEqual(['money', 'ways', 'refunds'])
    const csv = (figure: string, as: TestMember) => service.call('GET', `/api/Staff/Insight/Figure.csv?figure=${figure}`, { as })
    expect((await csv('money', finance)).status).toBe(200)
    expect((await csv('use', finance)).status).toBe(404)
    expect((await csv('use', manager)).text).toContain('羽球館')
    const report = await service.call('GET', '/api/Staff/Insight/Report?month=2026-11', { as: finance })
    expect(report.body.words.map(({ part }: { part: string }) => part)).toEqual(['money'])
  })

  it('refuses periods that cannot be counted and facilities that do not exist', async () => {
    const status = async (query: string) => (await service.call('GET', `/api/Staff/Insight?${query}`, { as: manager })).status
    expect(await status('from=2026-11-17')).toBe(422)
    expect(await status('from=2026-11-10&to=2026-11-09')).toBe(422)
    expect(await status('from=2000-01-01')).toBe(422)
    expect(await status('from=yesterday')).toBe(422)
    expect(await status('facility=NONE')).toBe(404)
    expect((await service.call('GET', '/api/Staff/Insight/Report?month=2026-12', { as: manager })).body.code).toBe('month_ahead')
    expect((await service.call('GET', '/api/Staff/Insight/Report?month=2026-13', { as: manager })).status).toBe(422)
  })

  it('counts a booking over midnight whole: once, with the minutes of each day', async () => {
    const span = 'from=2026-11-13&to=2026-11-15'
    const was = await insight(span)
    // Friday 23:00 to Saturday 01:30, both halves of the arena; rolled up, changed, and cancelled afterwards.
    const id = await past([{ court: 10, day: '2026-11-13', hour: 23, hours: 2.5, price: 1 }])
    await rebuildRollup(service.db, start)
    const { visits } = await insight(span)
    const [friday, saturday] = [visits!.now.bookedWeek[4]!, visits!.now.bookedWeek[5]!]
    expect([friday[23], friday[0], saturday[0], saturday[1], saturday[2]]).toEqual([120, 0, 120, 60, 0])
    expect([visits!.now.booked - was.visits!.now.booked, visits!.now.bookings - was.visits!.now.bookings]).toEqual([300, 1])
    expect(visits!.now.points.map(({ booked }) => booked)).toEqual([120, 180, 0])
    await sql`update order_items set light_fee = 1 where order_id = ${id}`.execute(service.db)
    expect((await insight(span)).visits).toEqual(visits)
    await sql`update orders set state = 'cancelled' where id = ${id}`.execute(service.db)
    expect((await insight(span)).visits!.now.booked).toBe(was.visits!.now.booked)
  })
})

describe('refused demand', () => {
  const counts = async () => {
    const { rows } = await sql<{ facilityId: number; sport: string; kind: string; hours: number[]; courts: number }>`
      select facility_id as "facilityId", sport, kind, array(select (n - 1)::integer from unnest(times) with ordinality as t (c, n) where c > 0) as hours,
        (select sum(c) from unnest(courts) as c)::integer as courts from refused_demand order by kind, facility_id, sport`.execute(
      service.db,
    )
    return rows
  }

  it('is counted when a booking is refused, a search finds nothing, and a full grid is looked at; without persons, once an hour', async () => {
    const [amy, ben] = [await service.newMember(), await service.newMember()]
    // The field has one court, booked by sessions: the evening is taken.
    await paidAtGateway(service, amy, [at(20, 17, 18, 4)])
    for (const from of ['203.0.113.7', '203.0.113.7', '203.0.113.8']) {
      const wish = { as: ben, from, body: { items: [at(20, 17, 18, 4)] }, headers: { 'idempotency-key': randomUUID() } }
      expect((await service.call('POST', '/api/Order/Member', wish)).status).toBe(409)
    }
    const search = { date: '2026-11-17', start: '18:00', minutes: 120, sport: 'field' }
    for (const body of [search, search, { ...search, start: '03:00' }])
      expect((await service.call('POST', '/api/Venues/Search', { body, from: '203.0.113.9' })).body.total).toBe(0)
    const grid = { venue1stId: 3, date: '2026-11-17' }
    for (const from of ['203.0.113.9', '203.0.113.9', '2001:db8::1', '2001:db8::2'])
      await service.call('POST', '/api/Order/Member/Schedule', { body: grid, from })
    await vi.waitFor(async () => expect((await counts()).length).toBe(3), { timeout: 10_000 })
    expect(await counts()).toEqual([
      { facilityId: 3, sport: '', kind: 'refused', hours: [18, 19, 20, 21], courts: 8 },
      { facilityId: 0, sport: 'field', kind: 'searched', hours: [18, 19], courts: 2 },
      { facilityId: 3, sport: '', kind: 'seen', hours: [18, 19, 20, 21], courts: 8 },
    ])
    service.clock.advance(2 * 86_400_000)
    await service.keepSessions()
    const { visits, tables } = await insight(`from=${dayOf(start)}`)
    expect(visits!.now.demand).toMatchObject({ refused: 8, searched: 2, seen: 8 })
    expect(tableOf({ tables } as InsightAnswer, 'refused').rows[0]).toEqual(['足球場', '週二', '18:00', 2, 0, 2, 2])
  })

  it('leads from each hour of the week to the orders whose bookings it counts, also those that run over midnight', async () => {
    // Nine to eleven on a Sunday evening counts until eleven; from eleven at night to one in the morning counts on two days.
    await past([{ court: 11, day: '2026-10-11', hour: 21, hours: 2, price: 50 }])
    const late = await past([{ court: 11, day: '2026-10-13', hour: 23, hours: 2, price: 50 }])
    await rebuildRollup(service.db, service.clock.now())
    const [from, to] = ['2026-10-05', '2026-10-18']
    const { visits } = await insight(`from=${from}&to=${to}`)
    const ids = async (weekday: number, hour: number, more = '') => {
      const found = await service.call('GET', `/api/Staff/Order/List?hour=${from}.${to}.${weekday}.${hour}${more}`, { as: manager })
      expect(found.status, found.text).toBe(200)
      return (found.body.items as { orderNo: string }[]).map(({ orderNo }) => orderNo)
    }
    for (const [day, hours] of visits!.now.bookedWeek.entries())
      for (const [hour, minutes] of hours.entries()) expect((await ids(day + 1, hour)).length > 0, `${day} ${hour}`).toBe(minutes > 0)
    const { rows } = await sql<{ no: string }>`select order_no as no from orders where id = ${late}`.execute(service.db)
    expect([await ids(2, 23), await ids(3, 0), await ids(3, 1)]).toEqual([[rows[0]!.no], [rows[0]!.no], []])
    expect([await ids(3, 0, '&facility=ARN'), await ids(3, 0, '&facility=BAD'), await ids(3, 0, '&day=2026-10-14')]).toEqual([
      [rows[0]!.no],
      [],
      [],
    ])
    for (const wrong of ['x', `${to}.${from}.1.1`, `${from}.${to}.8.1`, `${from}.${to}.1.24`, `2000-01-01.${to}.1.1`])
      expect((await service.call('GET', `/api/Staff/Order/List?hour=${wrong}`, { as: manager })).status, wrong).toBe(422)
  })

  it('counts logins by how they were, of the whole centre and of nobody', async () => {
    await sql`insert into logins_by_day (day, means, way, logins) values
      ('2026-10-13', 'secret', '', 4), ('2026-10-13', 'issuer', 'city', 3), ('2026-10-14', 'issuer', 'city', 3), ('2026-10-06', 'secret', '', 9)`.execute(
      service.db,
    )
    const week = 'from=2026-10-12&to=2026-10-18'
    expect(tableOf(await insight(week), 'logins').rows).toEqual([
      ['city', 6, 0],
      ['密碼', 4, 9],
    ])
    expect(tableOf(await insight(`${week}&facility=BAD`), 'logins').rows).toEqual([])
    expect(tableOf(await insight(week, finance), 'logins')).toBeUndefined()
  })
})
