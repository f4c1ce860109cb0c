import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { findOrder } from '#modules/orders/read-store.ts'
import { whyNotNamePlayers, type PlayersRefusal } from './player-rules.ts'
import { writePlayers } from './player-store.ts'
import { hasTicket } from './rules.ts'

export type NamePlayersRefusal = PlayersRefusal | { code: 'not_found' }

/** Writes who plays along with the member. The order is locked, so that no names are written to one that is given back meanwhile. */
export async function namePlayers(
  db: Db,
  { memberId, orderNo, names }: { memberId: string; orderNo: string; names: string[] },
  now: Date,
): Promise<Result<string[], NamePlayersRefusal>> {
  return inTransaction<string[], NamePlayersRefusal>(db, async (trx) => {
    const found = await findOrder(trx, memberId, orderNo)
    const order = found && (await lockOrder(trx, found.id))
    if (!order || order.memberId !== memberId) return refuse({ code: 'not_found' })
    const why = whyNotNamePlayers(
      hasTicket(order.state),
      order.items.map(({ period }) => period),
      now,
    )
    if (why) return refuse(why)
    await writePlayers(trx, order.id, names, now)
    return ok(names)
  })
}
