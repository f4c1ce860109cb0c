import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { momentAt } from '#lib/zone.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import { applyNotice } from '#modules/payments/receive-notice.ts'
import { insertAttempt } from '#modules/payments/store.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { emptyOrders } from '#testing/empty-orders.ts'
import { stopAtEachStep } from '#testing/failing-db.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { moveOwn } from '#testing/move-steps.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { neverTwice, withoutConstraint, withSlowInserts } from '#testing/without-guards.ts'
import { expireUnpaidOrders } from './expire-unpaid-orders.ts'
import { moveOwnItem } from './move-own-item.ts'
import { payableOrders } from './payable-orders.ts'
import { openPlacing, placeOrder, type PlaceOrderDeps } from './place-order.ts'

let db: Db
let close: () => Promise<void>
let catalogues: Catalogues
let placing: PlaceOrderDeps
let members: string[]
const now = new Date('2026-11-15T10:00:00+08:00')
const [everybody, freeOfCharge] = [1, 7]
const orders: PayableOrders = payableOrders({ moneyOwed: () => {} })
const provider = { name: 'ecpay', merchantId: 'M' }
const log = openLog('silent')

beforeAll(async () => {
  ;({ db, close } = await freshDb(24))
  await smallCentre(db)
  members = await newMembers(db, 20)
  catalogues = openCatalogues(db)
  placing = openPlacing(db, catalogues)
})
afterAll(() => close())
beforeEach(() => emptyOrders(db))

const spot = (courtId: number, hour: number) => ({
  courtId,
  period: { start: momentAt('2026-11-18', hour * 60), end: momentAt('2026-11-18', (hour + 1) * 60) },
})
type Spot = ReturnType<typeof spot>

async function place(member: number, at: Spot, identityId = freeOfCharge, when = now) {
  const request = { memberId: members[member]!, identityId, contactName: '', contactPhone: '', remark: '' }
  return placeOrder(placing, { ...request, items: [at], idempotencyKey: randomUUID() }, when)
}
async function start(orderNo: string, when = now) {
  const order = (await orders.findByNumber(db, orderNo, when))!
  const attempt = {
    id: randomUUID(),
    orderId: order.id,
    provider: 'ecpay',
    way: null,
    tradeNo: randomBytes(8).toString('hex'),
    amount: order.amount,
  }
  await insertAttempt(db, attempt, when)
  return { tradeNo: attempt.tradeNo, amount: attempt.amount }
}
const notice = (on: Db, attempt: { tradeNo: string; amount: number }, when: Date) =>
  applyNotice(
    { db: on, provider, orders, log },
    { ...attempt, merchantId: 'M', gatewayTradeNo: null, method: 'card', simulated: false, says: { kind: 'paid' } },
    {},
    when,
  )
/** A booking of this member; answers its item. */
async function book(member: number, at: Spot, identityId = freeOfCharge): Promise<string> {
  const placed = await place(member, at, identityId)
  if (!placed.ok) throw new Error(placed.refusal.code)
  if (placed.value.amount > 0) await notice(db, await start(placed.value.orderNo), now)
  const { id } = await db.selectFrom('orders').select('id').where('order_no', '=', placed.value.orderNo).executeTakeFirstOrThrow()
  return (await db.selectFrom('order_items').select('id').where('order_id', '=', id).executeTakeFirstOrThrow()).id
}
const move = (member: number, itemId: string, to: Spot, when = now) =>
  moveOwn({ db, catalogues, canPayOnline: () => true }, { memberId: members[member]!, itemId, moves: 0, to }, when)
const whereIs = async (id: string) => {
  const { rows } = await sql<{ court: number; start: Date }>`
    select court_id as court, lower(during) as start from order_items where id = ${id}`.execute(db)
  return rows[0]!
}
const isAt = async (id: string, { courtId, period }: Spot) => {
  const { court, start: begins } = await whereIs(id)
  return court === courtId && begins.getTime() === period.start.getTime()
}
const whole = async (when = now) => expect(await brokenInvariants(db, when)).toEqual([])
const owed = async () =>
  (await sql<{ sum: number }>`select coalesce(sum(amount), 0)::integer as sum from refunds_due`.execute(db)).rows[0]!.sum

/** A booking at 08:00 (300) and its top-up for 19:00 (200), which is begun to be paid. */
async function waitingForTopUp() {
  const item = await book(0, spot(1, 8), everybody)
  const asked = await move(0, item, spot(2, 19))
  if (!asked.ok || !asked.value.topUp) throw new Error('no top-up')
  const { topUp } = asked.value
  return { item, topUp, attempt: await start(topUp.orderNo) }
}

