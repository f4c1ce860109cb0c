import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { openCatalogues, pinned, type Catalogues } from '#modules/venues/catalogue.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { withFunction } from '#testing/without-guards.ts'
import { checkOrder } from './check-order.ts'
import { openPlacing, placeOrder, type OrderRequest, type PlaceOrderDeps } from './place-order.ts'

let db: Db
let close: () => Promise<void>
let members: string[]
/** Several processes, each with its own copy of the catalogue. */
let desks: { catalogues: Catalogues; placing: PlaceOrderDeps }[]
const now = new Date('2026-11-15T10:00:00+08:00')
const tomorrow = addDays(dayOf(now), 1)

beforeAll(async () => {
  ;({ db, close } = await freshDb(24))
  await smallCentre(db)
  members = await newMembers(db, 48)
  desks = Array.from({ length: 4 }, () => {
    const catalogues = openCatalogues(db)
    return { catalogues, placing: openPlacing(db, catalogues) }
  })
})
afterAll(() => close())
beforeEach(() => emptyTables(db, 'occupancy, outbox, order_items, orders'))

const at = (courtId: number, hour: number) => ({
  courtId,
  period: { start: momentAt(tomorrow, hour * 60), end: momentAt(tomorrow, (hour + 1) * 60) },
})
/** Two courts before 18:00, off-peak: with one price list both cost the same. */
const pairOf = (n: number) => [at(1 + (n % 4), 6 + Math.floor(n / 4)), at(5 + (n % 4), 6 + Math.floor(n / 4))]

const place = (placing: PlaceOrderDeps, n: number, seenAmount?: number) => {
  const request = { memberId: members[n]!, identityId: 1, items: pairOf(n), contactName: '', contactPhone: '', remark: '' }
  return placeOrder(placing, { ...request, idempotencyKey: crypto.randomUUID(), seenAmount } satisfies OrderRequest, now)
}

const prices = [300, 310, 320, 330, 340, 350]

/** Publishes a list for tomorrow at a price, or corrects it: one transaction, as the console does it. */
const publish = (price: number) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into price_lists (facility_id, valid_from, peak) values (1, ${tomorrow}, '[]')
      on conflict (facility_id, valid_from) do update set deposit = 0 returning id`.execute(trx)
    await sql`delete from court_prices where price_list_id = ${rows[0]!.id}`.execute(trx)
    // Court by court, so that a reader between two statements would see the half of it.
    for (let court = 1; court <= 8; court++)
      await sql`insert into court_prices (price_list_id, court_id, identity_id, off_peak, peak) values (${rows[0]!.id}, ${court}, 1, ${price}, ${price})`.execute(
        trx,
      )
  })

/** Prices of each order's items, as they were written. */
async function writtenPrices(): Promise<number[][]> {
  const { rows } = await sql<{
    prices: number[]
  }>`select array_agg(price order by id) as prices from order_items group by order_id`.execute(db)
  return rows.map((row) => row.prices)
}

describe('a price list that is published and corrected while members book', { timeout: 120_000 }, () => {
  it('is in every order whole or not at all: no order mixes two lists, and every price is one that was in force', async () => {
    const switching = (async () => {
      for (const price of prices) await publish(price)
    })()
    const placed = await Promise.all(members.map((_, n) => place(desks[n % desks.length]!.placing, n)))
    await switching
    expect(placed.every(({ ok }) => ok)).toBe(true)
    const written = await writtenPrices()
    expect(written).toHaveLength(members.length)
    for (const [first, second] of written) {
      expect(second, 'both items by the same list').toBe(first)
      expect([...prices], 'a price that a list had').toContain(first)
    }
    // Whoever books now pays the last price, whatever copy their process has.
    await emptyTables(db, 'occupancy, outbox, order_items, orders')
    await Promise.all(desks.map(({ placing }, n) => place(placing, n)))
    for (const order of await writtenPrices()) expect(order).toEqual([350, 350])
  })

  it('charges nobody more than was shown: a total that has changed is refused with the new one', async () => {
    const seen = await Promise.all(
      members.map((memberId, n) =>
        checkOrder({ db, catalogues: desks[n % 4]!.catalogues }, { items: pairOf(n), memberId, identityId: 1 }, now),
      ),
    )
    const switching = publish(500)
    const placed = await Promise.all(members.map((_, n) => place(desks[n % 4]!.placing, n, seen[n]!.amount)))
    await switching
    for (const [n, result] of placed.entries())
      if (result.ok) expect(result.value.amount).toBe(seen[n]!.amount)
      else expect(result.refusal).toEqual({ code: 'price_changed', seenAmount: seen[n]!.amount, amount: 1000 })
    const late = await place(desks[0]!.placing, 0, 1)
    expect(late).toMatchObject({ ok: false, refusal: { code: 'price_changed', seenAmount: 1, amount: 1000 } })
    await publish(300)
  })

  it('leaves the price of a booking that was made before', async () => {
    await place(desks[0]!.placing, 0)
    await publish(900)
    expect(await writtenPrices()).toEqual([[300, 300]])
    await publish(300)
  })
})

describe('the control', () => {
  it('charges the old price after the new one was published when the version is not compared, so the tests above mean something', async () => {
    const catalogue = await openCatalogues(db).current()
    await publish(777)
    // One process whose copy is of before, and one that has read the new list.
    const stale = { ...openPlacing(db, pinned(catalogue)) }
    const notCompared = (text: string) => text.replace('v_version <> o."catalogueVersion"', 'false')
    await withFunction(db, 'place_orders', notCompared, async () => {
      await place(stale, 1)
      await place(openPlacing(db, openCatalogues(db)), 2)
    })
    const paid = new Set((await writtenPrices()).flat())
    expect(paid, 'two prices for the same hour, after the switch').toEqual(new Set([300, 777]))

    await emptyTables(db, 'occupancy, outbox, order_items, orders')
    await expect(place(stale, 1), 'with the comparison, the stale copy is never sold by').rejects.toThrow('stale_catalogue')
    expect(await writtenPrices()).toEqual([])
  })
})
