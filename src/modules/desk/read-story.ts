import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readClubDeeds, type OrderDeed } from '#modules/orders/club-deed-store.ts'
import { readItemsToMove, type ItemToMove } from '#modules/orders/item-move-store.ts'
import { readOrder, type ShownOrder } from '#modules/orders/read-order.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { PlainLine } from '#modules/orders/line-rules.ts'
import { kindIn, type OrderKinds } from '#modules/orders/order-kinds.ts'
import { judgeLines } from '#modules/refunds/check-refund.ts'
import { whyLineStays, type NotCancellableLine } from './cancel-lines.ts'
import { cancelTermsOf, type CancelTerms } from './read-booking.ts'
import { readPayments, type OrderPayment } from './counter-store.ts'
import {
  findStoryOrder,
  readActions,
  readAttempts,
  readMessages,
  readMoments,
  readPointMoments,
  readRefundSteps,
  readStoryRefunds,
  readSupplements,
  type OrderMoment,
  type StoryAction,
  type StoryAttempt,
  type StoryMessage,
  type StoryOrder,
  type StoryPoint,
  type StoryRefundStep,
  type StorySupplement,
} from './story-store.ts'

type StoryLine = { line: PlainLine; locked: NotCancellableLine | undefined; refundByRule: number | null }

export type ShownStory = {
  order: ShownOrder
  person: StoryOrder
  /** By item. */
  terms: ReadonlyMap<string, CancelTerms & { item: ItemToMove }>
  /** Lines without floor, with what cancelling them gives back. */
  lines: StoryLine[]
  moments: OrderMoment[]
  payments: OrderPayment[]
  attempts: StoryAttempt[]
  supplements: StorySupplement[]
  refunds: Awaited<ReturnType<typeof readStoryRefunds>>
  refundSteps: StoryRefundStep[]
  messages: StoryMessage[]
  actions: StoryAction[]
  points: StoryPoint[]
  /** Who did what for the club whose order it is. */
  deeds: OrderDeed[]
  catalogue: Catalogue
}

/**
 * An order with everything that happened to it. The story has no table of its own: it is read from the rows that the deeds
 * themselves wrote, and so cannot differ from them.
 */
export async function readStory(
  reading: { db: Db; catalogues: Catalogues; orderKinds: OrderKinds },
  orderNo: string,
  now: Date,
): Promise<Result<ShownStory, { code: 'not_found' }>> {
  const { db } = reading
  const person = await findStoryOrder(db, orderNo)
  if (!person) return refuse({ code: 'not_found' })
  const order = await readOrder(reading, person.memberId, orderNo, now)
  if (!order.ok) return order
  const [moments, payments, attempts, supplements, refunds, refundSteps, messages, actions, points, deeds] = await Promise.all([
    readMoments(db, person.id),
    readPayments(db, person.id),
    readAttempts(db, person.id),
    readSupplements(db, person.id),
    readStoryRefunds(db, person.id),
    readRefundSteps(db, person.id),
    readMessages(db, { ...person, orderNo }),
    readActions(db, orderNo),
    readPointMoments(db, person.id),
    readClubDeeds(db, order.value),
  ])
  const terms = await readTerms(db, order.value, now)
  const lines = await readLines(db, order.value, reading.orderKinds, now)
  const catalogue = await reading.catalogues.current()
  return ok({
    order: order.value,
    person,
    terms,
    lines,
    moments,
    payments,
    attempts,
    supplements,
    refunds,
    refundSteps,
    messages,
    actions,
    points,
    deeds,
    catalogue,
  })
}

async function readTerms(db: Db, order: ShownOrder, now: Date): Promise<ShownStory['terms']> {
  const items = await readItemsToMove(
    db,
    order.items.map(({ id }) => id),
  )
  const { lateCancelHours } = (await readLimits(db)).violations
  return new Map(items.flatMap((item) => (item ? [[item.id, { item, ...cancelTermsOf(order, item, lateCancelHours, now) }] as const] : [])))
}

async function readLines(db: Db, order: ShownOrder, kinds: OrderKinds, now: Date): Promise<StoryLine[]> {
  const { giveBack } = kindIn(kinds, order.kind)
  return (await judgeLines(db, order, kinds, now)).map(({ line, refund }) => ({
    line,
    locked: whyLineStays(order, line, giveBack),
    refundByRule: refund?.amount ?? null,
  }))
}
