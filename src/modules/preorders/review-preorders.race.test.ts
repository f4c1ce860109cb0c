import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { freshDb } from '#testing/postgres.ts'
import { insertTestRound, manyCourts, season } from '#testing/preorders.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { openAllocations } from './allocate.ts'
import { cancelPreOrder } from './cancel-preorder.ts'
import { reviewPreOrder, reviewPreOrders } from './review-preorder.ts'
import { openRounds } from './rounds.ts'
import { submitPreOrder, type SubmitDeps } from './submit-preorder.ts'

let db: Db
let close: () => Promise<void>
let deps: SubmitDeps & { canPayOnline: () => boolean }
let desk: string
let colleague: string
let clubs: string[]
const now = new Date('2026-12-01T12:00:00+08:00')
const crowd = 24
const firstCourt = 101
const unaudited = async () => {}

beforeAll(async () => {
  ;({ db, close } = await freshDb(24))
  await smallCentre(db)
  await manyCourts(db, 1, firstCourt, 40)
  ;[desk, colleague, ...clubs] = (await newMembers(db, crowd + 2)) as [string, string, ...string[]]
  await insertTestRound(db, {
    viewStart: new Date('2026-11-20T00:00:00+08:00'),
    orderStart: now,
    end: new Date('2026-12-10T00:00:00+08:00'),
  })
  deps = { db, catalogues: openCatalogues(db), rounds: openRounds(db), allocations: openAllocations(db), canPayOnline: () => true }
})
afterAll(() => close())

/** One pre-order of each club, on a court of its own. */
async function submitAll(): Promise<string[]> {
  const numbers: string[] = []
  for (const [n, memberId] of clubs.entries()) {
    const line = {
      courtId: firstCourt + n,
      start: 1140,
      end: 1260,
      weekly: { weekday: 2, from: season.seasonFrom, to: season.seasonTo, except: [] },
    }
    const request = {
      memberId,
      title: '練球',
      purpose: '',
      contactName: '陳',
      contactPhone: '0911',
      headcount: 4,
      lines: [line],
      documents: [],
      documentIds: [],
      acceptPartial: false,
    }
    const sent = await submitPreOrder(deps, { ...request, orderNo: undefined } as never, now)
    if (!sent.ok) throw new Error(JSON.stringify(sent.refusal))
    numbers.push(sent.value.orderNo)
  }
  return numbers
}

type Ending = { orderNo: string; state: string; orders: number; held: number; told: number }
const endings = async (numbers: string[]) =>
  (
    await sql<Ending>`
      select p.order_no as "orderNo", p.state, (select count(*)::integer from orders o where o.preorder_no = p.order_no) as orders,
        (select count(*)::integer from occupancy o join preorder_dates d on d.id = o.holder_id where d.preorder_id = p.id) as held,
        (select count(*)::integer from outbox e where e.topic = 'preorder' and e.subject_id = p.id and e.payload ->> 'kind' in ('approved', 'rejected')) as told
      from preorders p where p.order_no = any(${numbers}::text[])`.execute(db)
  ).rows

describe('pre-orders that are approved in bulk while a colleague rejects them and their clubs cancel them', () => {
  it('end one way each: an order and its dates, or neither; and one is told', async () => {
    const numbers = await submitAll()
    const review = (orderNo: string, decision: 'approved' | 'rejected', by: string) => ({
      orderNo,
      decision,
      note: '',
      missingKinds: [],
      by,
    })
    const [bulk, rejected, cancelled] = await Promise.all([
      reviewPreOrders(
        deps,
        numbers.map((one) => review(one, 'approved', desk)),
        unaudited,
        now,
      ),
      Promise.all(
        numbers
          .filter((_, n) => n % 2 === 0)
          .toReversed()
          .map((one) => reviewPreOrder(deps, review(one, 'rejected', colleague), unaudited, now)),
      ),
      Promise.all(
        numbers
          .filter((_, n) => n % 3 === 0)
          .toReversed()
          .map((one) => cancelPreOrder(deps, { memberId: clubs[numbers.indexOf(one)]!, orderNo: one }, now)),
      ),
    ])
    const all = await endings(numbers)
    const approvedNow = all.filter(({ state }) => state === 'approved')
    expect(approvedNow.length).toBe(bulk.filter(({ outcome }) => outcome.ok).length)
    expect(all.filter(({ state }) => state === 'rejected').length).toBe(rejected.filter(({ ok }) => ok).length)
    for (const { state, orders, told } of all) {
      expect(orders).toBe(state === 'approved' ? 1 : 0)
      expect(told).toBe(state === 'cancelled' ? 0 : 1)
    }
    // An approved one that its club cancels afterwards gives its dates back with its order.
    const undone = new Set(cancelled.flatMap(({ ok }, n) => (ok ? [numbers.filter((_, k) => k % 3 === 0).toReversed()[n]] : [])))
    for (const { orderNo, state, held } of all)
      expect(held, `${orderNo} ${state}`).toBe(state === 'approved' && !undone.has(orderNo) ? 13 : 0)
    expect(new Set(all.map(({ state }) => state)).size, 'the race was one').toBeGreaterThan(1)
  })

  it('end several ways when the state is looked at before the update, so the test above means something', async () => {
    const { rows } = await sql<{ id: string }>`select id from preorders limit 1`.execute(db)
    const { id } = rows[0]!
    await sql`update preorders set state = 'submitted' where id = ${id}`.execute(db)
    const looked: string[] = []
    const decide = async (state: string) => {
      const seen = await sql<{ state: string }>`select state from preorders where id = ${id}`.execute(db)
      looked.push(state)
      // Both have looked before either writes.
      while (looked.length < 2) await new Promise((resolve) => setImmediate(resolve))
      if (seen.rows[0]!.state !== 'submitted') return false
      await sql`update preorders set state = ${state} where id = ${id}`.execute(db)
      return true
    }
    expect(await Promise.all(['approved', 'rejected'].map(decide))).toEqual([true, true])
  })
})
