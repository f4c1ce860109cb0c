import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { periodAt } from './centre.ts'
import type { Shot } from './load.ts'

export function* orders(tokens: string[], count: number, which: (n: number) => number): Generator<Shot> {
  for (let n = 0; n < count; n++) {
    const { court, start, end } = periodAt(which(n))
    const body = JSON.stringify({ items: [{ venue2ndId: court, start, end }] })
    yield {
      method: 'POST',
      path: '/api/Order/Member',
      headers: { authorization: `Bearer ${tokens[n % tokens.length]}`, 'idempotency-key': `bench-${which.name}-${n}-${Math.random()}` },
      body,
    }
  }
}

export function* inserts(count: number, which: (n: number) => number): Generator<Shot> {
  for (let n = 0; n < count; n++) {
    const { court, start, end } = periodAt(which(n))
    yield { method: 'POST', path: '/', body: JSON.stringify({ space: court, starts: [start], ends: [end] }) }
  }
}

/** Deletes the bookings of later days. */
export async function emptyAfter(db: Db, day: string): Promise<void> {
  await sql`delete from occupancy where lower(during) > ${day}::date + 2`.execute(db)
  await sql`truncate outbox`.execute(db)
  await sql`delete from order_items where day > ${day}::date`.execute(db)
  await sql`delete from orders o where not exists (select from order_items i where i.order_id = o.id)`.execute(db)
}

export async function empty(db: Db): Promise<void> {
  await sql`truncate occupancy, outbox, order_items, orders cascade`.execute(db)
  await sql`truncate bare_occupancy`.execute(db)
}

export async function mustBeSingle(db: Db): Promise<void> {
  const { rows: found } = await sql<{
    count: number
  }>`select count(*)::int as count from occupancy a join occupancy b on a.space_id = b.space_id and a.during && b.during and a.ctid < b.ctid`.execute(
    db,
  )
  if (found[0]!.count > 0) throw new Error(`${found[0]!.count} double bookings`)
}
