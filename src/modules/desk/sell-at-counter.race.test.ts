import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { addGuest } from '#modules/accounts/add-guest.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { openPlacing, placeOrder } from '#modules/orders/place-order.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { closeTill, openTill } from '#modules/tills/close-till.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { unaudited } from '#testing/unaudited.ts'
import { inTransaction } from '#db/transaction.ts'
import { payAtDesk } from '#modules/payments/pay-at-desk.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import { sellAtCounter, type CounterDeps, type SalePayment } from './sell-at-counter.ts'

let database: FreshDatabase
let db: Db
let deps: CounterDeps
let members: string[]
let guests: string[]
const now = new Date('2026-11-15T10:00:00+08:00')
const tomorrow = addDays(dayOf(now), 1)

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 24)
  await smallCentre(db)
  await sql`alter table till_rows disable trigger till_rows_stay`.execute(db)
  members = await newMembers(db, 20)
  guests = await Promise.all(
    members.map((_, n) =>
      db.transaction().execute(async (trx) => {
        const guest = { name: `訪客 ${n}`, mobile: `09000000${String(n).padStart(2, '0')}`, locale: 'tw' as const }
        return (await addGuest(trx, guest, unaudited, now)).memberId
      }),
    ),
  )
  deps = {
    db,
    catalogues: openCatalogues(db),
    orders: payableOrders({ moneyOwed: () => {} }),
    jobs: {} as Jobs,
    tokens: new Tokens('a secret that only tests know, long enough'),
    publicUrl: 'http://localhost:3000',
    canText: true,
    providers: { serving: new Map() },
  }
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})
const empty = () =>
  sql`delete from ledger; delete from till_rows; delete from tills; truncate occupancy, outbox, order_items, payment_attempts, refunds_due, orders cascade`.execute(
    db,
  )
beforeEach(empty)

const at = (courtId: number, hour: number) => ({
  courtId,
  period: { start: momentAt(tomorrow, hour * 60), end: momentAt(tomorrow, (hour + 1) * 60) },
})
/** Off-peak and peak prices of the courts of the small centre. */
const priceAt = (hour: number) => (hour >= 18 ? 500 : 300)
const sale = (memberId: string, courtId: number, hour: number, payment: SalePayment) =>
  sellAtCounter(
    deps,
    {
      memberId,
      items: [at(courtId, hour)],
      identityId: undefined,
      proofSeen: false,
      remark: '',
      amount: priceAt(hour),
      payment,
      by: members[0]!,
      idempotencyKey: randomUUID(),
    },
    unaudited,
    now,
  )
const opened = async () => {
  const till = await openTill(db, { name: `till ${randomUUID()}`, float: 1000, by: members[0]! }, unaudited, now)
  return till.ok ? till.value : ''
}
const cashOf = async (tillId: string) =>
  (await sql<{ sum: number }>`select coalesce(sum(amount), 0)::integer as sum from ledger where till_id = ${tillId}`.execute(db)).rows[0]!
    .sum
const sumOf = async (tillId: string) =>
  (await sql<{ sum: number }>`select coalesce(sum(amount), 0)::integer as sum from till_rows where till_id = ${tillId}`.execute(db))
    .rows[0]!.sum

describe('the last hour', { timeout: 60_000 }, () => {
  /** Two desks sell it to eight guests, and eight members book it online, all at once. */
  async function race() {
    const online = openPlacing(db, openCatalogues(db))
    const [one, two] = [await opened(), await opened()]
    const results = await Promise.all([
      ...guests.slice(0, 8).map((guest, n) => sale(guest, 1, 19, { way: 'cash', tillId: n % 2 === 0 ? one : two, given: 1000 })),
      ...members
        .slice(0, 8)
        .map((memberId) =>
          placeOrder(
            online,
            { memberId, identityId: 1, items: [at(1, 19)], contactName: '', contactPhone: '', remark: '', idempotencyKey: randomUUID() },
            now,
          ),
        ),
    ])
    return { results, cash: (await cashOf(one)) + (await cashOf(two)) }
  }

  it('is sold once to two desks with guests and to members online, and its money is taken once', async () => {
    for (let round = 0; round < 5; round++) {
      const { results, cash } = await race()
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      for (const result of results) if (!result.ok) expect(result.refusal).toMatchObject({ code: 'period_taken' })
      const isByDesk = results.slice(0, 8).some(({ ok }) => ok)
      expect(cash).toBe(isByDesk ? 500 : 0)
      expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
      await empty()
    }
  })

  it('is sold several times, and paid for each time, with the constraint dropped, so the test above means something', async () => {
    await sql`alter table occupancy drop constraint occupancy_never_twice`.execute(db)
    // Without the constraint, a round sells the hour twice only if two sales happen to overlap: at most ten rounds, until one does.
    let [sold, cash] = [0, 0]
    for (let round = 0; round < 10 && cash <= 500; round++) {
      const found = await race()
      sold = found.results.filter(({ ok }) => ok).length
      cash = found.cash
      await empty()
    }
    await sql`alter table occupancy add constraint occupancy_never_twice exclude using gist (space_id with =, during with &&)`.execute(db)
    expect(sold).toBeGreaterThan(1)
    expect(cash).toBeGreaterThan(500)
  })
})

