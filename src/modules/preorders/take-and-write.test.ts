import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askFunction } from '#db/ask-function.ts'
import type { Db } from '#db/connect.ts'
import { addDays, momentAt } from '#lib/zone.ts'
import { freshDb } from '#testing/postgres.ts'
import { insertTestRound, manyCourts } from '#testing/preorders.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { z } from 'zod'
import { submitPreOrders, type PreOrderRequest } from './store.ts'

let db: Db
let close: () => Promise<void>
let members: string[]
let roundId: number
const now = new Date('2026-12-01T12:00:00+08:00')
const firstDay = '2027-01-05'

beforeAll(async () => {
  ;({ db, close } = await freshDb(4))
  await smallCentre(db)
  await manyCourts(db, 1, 101, 4)
  members = await newMembers(db, 10)
  const opens = new Date('2026-12-05T00:00:00+08:00')
  roundId = await insertTestRound(db, { viewStart: now, orderStart: opens, end: new Date('2026-12-10T00:00:00+08:00') })
})
afterAll(() => close())

/** In these weeks, for two hours; from seven in the evening unless said otherwise. */
function request(memberId: string, courtId: number, weeks: number[], { partial = false, hours = [19, 19] } = {}): PreOrderRequest {
  const dates = weeks.map((week, n) => {
    const hour = hours[n]!
    const day = addDays(firstDay, week * 7)
    const period = { start: momentAt(day, hour * 60), end: momentAt(day, (hour + 2) * 60) }
    return { id: randomUUID(), line: 0, courtId, spaces: [courtId], day, period, price: 300, lightFee: 20 }
  })
  const about = { title: '練習', purpose: '', contactName: '某人', contactPhone: '0912345678', headcount: 10, lines: [], documents: [] }
  const copies = { roundId, roundVersion: 1, catalogueVersion: 1, refusedBefore: [], insists: false, requestHash: 'h' }
  return { ...about, ...copies, unit: randomUUID(), orderNo: randomUUID().slice(0, 12), named: false, memberId, partial, dates, now }
}
const asJson = (requests: PreOrderRequest[]) =>
  JSON.stringify(requests.map((one) => ({ ...one, dates: one.dates.map(({ period, ...date }) => ({ ...date, ...period })) })))

const Taken = z.object({ unit: z.string(), result: z.enum(['taken', 'refused', 'undecided']), lost: z.record(z.string(), z.string()) })
const take = async (...requests: PreOrderRequest[]) => {
  const rows = await askFunction(db, Taken, sql`select unit, result, lost from take_preorder_dates(${asJson(requests)}::jsonb, ${now})`)
  return requests.map(({ unit }) => rows.find((row) => row.unit === unit)!)
}
const Written = z.object({ unit: z.string(), outcome: z.object({ orderNo: z.string(), amount: z.number() }) })
const write = (requests: PreOrderRequest[], lost: object) =>
  askFunction(db, Written, sql`select unit, outcome from write_preorders(${asJson(requests)}::jsonb, ${JSON.stringify(lost)}::jsonb)`)

describe('the SQL functions that take and write the dates of a pre-order, called apart', () => {
  it('check neither window nor cap, which the caller decides', async () => {
    const [first, second] = [request(members[0]!, 101, [0, 1]), request(members[0]!, 102, [0, 1])]
    expect(await submitPreOrders(db, [first])).toMatchObject([{ refused: 'window_closed' }])
    expect(await take(first)).toMatchObject([{ result: 'taken', lost: {} }])
    expect(await take(second)).toMatchObject([{ result: 'taken' }])
    expect(await write([first, second], {})).toMatchObject([{ outcome: { amount: 640 } }, { outcome: { amount: 640 } }])
    const rows = await db.selectFrom('preorders').select(['state', 'order_no']).where('member_id', '=', members[0]!).execute()
    expect(rows.map((row) => row.state)).toEqual(['submitted', 'submitted'])
  })

  it('hold all dates or none, and for a partial request those that are free', async () => {
    const [holder, whole, partial] = [
      request(members[1]!, 103, [0, 1]),
      request(members[2]!, 103, [1, 2]),
      request(members[3]!, 103, [1, 3], { partial: true }),
    ]
    await take(holder)
    const results = await take(whole, partial)
    const taken = { [partial.dates[0]!.id]: 'taken' }
    expect(results).toMatchObject([
      { result: 'refused', lost: { [whole.dates[0]!.id]: 'taken' } },
      { result: 'taken', lost: taken },
    ])
    expect(await write([partial], taken)).toMatchObject([{ outcome: { amount: 320 } }])
    const kept = await db.selectFrom('preorder_dates').select('id').where('member_id', '=', members[3]!).execute()
    expect(kept.map(({ id }) => id)).toEqual([partial.dates[1]!.id])
    const ids = whole.dates.map(({ id }) => id)
    expect(await sql`select from occupancy where holder_id = any(${ids}::uuid[])`.execute(db)).toMatchObject({ rows: [] })
  })

  it('answer undecided for requests that only conflict with each other, and write nothing of them', async () => {
    // Spaces are taken in the order of time: each is the first in one week, and finds the other there in the other week.
    const crossed = [request(members[4]!, 104, [0, 1], { hours: [19, 20] }), request(members[5]!, 104, [0, 1], { hours: [20, 19] })]
    expect((await take(...crossed)).map(({ result }) => result)).toEqual(['undecided', 'undecided'])
    const ids = crossed.flatMap(({ dates }) => dates.map(({ id }) => id))
    expect(await sql`select from occupancy where holder_id = any(${ids}::uuid[])`.execute(db)).toMatchObject({ rows: [] })
  })
})

it('a suspended community is told so, also when its dates are taken', async () => {
  const inWindow = new Date('2026-12-06T00:00:00+08:00')
  const [holder, suspended] = [request(members[6]!, 101, [8]), { ...request(members[7]!, 101, [8]), now: inWindow }]
  await take(holder)
  const until = new Date('2027-01-06T00:00:00+08:00')
  await sql`insert into suspensions (id, member_id, starts_at, ends_at, points, created_at)
    values (${randomUUID()}, ${members[7]}, ${now}, ${until}, 3, ${now})`.execute(db)
  const other = { ...request(members[8]!, 101, [8]), now: inWindow }
  const [first, second] = await submitPreOrders(db, [suspended, other])
  expect(first).toEqual({ refused: 'suspended', until: expect.any(String) })
  expect(second).toEqual({ refused: 'dates_taken', dates: { [other.dates[0]!.id]: 'taken' } })
})

it('an answer of the SQL function with an unknown shape is refused, not cast', async () => {
  await sql`create or replace function submit_preorders(p_requests jsonb, p_now timestamptz) returns table (unit uuid, outcome jsonb) language sql as $$
    select (r ->> 'unit')::uuid, jsonb_build_object('refused', 'full_moon') from jsonb_array_elements(p_requests) as r $$`.execute(db)
  await expect(submitPreOrders(db, [request(members[9]!, 101, [9])])).rejects.toThrow(z.ZodError)
})
