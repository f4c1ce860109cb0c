import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db, Trx } from '#db/connect.ts'
import { momentAt } from '#lib/zone.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { cancelItems, lockOrder } from '#modules/orders/order-store.ts'
import { openPlacing, placeOrder, type PlaceOrderDeps } from '#modules/orders/place-order.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { barrier, untilBlocked } from '#testing/moments.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { givePoint, givePoints, givePointsForLateCancel } from './give-points.ts'
import { insertPoints } from './store.ts'
import { suspendWhoHasEnough } from './suspend-member.ts'

let db: Db
let close: () => Promise<void>
let placing: PlaceOrderDeps
let me: string
let desks: string[]
const now = new Date('2026-11-15T10:00:00+08:00')
const freeOfCharge = 7

beforeAll(async () => {
  ;({ db, close } = await freshDb(24))
  await smallCentre(db)
  placing = openPlacing(db, openCatalogues(db))
  ;[me, ...desks] = (await newMembers(db, 3)) as [string, string, string]
})
afterAll(() => close())
beforeEach(() => emptyTables(db, 'occupancy, outbox, order_items, orders, violations, suspensions, appeals'))

const day = '2026-11-16'
const period = { start: momentAt(day, 19 * 60), end: momentAt(day, 20 * 60) }
const place = () =>
  placeOrder(
    placing,
    {
      memberId: me,
      identityId: freeOfCharge,
      items: [{ courtId: 1, period }],
      contactName: '',
      contactPhone: '',
      remark: '',
      idempotencyKey: crypto.randomUUID(),
    },
    now,
  )
async function anOrder(): Promise<string> {
  await place()
  return (await db.selectFrom('orders').select('id').where('member_id', '=', me).executeTakeFirstOrThrow()).id
}
const suspensions = () =>
  db.selectFrom('suspensions').select(['starts_at', 'ends_at']).where('member_id', '=', me).orderBy('starts_at').execute()

describe('points of one member at the same moment', { timeout: 60_000 }, () => {
  const cause = (orderId: string, n: number) => ({ kind: 'no-show' as const, memberId: me, orderId, day: `2026-11-${10 + n}` })

  it('suspend once for every three, one after the other', async () => {
    const orderId = await anOrder()
    await Promise.all(Array.from({ length: 7 }, (_, n) => db.transaction().execute((trx) => givePoints(trx, [cause(orderId, n)], now))))
    const [first, second, third] = await suspensions()
    expect(first!.starts_at).toEqual(now)
    expect(second!.starts_at).toEqual(first!.ends_at)
    expect(third).toBeUndefined()
  })

  it('are one for one cause that is reported twenty times at once', async () => {
    const orderId = await anOrder()
    await Promise.all(Array.from({ length: 20 }, () => db.transaction().execute((trx) => givePoints(trx, [cause(orderId, 1)], now))))
    expect(await db.selectFrom('violations').select('id').execute()).toHaveLength(1)
  })

  it('suspend nobody without the lock, so the tests above mean something', async () => {
    const orderId = await anOrder()
    const allHaveWritten = barrier(3)
    const unlocked = async (trx: Trx, n: number) => {
      await insertPoints(trx, [cause(orderId, n)], 180, now)
      await suspendWhoHasEnough(trx, [me], { pointsToSuspend: 3, suspendDays: 90 }, now)
      await allHaveWritten()
    }
    await Promise.all(Array.from({ length: 3 }, (_, n) => db.transaction().execute((trx) => unlocked(trx, n))))
    expect(await db.selectFrom('violations').select('id').execute()).toHaveLength(3)
    expect(await suspensions()).toEqual([])
  })
})

describe('a point by staff', { timeout: 60_000 }, () => {
  const audit = async () => {}
  const give = (orderNo: string, by: string, reason: string) => givePoint(db, { memberId: me, orderNo, reason, by }, audit, now)
  const all = () => db.selectFrom('violations').select('id').where('kind', '=', 'staff').execute()

  async function tenAtOnce() {
    const orderId = await anOrder()
    const { order_no } = await db.selectFrom('orders').select('order_no').where('id', '=', orderId).executeTakeFirstOrThrow()
    return Promise.all(Array.from({ length: 10 }, (_, n) => give(order_no, desks[n % 2]!, '在場內抽菸')))
  }

  it('is one for an order when two desks give it ten times at once: the other desk is told', async () => {
    const answers = await tenAtOnce()
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]))).toEqual(Array(5).fill('point_given'))
    expect(await all()).toHaveLength(1)
  })

  it('is given ten times with the index dropped, so the test above means something', async () => {
    await sql`drop index violations_by_staff`.execute(db)
    await tenAtOnce()
    expect(await all()).toHaveLength(10)
  })
})

describe('a late cancellation and a booking of the same time at the same moment', { timeout: 60_000 }, () => {
  /** As a refund does it: the order, its items, the spaces, and then the point. */
  const giveBack = (orderId: string, point: (trx: Trx) => Promise<unknown>, bookAgain: () => void) =>
    db.transaction().execute(async (trx) => {
      const order = (await lockOrder(trx, orderId))!
      const ids = order.items.map(({ id }) => id)
      await cancelItems(trx, ids, 'member')
      await freeSpaces(trx, ids, now)
      bookAgain()
      await untilBlocked(db)
      await point(trx)
    })
  const both = async (point: (orderId: string) => (trx: Trx) => Promise<unknown>) => {
    const orderId = await anOrder()
    // A lapsed hold is deleted by the next order for the space, which waits for the row.
    await db.updateTable('occupancy').set({ hold_until: now }).execute()
    const freed = Promise.withResolvers<void>()
    const ends = await Promise.allSettled([giveBack(orderId, point(orderId), freed.resolve), freed.promise.then(place)])
    return ends.map((end) => (end.status === 'fulfilled' ? 'done' : (end.reason as { code?: string }).code))
  }

  it('wait for each other without a deadlock', async () => {
    const item = { start: period.start, day }
    const ends = await both((orderId) => (trx) => givePointsForLateCancel(trx, { memberId: me, orderId, items: [item] }, now))
    expect(ends).toEqual(['done', 'done'])
    expect(await db.selectFrom('violations').select('kind').execute()).toEqual([{ kind: 'late-cancel' }])
  })

  it('deadlock if points lock the member’s row, so the test above means something', async () => {
    const ends = await both(() => (trx) => trx.selectFrom('members').select('id').where('id', '=', me).forNoKeyUpdate().execute())
    expect(ends).toContain('40P01')
  })
})