describe('closing a till while sales land', { timeout: 60_000 }, () => {
  /** A moment between looking at the till and writing, so that a sale and a closing overlap. */
  const slowly = [
    'create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return new; end $$',
    'create trigger dawdle before insert on ledger for each row execute function dawdle()',
  ]
  beforeAll(async () => {
    for (const statement of slowly) await sql.raw(statement).execute(db)
  })

  /** Eight sales at once, and somewhere among them the closing, tried until nothing changes between the look and the closing. */
  async function sellAndClose(close: (tillId: string) => Promise<number | undefined>) {
    const tillId = await opened()
    const sales = guests.slice(0, 8).map((guest, n) => sale(guest, n + 1, 8, { way: 'cash', tillId, given: 300 }))
    const closing = (async () => {
      for (;;) {
        const counted = await close(tillId)
        if (counted !== undefined) return counted
      }
    })()
    return { tillId, sold: (await Promise.all(sales)).filter(({ ok }) => ok).length, counted: await closing }
  }

  it('leaves each sale in the count, or refuses it: none is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const { tillId, sold, counted } = await sellAndClose(async (id) => {
        const expected = await sumOf(id)
        const pieces = { 100: Math.floor(expected / 100) }
        const closed = await closeTill(db, { tillId: id, pieces, explanation: '', seenExpected: expected, by: members[0]! }, unaudited, now)
        return closed.ok ? closed.value.counted : undefined
      })
      expect(counted).toBe(1000 + sold * 300)
      expect(await cashOf(tillId)).toBe(sold * 300)
      expect(await sumOf(tillId)).toBe(0)
      await empty()
    }
  })

  /** Whether a sale has looked at the till and has not committed yet: it is in the trigger above. */
  const isSaleUnderWay = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(db)).rows.length > 0

  it('loses sales when the closing looks at the sum before it has the till’s lock, and no trigger keeps rows out, so the test above means something', async () => {
    await sql`alter table till_rows disable trigger till_rows_while_open`.execute(db)
    let lost = 0
    for (let round = 0; round < 10 && lost === 0; round++) {
      const { sold, counted } = await sellAndClose(async (id) => {
        const expected = await sumOf(id)
        if (expected < 1000 + 8 * 300 && !(await isSaleUnderWay())) return undefined
        await sql`update tills set closed_at = ${now}, closed_by = ${members[0]!}, expected = ${expected}, counted = ${expected} where id = ${id}`.execute(
          db,
        )
        return expected
      })
      lost += 1000 + sold * 300 - counted
      await empty()
    }
    await sql`alter table till_rows enable trigger till_rows_while_open`.execute(db)
    expect(lost).toBeGreaterThan(0)
  })
})

describe('an order that two desks take the money for at once', { timeout: 60_000 }, () => {
  async function race(orders: PayableOrders) {
    const tillId = await opened()
    const sold = await sale(guests[0]!, 1, 19, { way: 'arrival' })
    const order = sold.ok ? (await orders.findByNumber(db, sold.value.orderNo, now))! : undefined
    const pay = () =>
      inTransaction(db, (trx) =>
        payAtDesk(
          trx,
          orders,
          { orderId: order!.id, by: members[0]!, idempotencyKey: randomUUID(), money: { way: 'cash', tillId, given: 1000 } },
          now,
        ),
      )
    const results = await Promise.allSettled([pay(), pay()])
    const cash = await cashOf(tillId)
    await empty()
    return { results, cash }
  }

  it('is paid once, and the other desk is told that nothing is to be paid', async () => {
    for (let round = 0; round < 10; round++) {
      const { results, cash } = await race(deps.orders)
      const outcomes = results.map((one) =>
        one.status === 'rejected' ? String(one.reason) : one.value.ok ? 'paid' : one.value.refusal.code,
      )
      expect(outcomes.toSorted()).toEqual(['nothing_to_pay', 'paid'])
      expect(cash).toBe(500)
    }
  })

  it('deadlocks without the lock that comes before the attempt is written, so the test above means something', async () => {
    let failed = 0
    for (let round = 0; round < 30 && failed === 0; round++) {
      const { results } = await race({ ...deps.orders, lock: async () => {} })
      failed += results.filter((one) => one.status === 'rejected' && (one.reason as { code?: string }).code === '40P01').length
    }
    expect(failed).toBeGreaterThan(0)
  })
})
