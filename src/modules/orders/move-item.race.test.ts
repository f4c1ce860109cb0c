import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { momentAt } from '#lib/zone.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { unaudited } from '#testing/unaudited.ts'
import { neverTwice, withoutConstraint, withSlowInserts } from '#testing/without-guards.ts'
import { moveItem, swapItems } from './move-item.ts'
import { openPlacing, placeOrder, type PlaceOrderDeps } from './place-order.ts'

let db: Db
let close: () => Promise<void>
let catalogues: Catalogues
let placing: PlaceOrderDeps
let members: string[]
const now = new Date('2026-11-15T10:00:00+08:00')
const freeOfCharge = 7

beforeAll(async () => {
  ;({ db, close } = await freshDb(24))
  await smallCentre(db)
  members = await newMembers(db, 20)
  catalogues = openCatalogues(db)
  placing = openPlacing(db, catalogues)
})
afterAll(() => close())
const empty = () => emptyTables(db, 'occupancy, outbox, item_moves, order_items, orders')
beforeEach(empty)

const spot = (courtId: number, hour: number) => ({
  courtId,
  period: { start: momentAt('2026-11-16', hour * 60), end: momentAt('2026-11-16', (hour + 1) * 60) },
})
async function book(member: number, courtId: number, hour: number) {
  const request = { memberId: members[member]!, identityId: freeOfCharge, contactName: '', contactPhone: '', remark: '' }
  return placeOrder(placing, { ...request, items: [spot(courtId, hour)], idempotencyKey: randomUUID() }, now)
}
/** One booking on each of the eight courts at this hour, by court. */
async function bookAll(hour: number): Promise<string[]> {
  for (let n = 0; n < 8; n++) expect((await book(n, n + 1, hour)).ok).toBe(true)
  const rows = await db.selectFrom('order_items').select('id').orderBy('court_id').execute()
  return rows.map(({ id }) => id)
}
const asking = (n: number) => ({ by: members[10 + n]!, reason: 'race', idempotencyKey: randomUUID() })
const deps = () => ({ db, catalogues, followMove: async () => {} })
const settled = { waive: false, seen: undefined }
const move = (itemId: string, to: ReturnType<typeof spot>, n: number) =>
  moveItem(deps(), { item: { itemId, moves: 0 }, to, difference: settled, ...asking(n) }, unaudited, now)
const courtsAt = async (hour: number) =>
  (
    await db
      .selectFrom('order_items')
      .select('court_id')
      .where(sql<boolean>`lower(during) = ${spot(1, hour).period.start}`)
      .execute()
  ).map(({ court_id }) => court_id)

describe('desks that act at the same moment', { timeout: 60_000 }, () => {
  it('move eight bookings onto one floor: one gets it, the others stay where they were', async () => {
    for (const hour of [7, 9, 11, 13]) {
      await empty()
      const ids = await bookAll(hour)
      const results = await Promise.all(ids.map((id, n) => move(id, spot(3, hour + 1), n)))
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      for (const result of results) if (!result.ok) expect(result.refusal.code).toBe('period_taken')
      expect(await courtsAt(hour + 1)).toEqual([3])
      expect(await courtsAt(hour)).toHaveLength(7)
      expect(await brokenInvariants(db, now)).toEqual([])
    }
  })

  it('move a booking onto a floor that members book online: one of them gets it', async () => {
    const seen = { moved: 0, booked: 0 }
    const late = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    // Each side begins later by turns, and later still until each has won once.
    for (let round = 0; round < 12 || (round < 60 && !(seen.moved && seen.booked)); round++) {
      await empty()
      const [id] = await bookAll(8)
      const [moved, ...placed] = await Promise.all([
        late(round % 2 === 0 ? 0 : round).then(() => move(id!, spot(5, 12), 0)),
        ...[8, 9].map((n) => late(round % 2 === 0 ? round : 0).then(() => book(n, 5, 12))),
      ])
      expect([moved, ...placed].filter((result) => result!.ok)).toHaveLength(1)
      seen[moved!.ok ? 'moved' : 'booked']++
      expect(await brokenInvariants(db, now)).toEqual([])
    }
    // Otherwise one of them always won, and nothing was tried.
    expect(seen.moved).toBeGreaterThan(0)
    expect(seen.booked).toBeGreaterThan(0)
  })

  it('swap the same two bookings: they are swapped once, and the second desk is told', async () => {
    for (let round = 0; round < 6; round++) {
      await empty()
      const [a, b] = await bookAll(8)
      const swap = (n: number, first: string, second: string) =>
        swapItems(
          deps(),
          {
            items: [
              { itemId: first, moves: 0 },
              { itemId: second, moves: 0 },
            ],
            difference: settled,
            ...asking(n),
          },
          unaudited,
          now,
        )
      const results = await Promise.all([swap(0, a!, b!), swap(1, b!, a!)])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(results.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'moved_meanwhile' } })
      const rows = await db.selectFrom('order_items').select(['id', 'court_id']).where('id', 'in', [a!, b!]).execute()
      expect(new Map(rows.map(({ id, court_id }) => [id, court_id]))).toEqual(
        new Map([
          [a!, 2],
          [b!, 1],
        ]),
      )
      expect(await brokenInvariants(db, now)).toEqual([])
    }
  })
})

describe('the control', { timeout: 60_000 }, () => {
  it('puts several bookings on one floor with the constraint dropped, and swaps back when nobody says what they saw', async () => {
    const [a, b] = await bookAll(8)
    for (const n of [0, 1]) {
      const swap = {
        items: [
          { itemId: a!, moves: n },
          { itemId: b!, moves: n },
        ] as [{ itemId: string; moves: number }, { itemId: string; moves: number }],
      }
      expect((await swapItems(deps(), { ...swap, difference: settled, ...asking(n) }, unaudited, now)).ok).toBe(true)
    }
    expect((await db.selectFrom('order_items').select('court_id').where('id', '=', a!).executeTakeFirstOrThrow()).court_id).toBe(1)

    await empty()
    const ids = await bookAll(8)
    await withoutConstraint(db, neverTwice, empty, async () => {
      const results = await withSlowInserts(db, 'item_moves', 0.2, () => Promise.all(ids.map((id, n) => move(id, spot(3, 9), n))))
      expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(1)
      expect(await brokenInvariants(db, now)).toContain('a space is taken twice')
    })
  })
})