describe('members who act at the same moment', { timeout: 60_000 }, () => {
  it('move and book onto one floor: one of them gets it, whoever was faster, and nobody loses theirs', async () => {
    const seen = { moved: 0, booked: 0 }
    for (let round = 0; round < 10; round++) {
      await emptyOrders(db)
      const [a, b] = [await book(0, spot(1, 8)), await book(1, spot(2, 8))]
      const [one, two, placed] = await Promise.all([move(0, a, spot(5, 12)), move(1, b, spot(5, 12)), place(2, spot(5, 12))])
      expect([one, two, placed].filter(({ ok }) => ok)).toHaveLength(1)
      for (const result of [one, two]) if (!result.ok) expect(result.refusal.code).toBe('period_taken')
      expect([await isAt(a, spot(one.ok ? 5 : 1, one.ok ? 12 : 8)), await isAt(b, spot(two.ok ? 5 : 2, two.ok ? 12 : 8))]).toEqual([
        true,
        true,
      ])
      seen[placed.ok ? 'booked' : 'moved']++
      await whole()
    }
    expect(seen.moved + seen.booked).toBe(10)
  })

  it('swap into each other: neither gets in, both keep their courts, and nobody waits for ever', async () => {
    for (let round = 0; round < 8; round++) {
      await emptyOrders(db)
      const [a, b] = [await book(0, spot(1, 8)), await book(1, spot(2, 8))]
      const results = await Promise.all([move(0, a, spot(2, 8)), move(1, b, spot(1, 8))])
      for (const result of results) expect(result).toMatchObject({ ok: false, refusal: { code: 'period_taken' } })
      expect([await isAt(a, spot(1, 8)), await isAt(b, spot(2, 8))]).toEqual([true, true])
      await whole()
    }
  })

  it('move one booking from two devices: once', async () => {
    const item = await book(0, spot(1, 8))
    const results = await Promise.all([9, 10, 11, 12].map((hour) => move(0, item, spot(1, hour))))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    for (const result of results) if (!result.ok) expect(result.refusal.code).toBe('booking_changed')
    await whole()
  })

  it('pay a top-up in the second in which it lapses, while others book the floor: moved, or the money goes back', async () => {
    const seen = { moved: 0, stayed: 0 }
    for (let round = 0; round < 12; round++) {
      await emptyOrders(db)
      const { item, topUp, attempt } = await waitingForTopUp()
      await whole()
      const late = new Date(topUp.payBefore.getTime() + 1)
      const booking = () => place(2, spot(2, 19), freeOfCharge, late)
      // Of three rounds one lets the booking be first, one the payment, and one whoever is faster.
      const first = round % 3 === 0 ? await booking() : undefined
      if (round % 3 === 1) await notice(db, attempt, late)
      const [, , second] = await Promise.all([notice(db, attempt, late), expireUnpaidOrders(db, late), first ?? booking()])
      const placed = first ?? second
      const moved = await isAt(item, spot(2, 19))
      expect(moved).toBe(!placed.ok)
      expect(moved || (await isAt(item, spot(1, 8)))).toBe(true)
      expect(await owed()).toBe(moved ? 0 : 200)
      seen[moved ? 'moved' : 'stayed']++
      await whole(late)
    }
    expect(seen.moved).toBeGreaterThan(0)
    expect(seen.stayed).toBeGreaterThan(0)
  })

  it('let a top-up lapse: the new floor is free by the clock alone, and the booking is where it was', async () => {
    const { item, topUp } = await waitingForTopUp()
    expect(await place(2, spot(2, 19))).toMatchObject({ ok: false, refusal: { code: 'period_taken' } })
    const late = new Date(topUp.payBefore.getTime() + 1)
    // No job has run: the hold has lapsed by itself.
    expect((await place(2, spot(2, 19), freeOfCharge, late)).ok).toBe(true)
    await expireUnpaidOrders(db, late)
    expect(await isAt(item, spot(1, 8))).toBe(true)
    await whole(late)
  })
})

