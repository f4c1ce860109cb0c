import { randomUUID } from 'node:crypto'
import { closeDb, openDb } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { momentAt } from '#lib/zone.ts'
import { readEffect } from '#modules/closures/read-effect.ts'
import type { ClosureChoice, ClosurePlan } from '#modules/closures/rules.ts'
import { settleClosures } from '#modules/closures/settle-closures.ts'
import { startClosure } from '#modules/closures/start-closure.ts'
import { openPlacing, placeOrder } from '#modules/orders/place-order.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { reason, words } from './closures.ts'
import { emptyTables } from './empty-tables.ts'
import { freshDatabase } from './postgres.ts'
import { newMembers, smallCentre } from './small-centre.ts'
import { unaudited } from './unaudited.ts'

export const now = new Date('2026-11-15T10:00:00+08:00')

/** A booking for each of forty members: eight courts, an hour each of Tuesday 17 November. */
export const bookingOf = (n: number) => ({
  courtId: (n % 8) + 1,
  period: { start: momentAt('2026-11-17', (8 + Math.floor(n / 8)) * 60), end: momentAt('2026-11-17', (9 + Math.floor(n / 8)) * 60) },
})

const tables =
  'closing_spaces, closure_offers, closure_items, closures, blocks, occupancy, outbox, ledger, refunds_due, payment_attempts, item_moves, order_items, orders'
const quiet = { error: () => undefined, info: () => undefined }

/** A small centre whose members book while its floor is closed, with many connections at once. */
export async function openClosingRace(memberCount: number) {
  const database = await freshDatabase()
  const db = openDb(database.url, 24)
  await smallCentre(db)
  const [manager, ...members] = await newMembers(db, memberCount + 1)
  const catalogues = openCatalogues(db)
  const placing = openPlacing(db, catalogues)
  return {
    database,
    db,
    /** Closes, and books nothing: nobody closes where it would pay them back. */
    manager: manager!,
    members,
    catalogues,
    empty: () => emptyTables(db, tables),
    book(memberId: string, { courtId, period }: { courtId: number; period: Period }, at = now) {
      const request = { memberId, identityId: 1, contactName: '', contactPhone: '', remark: '', idempotencyKey: randomUUID() }
      return placeOrder(placing, { ...request, items: [{ courtId, period }] }, at)
    },
    idOf: async (orderNo: string) =>
      (await db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).id,
    /** Accepts a closure as its dry run has shown it. */
    async start(plan: ClosurePlan, { choice = 'refund', by = manager!, key = randomUUID(), on = db }: Starting = {}) {
      const effect = await readEffect(db, await catalogues.current(), plan, now)
      if (!effect.ok) throw new Error(effect.refusal.code)
      const wanted = { plan, cause: 'fault' as const, choice, reason, words, fingerprint: effect.value.fingerprint, key, by }
      return startClosure({ db: on, catalogues, jobs: { send: async () => undefined } }, wanted, unaudited, now)
    },
    /** One process that goes on with closures; `pieces`: it dies after so many. */
    settle({ on = db, at = now, pieces = Infinity }: { on?: typeof db; at?: Date; pieces?: number } = {}) {
      let left = pieces
      return settleClosures({
        db: on,
        catalogues,
        releaseDates,
        clock: { now: () => at },
        log: quiet,
        moneyOwed: () => (left -= 1),
        isStopping: () => left <= 0,
      })
    },
    async close() {
      await closeDb(db)
      await database.drop()
    },
  }
}
type Starting = { choice?: ClosureChoice; by?: string | undefined; key?: string; on?: ReturnType<typeof openDb> }
export type ClosingRace = Awaited<ReturnType<typeof openClosingRace>>
