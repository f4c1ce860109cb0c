import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { momentAt } from '#lib/zone.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { givePointsForMissed, withdrawPointOfMissed } from '#modules/violations/give-points.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { unaudited } from '#testing/unaudited.ts'
import { barrier } from '#testing/moments.ts'
import { freshDb } from '#testing/postgres.ts'
import { jobsRanUntil } from '#testing/orders.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { checkIn, undoCheckIn } from './check-in.ts'
import { closePastBookings } from './close-past-bookings.ts'
import { openPlacing, placeOrder, type PlaceOrderDeps } from '#modules/orders/place-order.ts'

let db: Db
let close: () => Promise<void>
let catalogues: Catalogues
let placing: PlaceOrderDeps
let members: string[]
const tokens = new Tokens('a secret that only this test knows, long enough')
const now = new Date('2026-11-15T10:00:00+08:00')
const day = '2026-11-16'
const freeOfCharge = 7

beforeAll(async () => {
  ;({ db, close } = await freshDb(24))
  await smallCentre(db)
  members = await newMembers(db, 9)
  catalogues = openCatalogues(db)
  placing = openPlacing(db, catalogues)
})
afterAll(() => close())
const empty = () => emptyTables(db, 'occupancy, outbox, order_items, orders, violations, suspensions, appeals')
beforeEach(empty)

/** Eight members, each with a court of their own at this hour; the ids of their items. */
async function bookAll(hour: number): Promise<string[]> {
  for (let n = 0; n < 8; n++) {
    const period = { start: momentAt(day, hour * 60), end: momentAt(day, (hour + 1) * 60) }
    const request = {
      memberId: members[n]!,
      identityId: freeOfCharge,
      items: [{ courtId: n + 1, period }],
      contactName: '',
      contactPhone: '',
      remark: '',
    }
    const placed = await placeOrder(placing, { ...request, idempotencyKey: crypto.randomUUID() }, now)
    if (!placed.ok) throw new Error(placed.refusal.code)
  }
  const rows = await db.selectFrom('order_items').select('id').where('checked_in_at', 'is', null).where('missed_at', 'is', null).execute()
  return rows.map(({ id }) => id)
}

const soon = (most: number, atLeast = 0) => new Promise((resolve) => setTimeout(resolve, atLeast + Math.random() * most))
const staff = () => members[8]!