describe('the controls', { timeout: 60_000 }, () => {
  it('a refused move that is not rolled back has given up its floor', async () => {
    const [a] = [await book(0, spot(1, 8)), await book(1, spot(2, 8))]
    const wanted = [
      { unit: randomUUID(), holder: a, court: 2, from: spot(2, 8).period.start, to: spot(2, 8).period.end, member: members[0] },
    ]
    await sql`select move_spaces(${JSON.stringify(wanted)}::jsonb, array[${a}]::uuid[], 'order', ${now}::timestamptz)`.execute(db)
    expect(await brokenInvariants(db, now)).toEqual([`a confirmed item stands nowhere: ${a}`])
  })

  it('a top-up whose hold is given up before it is paid moves nobody, and the money goes back', async () => {
    const { item, attempt, topUp } = await waitingForTopUp()
    await sql`delete from occupancy where hold_until is not null`.execute(db)
    expect((await place(2, spot(2, 19))).ok).toBe(true)
    await notice(db, attempt, new Date(topUp.payBefore.getTime() - 1))
    expect(await isAt(item, spot(1, 8))).toBe(true)
    expect(await owed()).toBe(200)
    await whole()
  })

  it('without the constraint, two stand on one floor', async () => {
    const ids = [await book(0, spot(1, 8)), await book(1, spot(2, 8)), await book(2, spot(3, 8))]
    await withoutConstraint(
      db,
      neverTwice,
      () => emptyOrders(db),
      async () => {
        await withSlowInserts(db, 'item_moves', 0.2, () => Promise.all(ids.map((id, n) => move(n, id, spot(5, 12)))))
        expect(await brokenInvariants(db, now)).toContain('a space is taken twice')
      },
    )
  })
})

describe('a process that is killed at any step', { timeout: 60_000 }, () => {
  it('of a move has moved nothing, or all of it', async () => {
    const item = await book(0, spot(1, 19), everybody)
    const request = { memberId: members[0]!, itemId: item, moves: 0, to: spot(2, 8), total: 300, idempotencyKey: randomUUID() }
    const steps = await stopAtEachStep(
      db,
      (on) => moveOwnItem({ db: on, catalogues, canPayOnline: () => true }, request, now),
      async () => {
        expect(await isAt(item, spot(1, 19))).toBe(true)
        expect(await owed()).toBe(0)
        await whole()
      },
    )
    expect(steps).toBeGreaterThan(8)
    expect(await isAt(item, spot(2, 8))).toBe(true)
    expect(await owed()).toBe(200)
    await whole()
  })

  it('of a move to a dearer hour, of its payment or of its lapse leaves nothing held for ever and loses nothing', async () => {
    const item = await book(0, spot(1, 8), everybody)
    const request = { memberId: members[0]!, itemId: item, moves: 0, to: spot(2, 19), total: 500, idempotencyKey: randomUUID() }
    const free = async () => (await sql`select from occupancy where hold_until is not null`.execute(db)).rows.length === 0
    const stays = async () => {
      expect(await isAt(item, spot(1, 8))).toBe(true)
      await whole()
    }
    await stopAtEachStep(
      db,
      (on) => moveOwnItem({ db: on, catalogues, canPayOnline: () => true }, request, now),
      async () => {
        expect(await free()).toBe(true)
        await stays()
      },
    )
    const topUp = await moveOwnItem({ db, catalogues, canPayOnline: () => true }, request, now)
    if (!topUp.ok || !topUp.value.topUp) throw new Error('no top-up')
    expect(topUp.value.again).toBe(true)
    const attempt = await start(topUp.value.topUp.orderNo)
    // After the commit the payment still has to be announced: by then the booking is there.
    const steps = await stopAtEachStep(
      db,
      (on) => notice(on, attempt, now),
      async () => {
        expect((await isAt(item, spot(1, 8))) || (await isAt(item, spot(2, 19)))).toBe(true)
        expect(await owed()).toBe(0)
        await whole()
      },
    )
    expect(steps).toBeGreaterThan(10)
    expect(await isAt(item, spot(2, 19))).toBe(true)
    expect([await free(), await owed()]).toEqual([true, 0])
    await whole()

    const other = await book(3, spot(3, 8), everybody)
    const again = await move(3, other, spot(4, 19))
    if (!again.ok || !again.value.topUp) throw new Error('no top-up')
    const late = new Date(again.value.topUp.payBefore.getTime() + 1)
    await stopAtEachStep(
      db,
      (on) => expireUnpaidOrders(on, late),
      async () => {
        expect(await isAt(other, spot(3, 8))).toBe(true)
        await whole(late)
      },
    )
    expect(await free()).toBe(true)
    await whole(late)
  })
})
