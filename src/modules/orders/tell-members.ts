import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { orderCalendar } from './calendar.ts'
import { lockUntold, markTold, type UntoldEvent } from './event-store.ts'
import { orderLetter, type LetterKind } from './letters.ts'
import { findNearBy } from './near-by.ts'
import type { OrderLink, OrderPage } from './order-link.ts'
import { readOrder, type ShownItem, type ShownOrder } from './read-order.ts'
import { penaltiesOf } from './rules.ts'

export type Telling = {
  db: Db
  jobs: Jobs
  catalogues: Catalogues
  orderLink: OrderLink
  /** True when the expired order gave its member a point. */
  hasPointForExpired(trx: Trx, orderId: string): Promise<boolean>
}

const atOnce = 25
/** Waits four times as long as a batch took, so that mails yield to bookings. */
const restFor = 4

/** Writes mails from order events, once each; answers how many events. */
export async function tellMembers(telling: Telling, now: Date): Promise<number> {
  let told = 0
  for (;;) {
    const begun = performance.now()
    const count = await telling.db.transaction().execute(async (trx) => {
      const events = await lockUntold(trx, atOnce)
      // Events of the same kind and order make one mail.
      for (const together of Map.groupBy(events, ({ orderId, kind }) => `${orderId} ${kind}`).values())
        await tell(trx, telling, together, now)
      await markTold(
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

async function tell(
  trx: Trx,
  { jobs, catalogues, orderLink, hasPointForExpired }: Telling,
  events: UntoldEvent[],
  now: Date,
): Promise<void> {
  const { id, orderId, orderNo, kind, memberId, name, email, locale, reachable } = events[0]!
  if (!reachable || kind === 'refunded') return
  const read = await readOrder({ db: trx, catalogues }, memberId, orderNo, now)
  if (!read.ok || !isStillTrue(kind, read.value)) return
  const items = itemsMeant(events, read.value)
  if (items.length === 0) return
  const link = orderLink(orderNo, leadsTo[kind])
  const nearBy = kind === 'venue-cancelled' ? await findNearBy({ db: trx, catalogues }, items, now) : []
  const penalties = kind === 'expired' && (await hasPointForExpired(trx, orderId)) ? penaltiesOf(await readLimits(trx)) : undefined
  const letter = orderLetter(kind, locale, { name, order: read.value, items, link, nearBy, penalties })
  const calendar = {
    name: `${orderNo}.ics`,
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: orderCalendar(read.value, items, locale, { link: orderLink(orderNo), now }),
  }
  await queueMessage(
    trx,
    jobs,
    { cause: `order-event:${id}`, channel: 'mail', recipient: email, locale, ...letter, attachments: [calendar] },
    now,
  )
}

/** Page that the mail links to: the payment's result, the ticket for reminders, or the order. */
const leadsTo: Record<LetterKind, OrderPage> = {
  placed: 'result',
  expiring: 'result',
  expired: 'result',
  confirmed: 'order',
  cancelled: 'order',
  'venue-cancelled': 'order',
  reminder: 'ticket',
}

/** False when the order has changed since the event; the mail is then skipped. */
function isStillTrue(kind: LetterKind, { state }: ShownOrder): boolean {
  if (kind === 'placed' || kind === 'expiring') return state === 'awaiting-payment'
  if (kind === 'confirmed' || kind === 'reminder') return state === 'confirmed' || state === 'checked-in'
  if (kind === 'expired' || kind === 'cancelled') return state === kind
  return true
}

function itemsMeant(events: UntoldEvent[], { items }: ShownOrder): ShownItem[] {
  const named = new Set(events.flatMap(({ itemId }) => itemId ?? []))
  if (named.size > 0) return items.filter(({ id }) => named.has(id))
  return items.filter(({ state }) => state === 'active')
}