describe('a check-in at the moment at which the job marks a no-show', { timeout: 60_000 }, () => {
  it('ends in a check-in or a no-show, never both, and only a no-show gives a point', async () => {
    const seen = { in: 0, missed: 0 }
    for (const [round, hour] of [7, 9, 11, 13, 15, 17, 19, 21].entries()) {
      await empty()
      // However fast the machine is: whoever has always lost so far gets a longer start each time.
      const desksWait = seen.missed === 0 ? 4 ** round : 0
      const jobWaits = seen.in === 0 ? 4 ** round : 0
      const items = await bookAll(hour)
      const late = momentAt(day, hour * 60 + 10)
      await jobsRanUntil(db, late)
      const answers = await Promise.all([
        ...items.map(async (id) => {
          await soon(8, desksWait)
          return { id, result: await checkIn({ db, tokens, catalogues }, { code: tokens.signTicket(id), by: staff() }, unaudited, late) }
        }),
        ...Array.from({ length: 3 }, async () => {
          await soon(8, jobWaits)
          await closePastBookings(db, late, givePointsForMissed)
          return undefined
        }),
      ])
      for (const { id, result } of answers.flatMap((answer) => answer ?? [])) {
        const item = await db.selectFrom('order_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        const order = await db.selectFrom('orders').select('state').where('id', '=', item.order_id).executeTakeFirstOrThrow()
        const points = await db.selectFrom('violations').select('id').where('order_id', '=', item.order_id).execute()
        expect(result.ok ? 'in' : result.refusal.code).toBe(item.checked_in_at ? 'in' : 'booking_missed')
        expect([item.checked_in_at, item.missed_at].filter(Boolean)).toHaveLength(1)
        expect(points).toHaveLength(item.missed_at ? 1 : 0)
        expect(order.state).toBe(item.missed_at ? 'no-show' : 'checked-in')
        seen[result.ok ? 'in' : 'missed']++
      }
    }
    // Otherwise one of them always won, and nothing was tried.
    expect(seen.in).toBeGreaterThan(0)
    expect(seen.missed).toBeGreaterThan(0)
  })

  it('a ticket that ten desks scan together is checked in once', async () => {
    const [id] = await bookAll(8)
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        checkIn({ db, tokens, catalogues }, { code: tokens.signTicket(id!), by: staff() }, unaudited, momentAt(day, 8 * 60)),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    for (const result of results) if (!result.ok) expect(result.refusal.code).toBe('already_checked_in')
  })
})

describe('check-in, undo and no-show at once', { timeout: 60_000 }, () => {
  it('an item is in, missed or neither; the order fits its items, and only a no-show that stands has a point', async () => {
    const seen = { in: 0, missed: 0, neither: 0 }
    for (const [round, hour] of [7, 9, 11, 13, 15, 17, 19, 21].entries()) {
      await empty()
      const undoWaits = seen.in > 0 && seen.missed + seen.neither === 0 ? 4 ** round : 0
      const desksWait = seen.in === 0 ? 4 ** round : 0
      const items = await bookAll(hour)
      const early = momentAt(day, hour * 60 + 9)
      const late = momentAt(day, hour * 60 + 10)
      for (const itemId of items) await checkIn({ db, tokens, catalogues }, { itemId, by: staff() }, unaudited, early)
      await jobsRanUntil(db, late)
      await Promise.all([
        ...items.flatMap((itemId) => [
          soon(6, undoWaits).then(() => undoCheckIn({ db, catalogues }, { itemId, checkedInAt: early }, unaudited, late)),
          soon(12, desksWait).then(() =>
            checkIn(
              { db, tokens, catalogues, onCame: withdrawPointOfMissed },
              { itemId, by: staff(), at: new Date(late.getTime() - 1) },
              unaudited,
              late,
            ),
          ),
        ]),
        ...Array.from({ length: 3 }, () => soon(12).then(() => closePastBookings(db, late, givePointsForMissed))),
      ])
      for (const id of items) {
        const item = await db.selectFrom('order_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        const order = await db.selectFrom('orders').select('state').where('id', '=', item.order_id).executeTakeFirstOrThrow()
        const points = await db
          .selectFrom('violations')
          .select('id')
          .where('order_id', '=', item.order_id)
          .where('removed_at', 'is', null)
          .execute()
        const end = item.checked_in_at ? 'in' : item.missed_at ? 'missed' : 'neither'
        expect([item.checked_in_at, item.missed_at].filter(Boolean).length).toBeLessThan(2)
        expect(order.state).toBe({ in: 'checked-in', missed: 'no-show', neither: 'confirmed' }[end])
        expect(points).toHaveLength(end === 'missed' ? 1 : 0)
        seen[end]++
      }
    }
    // Otherwise one of them always won, and nothing was tried.
    expect(seen.in).toBeGreaterThan(0)
    expect(seen.missed + seen.neither).toBeGreaterThan(0)
  })
})

describe('the control', { timeout: 60_000 }, () => {
  /** Looks, waits until the other has looked too, and writes what it has seen: how it would be without the guard in the statement. */
  const lookThenWrite = (id: string, column: 'checked_in_at' | 'missed_at', bothHaveLooked: () => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      const item = await trx.selectFrom('order_items').select(['checked_in_at', 'missed_at']).where('id', '=', id).executeTakeFirstOrThrow()
      await bothHaveLooked()
      if (!item.checked_in_at && !item.missed_at)
        await trx
          .updateTable('order_items')
          .set({ [column]: now })
          .where('id', '=', id)
          .execute()
    })
  const both = async (id: string) => {
    const looked = barrier(2)
    const ends = await Promise.allSettled([lookThenWrite(id, 'checked_in_at', looked), lookThenWrite(id, 'missed_at', looked)])
    const item = await db.selectFrom('order_items').select(['checked_in_at', 'missed_at']).where('id', '=', id).executeTakeFirstOrThrow()
    return {
      failed: ends.filter(({ status }) => status === 'rejected').length,
      said: [item.checked_in_at, item.missed_at].filter(Boolean).length,
    }
  }

  it('records both without the guards, and one of them with the constraint, so the tests above mean something', async () => {
    const [first, second] = await bookAll(12)
    await sql`alter table order_items drop constraint order_items_came_or_missed`.execute(db)
    expect(await both(first!)).toEqual({ failed: 0, said: 2 })
    await sql`update order_items set missed_at = null`.execute(db)
    await sql`alter table order_items add constraint order_items_came_or_missed check (checked_in_at is null or missed_at is null)`.execute(
      db,
    )
    expect(await both(second!)).toEqual({ failed: 1, said: 1 })
  })

  it('lets in whoever was just undone, twice over, when the undo looks before it writes', async () => {
    const [id] = await bookAll(13)
    const at = momentAt(day, 13 * 60)
    await checkIn({ db, tokens, catalogues }, { itemId: id!, by: staff() }, unaudited, at)
    const bothHaveLooked = barrier(2)
    const undoUnguarded = () =>
      db.transaction().execute(async (trx) => {
        const { checked_in_at } = await trx
          .selectFrom('order_items')
          .select('checked_in_at')
          .where('id', '=', id!)
          .executeTakeFirstOrThrow()
        await bothHaveLooked()
        if (checked_in_at) await trx.updateTable('order_items').set({ checked_in_at: null }).where('id', '=', id!).execute()
        return checked_in_at !== null
      })
    expect(await Promise.all([undoUnguarded(), undoUnguarded()])).toEqual([true, true])
    // The real undo, twice at once: one of them finds nothing to do.
    const again = momentAt(day, 13 * 60 + 1)
    await sql`update order_items set checked_in_by = null`.execute(db)
    await checkIn({ db, tokens, catalogues }, { itemId: id!, by: staff() }, unaudited, again)
    let written = 0
    const counting = async () => void written++
    await Promise.all([1, 2].map(() => undoCheckIn({ db, catalogues }, { itemId: id!, checkedInAt: again }, counting, again)))
    expect(written).toBe(1)
  })
})
