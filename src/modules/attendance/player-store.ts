import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

export async function readPlayers(db: DbOrTrx, orderId: string): Promise<string[]> {
  const row = await db.selectFrom('order_players').select('names').where('order_id', '=', orderId).executeTakeFirst()
  return row?.names ?? []
}

/** Replaces the list of an order that the caller has locked. */
export async function writePlayers(trx: Trx, orderId: string, names: string[], now: Date): Promise<void> {
  if (names.length === 0) {
    await trx.deleteFrom('order_players').where('order_id', '=', orderId).execute()
    return
  }
  const row = { names, changed_at: now }
  await trx
    .insertInto('order_players')
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
    .execute()
}

export async function listPlayersOf(db: DbOrTrx, memberId: string): Promise<{ orderNo: string; names: string[] }[]> {
  return db
    .selectFrom('order_players')
    .innerJoin('orders', 'orders.id', 'order_players.order_id')
    .select(['orders.order_no as orderNo', 'order_players.names'])
    .where('orders.member_id', '=', memberId)
    .orderBy('orders.order_no')
    .execute()
}

/** Forgets the players of orders of which no period is still to come or ended after `since`: played, cancelled or given back. */
export async function forgetPlayersOfPast(db: DbOrTrx, since: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from order_players where order_id in (
      select o.id from order_players p join orders o on o.id = p.order_id
      where not exists (select from order_items i where i.order_id = o.id and i.state = 'active' and upper(i.during) > ${since})
        or o.state in ('cancelled', 'venue-cancelled', 'expired')
      order by o.id limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function forgetPlayersOfMember(trx: Trx, { id }: Pick<LeavingMember, 'id'>): Promise<void> {
  await sql`delete from order_players where order_id in (select id from orders where member_id = ${id})`.execute(trx)
}
