import { globSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { moveOrder, moveOrders } from './move-store.ts'
import { orderMoves, orderStates, type OrderMove, type OrderState } from './rules.ts'

const moves = Object.keys(orderMoves) as OrderMove[]
const [before, now] = [new Date('2026-11-15T10:00:00+08:00'), new Date('2026-11-15T12:00:00+08:00')]

let service: TestService
let memberId: string
beforeAll(async () => {
  service = await openTestService()
  memberId = (await service.newMember()).id
})
afterAll(() => service.close())

let serial = 0
async function orderIn(db: Db, state: OrderState): Promise<string> {
  const id = randomUUID()
  const order = { id, order_no: `F2611152222${String(++serial).padStart(3, '0')}`, kind: 'venue', member_id: memberId, state, amount: 0 }
  await db
    .insertInto('orders')
    .values({ ...order, idempotency_key: id, request_hash: '', created_at: before })
    .execute()
  return id
}
const read = (id: string) =>
  service.db.selectFrom('orders').select(['state', 'confirmed_at', 'closed_at']).where('id', '=', id).executeTakeFirstOrThrow()

describe('the state of an order changes', () => {
  it.each(moves)('by %s only from the states that the move starts from', async (move) => {
    const { from, to } = orderMoves[move]
    for (const state of orderStates) {
      const id = await orderIn(service.db, state)
      const allowed = from.some((one) => one === state)
      expect([move, state, await moveOrder(service.db, id, move, now)]).toEqual([move, state, allowed])
      expect((await read(id)).state).toBe(allowed ? to : state)
    }
  })

  it('and with it the moment of confirmation or of the end', async () => {
    const [paid, late, came, over] = [
      await orderIn(service.db, 'awaiting-payment'),
      await orderIn(service.db, 'awaiting-payment'),
      await orderIn(service.db, 'confirmed'),
      await orderIn(service.db, 'confirmed'),
    ]
    await moveOrder(service.db, paid, 'pay', now)
    expect(await read(paid)).toEqual({ state: 'confirmed', confirmed_at: now, closed_at: null })
    await moveOrder(service.db, late, 'expire', before)
    await moveOrder(service.db, late, 'confirmLate', now)
    expect(await read(late)).toEqual({ state: 'confirmed', confirmed_at: now, closed_at: null })
    await moveOrder(service.db, came, 'checkIn', now)
    expect(await read(came)).toEqual({ state: 'checked-in', confirmed_at: null, closed_at: null })
    await moveOrder(service.db, over, 'complete', now)
    expect(await read(over)).toEqual({ state: 'completed', confirmed_at: null, closed_at: now })
  })

  it('for several orders at once, except those whose state the move does not start from', async () => {
    const [open, gone] = [await orderIn(service.db, 'confirmed'), await orderIn(service.db, 'cancelled')]
    expect(await moveOrders(service.db, [open, gone], 'miss', now)).toEqual([open])
    expect((await read(gone)).state).toBe('cancelled')
  })
})

/** Statements of a source text that write rows of orders: what each one sets, or `insert`. */
function writesOf(text: string): string[] {
  const updates = [...text.matchAll(/\bupdate\s+orders\b(?:\s+(?:as\s+)?\w+)?\s+set\s+(.*?)(?:\bwhere\b|\bfrom\b|\breturning\b|[`;]|$)/gis)]
  const built = [...text.matchAll(/updateTable\(\s*['"]orders['"]\s*\)\s*\.set\((.*?)\)\s*\.(?:where|from|execute)/gs)]
  const inserts = [...text.matchAll(/\binsert\s+into\s+orders\b|insertInto\(\s*['"]orders['"]\s*\)|\bmerge\s+into\s+orders\b/gi)]
  return [...[...updates, ...built].map(([, set]) => set!), ...inserts.map(() => 'insert')]
}
const changesState = (set: string) => /\bstate\b/.test(set)

describe('nothing else in the tree', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = globSync(['src/**/*.{ts,tsx,sql}', 'demo/**/*.ts', 'scripts/**/*.ts'], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|^src\/testing\/|^src\/db\/migrations\//.test(file),
  )
  const writers = (which: (set: string) => boolean) =>
    files.filter((file) => writesOf(readFileSync(join(root, file), 'utf8')).some(which)).toSorted()

  it('changes the state of an order', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(writers(changesState)).toEqual(['src/modules/orders/move-store.ts'])
  })

  it('inserts an order, except the demo, which writes bookings of the past', () => {
    expect(writers((set) => set === 'insert')).toEqual([
      'demo/history/insert-week.ts',
      'demo/load-bookings.ts',
      'demo/load-lockers.ts',
      'demo/load-refunds.ts',
      'src/db/functions/write_orders.sql',
    ])
  })

  it.each([
    "update orders set state = 'expired' where id = $1",
    "with gone as (update orders o set closed_at = now(),\n  state = case when true then 'no-show' else 'completed' end from over where o.id = over.id) select 1",
    "trx\n  .updateTable('orders')\n  .set({ closed_at: now, state: 'cancelled' })\n  .where('id', '=', id)",
  ])('is overlooked: %s', (text) => expect(writesOf(text).some(changesState)).toBe(true))

  it.each([
    "update orders set amount = 5 where state = 'awaiting-payment'",
    "db.updateTable('orders').set({ remark }).where('state', '=', 'x')",
  ])('is taken for one: %s', (text) => expect(writesOf(text).some(changesState)).toBe(false))
})
