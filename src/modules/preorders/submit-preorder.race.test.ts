import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { freshDb } from '#testing/postgres.ts'
import { insertTestRound, manyCourts, season } from '#testing/preorders.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { doubleBookings, neverTwice, withoutConstraint, withSlowInserts } from '#testing/without-guards.ts'
import { openAllocations, type Allocations } from './allocate.ts'
import { editPreOrder } from './edit-preorder.ts'
import { openRounds } from './rounds.ts'
import type { Line } from './rules.ts'
import { submitPreOrder, type SubmitDeps, type Submitted } from './submit-preorder.ts'

let db: Db
let close: () => Promise<void>
/** Several processes: requests are gathered in each, and meet in the database. */
let desks: SubmitDeps[]
let communities: string[]
let pressed = 0
const now = new Date('2026-12-01T12:00:00+08:00')
const firstCourt = 101

beforeAll(async () => {
  ;({ db, close } = await freshDb(24))
  await smallCentre(db)
  await manyCourts(db, 1, firstCourt, 40)
  communities = await newMembers(db, 300)
  await insertTestRound(
    db,
    { viewStart: new Date('2026-11-20T00:00:00+08:00'), orderStart: now, end: new Date('2026-12-10T00:00:00+08:00') },
    {
      facilities: [
        { facilityId: 1, opens: 360, closes: 1320 },
        { facilityId: 2, opens: 360, closes: 1320 },
      ],
    },
  )
  desks = Array.from({ length: 8 }, () => ({
    db,
    catalogues: openCatalogues(db),
    rounds: openRounds(db),
    allocations: counted(openAllocations(db)),
  }))
})
/** How often each community had to be asked about until it was decided. */
const asked = new Map<string, number>()
const counted = ({ 'first-come': firstCome }: Allocations): Allocations => ({
  'first-come': {
    ...firstCome,
    submit(request) {
      asked.set(request.memberId, (asked.get(request.memberId) ?? 0) + 1)
      return firstCome.submit(request)
    },
  },
})
afterAll(() => close())
const empty = () => emptyTables(db, 'occupancy, outbox, preorder_dates, preorders')
beforeEach(async () => {
  await empty()
  asked.clear()
})

const weekly = (courtId: number, weekday: number, hour: number): Line => ({
  courtId,
  start: hour * 60,
  end: (hour + 2) * 60,
  weekly: { weekday, from: season.seasonFrom, to: season.seasonTo, except: [] },
})
const about = { title: '練習', purpose: '', contactName: '某人', contactPhone: '0912345678', headcount: 10, documents: [] }
const press = (memberId: string, lines: Line[], acceptPartial = false) =>
  submitPreOrder(desks[pressed++ % desks.length]!, { ...about, memberId, lines, acceptPartial }, now)

/** Occupancy by court, day and hour; courts and spaces have the same numbers here. */
async function holders(): Promise<Set<string>> {
  const { rows } = await sql<{
    key: string
  }>`select distinct space_id || ' ' || to_char(lower(during) at time zone 'Asia/Taipei', 'YYYY-MM-DD HH24') as key from occupancy`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}
const keyOf = ({ courtId, start }: Line, day: string) => `${courtId} ${day} ${String(start / 60).padStart(2, '0')}`

/** Every refused date has a holder, and every accepted date has its occupancy. */
async function explains(results: Awaited<ReturnType<typeof press>>[], requests: Line[][]): Promise<void> {
  const held = await holders()
  let promised = 0
  const wrong: string[] = []
  for (const [n, result] of results.entries()) {
    if (!result.ok) expect(result.refusal.code).toBe('dates_taken')
    const lines = result.ok ? result.value.lines : (result.refusal as { lines: Submitted['lines'] }).lines
    for (const [k, { held: days, refused }] of lines.entries()) {
      promised += days.length
      for (const day of days) if (!held.has(keyOf(requests[n]![k]!, day))) wrong.push(`${day} is promised and not there`)
      for (const { date, why } of refused)
        if (why !== 'taken' || !held.has(keyOf(requests[n]![k]!, date))) wrong.push(`${date} is refused (${why}) and has no holder`)
    }
  }
  expect(wrong).toEqual([])
  const { rows } = await sql<{ dates: number; spaces: number }>`
    select (select count(*) from preorder_dates where state = 'held') as dates, (select count(*) from occupancy) as spaces`.execute(db)
  expect(rows[0]).toEqual({ dates: promised, spaces: promised })
}

