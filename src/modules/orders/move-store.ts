import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import { orderMoves, type OrderMove } from './rules.ts'

/**
 * Changes the state of orders: the only function that does. The WHERE is the guard: orders whose state is not one that the move
 * starts from are left alone. Answers the ids of those that were moved. Callers lock several orders in the order of their ids first.
 */
export async function moveOrders(db: DbOrTrx, ids: readonly string[], move: OrderMove, now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const { from, to } = orderMoves[move]
  const moved = await db
    .updateTable('orders')
    .set({ state: to, ...momentsOf(move, now) })
    .where('id', '=', anyOf(ids))
    .where('state', '=', anyOf(from))
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}

/** False when the state has changed meanwhile. */
export const moveOrder = async (db: DbOrTrx, id: string, move: OrderMove, now: Date): Promise<boolean> =>
  (await moveOrders(db, [id], move, now)).length > 0

function momentsOf(move: OrderMove, now: Date): { confirmed_at?: Date; closed_at?: Date | null } {
  const { to } = orderMoves[move]
  if (to === 'checked-in') return { closed_at: null }
  if (move === 'undoCheckIn') return {}
  return to === 'confirmed' ? { confirmed_at: now, closed_at: null } : { closed_at: now }
}

/** Whether a move may start from the state of `o`. The states are written out, so that partial indexes on them are used. */
export const mayMove = (move: OrderMove): RawBuilder<boolean> =>
  sql<boolean>`o.state in (${sql.join(orderMoves[move].from.map((state) => sql.lit(state)))})`
