import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { momentAt } from '#lib/zone.ts'
import { cancelOrder } from '#modules/orders/cancel-order.ts'
import { openPlacing, placeOrder, type PlaceOrderDeps } from '#modules/orders/place-order.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { reason, weekPlan, words } from '#testing/closures.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { paid } from '#testing/orders.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { liftClosure } from './lift-closure.ts'
import { readEffect } from './read-effect.ts'
import type { ClosurePlan } from './rules.ts'
import { settleClosures } from './settle-closures.ts'
import { startClosure } from './start-closure.ts'

const now = new Date('2026-11-15T10:00:00+08:00')
let database: FreshDatabase
let db: Db
let catalogues: Catalogues
let placing: PlaceOrderDeps
let members: string[]

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 24)
  await smallCentre(db)
  members = await newMembers(db, 40)
  catalogues = openCatalogues(db)
  placing = openPlacing(db, catalogues)
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})
beforeEach(() =>
  emptyTables(
    db,
    'closing_spaces, closure_items, closures, blocks, occupancy, outbox, ledger, refunds_due, payment_attempts, order_items, orders',
  ),
)

/** Forty members on eight courts, an hour each of Tuesday 17 November. */
const bookingOf = (n: number) => ({
  courtId: (n % 8) + 1,
  period: { start: momentAt('2026-11-17', (8 + Math.floor(n / 8)) * 60), end: momentAt('2026-11-17', (9 + Math.floor(n / 8)) * 60) },
})
const book = (by: string, item: ReturnType<typeof bookingOf>) =>
  placeOrder(
    placing,
    {
      memberId: by,
      identityId: 1,
      items: [item],
      contactName: '',
      contactPhone: '',
      remark: '',
      idempotencyKey: crypto.randomUUID(),
      seenAmount: undefined,
    },
    now,
  )

const idOf = async (orderNo: string) =>
  (await db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).id

const audit = async () => undefined
const jobs = { send: async () => undefined }
async function start(plan: ClosurePlan) {
  const effect = await readEffect(db, await catalogues.current(), plan, now)
  if (!effect.ok) throw new Error(effect.refusal.code)
  const { fingerprint } = effect.value
  const wanted = {
    plan,
    cause: 'fault' as const,
    choice: 'refund' as const,
    reason,
    words,
    fingerprint,
    key: crypto.randomUUID(),
    by: members[0]!,
  }
  return startClosure({ db, catalogues, jobs }, wanted, audit, now)
}

const quiet = { error: () => undefined, info: () => undefined }
const settle = () => settleClosures({ db, catalogues, releaseDates, clock: { now: () => now }, log: quiet, onSettled: () => undefined })

async function state() {
  const { rows } = await sql`
    select (select coalesce(array_agg(distinct state order by state), '{}') from orders) as states, (select coalesce(sum(amount), 0)::integer from refunds_due) as due,
      (select coalesce(array_agg(distinct kind), '{}') from occupancy) as held, (select count(*)::integer from closing_spaces) as closing`.execute(
    db,
  )
  return rows[0]!
}

describe('the whole centre in one run', () => {
  const centre = { ...weekPlan, facilityIds: [1, 2, 3] }
  /** Tuesday on the courts of the hall and of the arena. */
  const bookAnywhere = (n: number, by = members[n]!) =>
    book(by, n % 2 === 0 ? bookingOf(n) : { ...bookingOf(n), courtId: 11 + (n % 4 === 1 ? 0 : 1) })

  const pay = async (which: number[]) => {
    for (const placed of await Promise.all(which.map((n) => bookAnywhere(n)))) if (placed.ok) await paid(db, placed.value.orderNo, now)
  }

  it('while forty members book in all of its facilities: afterwards nobody holds anything there', async () => {
    await pay([0, 1, 2, 3])
    const accept = async (): Promise<void> => {
      if (!(await start(centre)).ok) await accept()
    }
    const rush = Array.from({ length: 36 }, (_, n) => bookAnywhere(n + 4))
    const [, ...booked] = await Promise.all([accept().then(() => Promise.all([settle(), settle()])), ...rush])
    for (const one of booked) if (!one.ok) expect(one.refusal.code).toBe('period_taken')
    await settle()
    expect(await state()).toMatchObject({ states: ['venue-cancelled'], due: 2 * 300 + 2 * 700, held: ['closure'], closing: 0 })
    expect(await brokenInvariants(db, now)).toEqual([])
  })

  it('would let somebody in where one facility is not kept, so the test above means something', async () => {
    const unpaid = await bookAnywhere(1)
    await start(centre)
    if (!unpaid.ok) throw new Error('not placed')
    await cancelOrder(db, await idOf(unpaid.value.orderNo), now)
    expect(await bookAnywhere(1, members[30])).toMatchObject({ ok: false, refusal: { code: 'period_taken' } })
    await sql`delete from closing_spaces where space_id in (select id from spaces where facility_id = 2)`.execute(db)
    expect((await bookAnywhere(1, members[30])).ok).toBe(true)
  })

  it('opened in one facility before its turn: its bookings stay, those of the others are cancelled', async () => {
    await pay([0, 1])
    const started = await start(centre)
    if (!started.ok) throw new Error(started.refusal.code)
    const lifting = { id: started.value.id, by: members[0]!, facilityId: 2 }
    expect(await liftClosure({ db, catalogues, serveFirst: async () => 0 }, lifting, audit, now)).toMatchObject({
      value: { kept: 1, facilityIds: [2] },
    })
    expect((await bookAnywhere(3, members[30])).ok).toBe(true)
    await settle()
    const { rows } = await sql<{ is: string }>`select court_id || ' ' || state as is from closure_items order by court_id`.execute(db)
    expect(rows.map((row) => row.is)).toEqual(['1 cancelled', '11 kept'])
    expect(await brokenInvariants(db, now)).toEqual([])
  })
})