describe('300 communities submit at the same moment, each two weekly lines of thirteen dates', { timeout: 60_000 }, () => {
  const linesOf = (n: number): Line[] => [
    weekly(firstCourt + (n % 40), 1 + (n % 3), 18 + 2 * (n % 2)),
    weekly(firstCourt + ((n * 7) % 40), 4 + (n % 3), 18 + 2 * ((n + 1) % 2)),
  ]

  it.each([
    ['all or nothing', () => false],
    ['some this, some that', (n: number) => n % 2 === 0],
  ])('%s: every date has one holder, every refused date has a holder, and nobody is left behind', async (_, partial) => {
    const requests = communities.map((__, n) => linesOf(n))
    const results = await Promise.all(communities.map((member, n) => press(member, requests[n]!, partial(n))))
    // No request waits longer than the batch takes: one that was put back is decided soon after.
    expect(Math.max(...asked.values())).toBeLessThanOrEqual(5)
    expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(40)
    expect(results.filter(({ ok }) => !ok).length).toBeGreaterThan(0)
    expect(await doubleBookings(db)).toBe(0)
    await explains(results, requests)
  })

  it('full courts and their halves, dates that overlap by an hour: no space twice, and none free that somebody was refused', async () => {
    const courts = [10, 11, 12]
    const requests = communities.slice(0, 120).map((_, n) => [weekly(courts[n % 3]!, 1 + (n % 2), 18 + (n % 3))])
    const results = await Promise.all(requests.map((lines, n) => press(communities[n]!, lines, n % 4 !== 0)))
    expect(await doubleBookings(db)).toBe(0)
    expect(results.some(({ ok }) => ok)).toBe(true)
    const { rows } = await sql<{ days: number }>`select count(distinct (space_id, lower(during)::date)) as days from occupancy`.execute(db)
    expect(rows[0]!.days, 'both halves are in use on every one of the 26 evenings').toBe(52)
  })

  it('edits and submissions at the same time never deadlock', async () => {
    const first = communities.slice(0, 40)
    const numbers = await Promise.all(
      first.map(async (member, n) => {
        const result = await press(member, [weekly(firstCourt + n, 2, 18)])
        if (!result.ok) throw new Error(result.refusal.code)
        return result.value.orderNo
      }),
    )
    // Everybody moves to an hour later on the neighbour's court or on their own, while others press for all of it.
    const edits = first.map((memberId, n) =>
      editPreOrder(
        desks[n % desks.length]!,
        {
          ...about,
          memberId,
          orderNo: numbers[n]!,
          lines: [weekly(firstCourt + (n % 2 === 0 ? n : (n + 2) % 40), 2, 19)],
          acceptPartial: n % 3 === 0,
        },
        now,
      ),
    )
    const submits = communities.slice(40, 140).map((member, n) => press(member, [weekly(firstCourt + (n % 40), 2, 17)], true))
    const [edited] = [await Promise.all(edits), await Promise.all(submits)]
    expect(edited.filter(({ ok }) => ok).length).toBeGreaterThan(0)
    for (const result of edited) if (!result.ok) expect(result.refusal.code).toBe('dates_taken')
    expect(await doubleBookings(db)).toBe(0)
    const { rows } = await sql<{ odd: number }>`
      select count(*) as odd from preorder_dates d full join occupancy o on o.holder_id = d.id and o.during = d.during where d.id is null or o.holder_id is null`.execute(
      db,
    )
    expect(rows[0]!.odd, 'dates and floor say the same').toBe(0)
  })
})

describe('one community that submits twenty times at once', () => {
  it('has no more than two periods in any week', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => press(communities[0]!, [weekly(firstCourt + n, 1 + (n % 5), 18)])),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    for (const result of results) if (!result.ok) expect(result.refusal).toMatchObject({ code: 'over_cap', allowed: 2, periods: 3 })
    const { rows } = await sql<{ most: number }>`
      select max(periods) as most from (select count(*) as periods from preorder_dates group by date_trunc('week', day)) as weeks`.execute(
      db,
    )
    expect(rows[0]!.most).toBe(2)
  })
})

describe('the control', { timeout: 30_000 }, () => {
  const pressTogether = async () =>
    (await Promise.all(communities.slice(0, 20).map((member) => press(member, [weekly(firstCourt, 3, 19)])))).filter(({ ok }) => ok).length

  it('holds dates twice with the constraint dropped, and once with it, so the tests above mean something', async () => {
    await withSlowInserts(db, 'preorder_dates', 0.1, async () => {
      await withoutConstraint(db, neverTwice, empty, async () => {
        expect(await pressTogether()).toBeGreaterThan(1)
        expect(await doubleBookings(db)).toBeGreaterThan(0)
      })
      expect(await pressTogether()).toBe(1)
      expect(await doubleBookings(db)).toBe(0)
    })
  })
})
