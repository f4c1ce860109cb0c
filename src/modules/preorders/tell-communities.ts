import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { PreOrderEvent } from './date-store.ts'
import { lockUntoldPreOrders, markPreOrdersTold, type UntoldPreOrder } from './event-store.ts'
import { preOrderLetter } from './letters.ts'
import { findPreOrder, type ReadPreOrder } from './read-store.ts'

export type TellingCommunities = { db: Db; jobs: Jobs; catalogues: Catalogues; publicUrl: string }

const atOnce = 25
/** Waits four times as long as a batch took, so that mails yield to submissions. */
const restFor = 4

/** Writes mails from pre-order events, once each; answers how many events. */
export async function tellCommunities(telling: TellingCommunities, now: Date): Promise<number> {
  let told = 0
  for (;;) {
    const begun = performance.now()
    const catalogue = await telling.catalogues.current()
    const count = await telling.db.transaction().execute(async (trx) => {
      const events = await lockUntoldPreOrders(trx, atOnce)
      for (const together of Map.groupBy(events, ({ preOrderId, kind }) => `${preOrderId} ${kind}`).values())
        await tell(trx, telling, catalogue, together, now)
      await markPreOrdersTold(
        trx,
        events.map(({ id }) => id),
        now,
      )
      return events.length
    })
    told += count
    if (count < atOnce) return told
    await new Promise((resolve) => setTimeout(resolve, restFor * (performance.now() - begun)))
  }
}

async function tell(trx: Trx, telling: TellingCommunities, catalogue: Catalogue, events: UntoldPreOrder[], now: Date): Promise<void> {
  const { id, orderNo, kind, memberId, name, email, locale, reachable } = events[0]!
  const found = reachable ? await findPreOrder(trx, { orderNo, memberId }, now) : undefined
  if (!found || !isStillTrue(kind, found)) return
  const named = new Set(events.flatMap(({ dateId }) => dateId ?? []))
  const dates = found.dates.filter((date) => (named.size > 0 ? named.has(date.id) : date.state === 'held'))
  const letter = preOrderLetter(kind, locale, {
    name,
    preOrder: found,
    dates,
    catalogue,
    link: `${telling.publicUrl}/member/order/schedule/${orderNo}`,
  })
  await queueMessage(trx, telling.jobs, { cause: `preorder-event:${id}`, channel: 'mail', recipient: email, locale, ...letter }, now)
}

/** False when the order has changed since the event; the mail is then skipped. */
function isStillTrue(kind: PreOrderEvent, { state }: ReadPreOrder): boolean {
  if (kind === 'approved') return state === 'approved' || state === 'confirmed'
  return kind === 'released' || state === kind
}
