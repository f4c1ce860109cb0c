import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { formatPeriod } from '#i18n/dates.ts'
import { invoice_line_order } from '#i18n/generated/messages.js'
import { defaultLocale } from '#i18n/languages.ts'
import { say } from '#i18n/words.ts'
import { plainBuyer, type Buyer, type BuyerKind } from './buyer-rules.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { readBuyerFor } from './buyer-store.ts'
import type { Issuers } from './issuers.ts'
import {
  countInvoices,
  dropDeed,
  findMarked,
  findOpenDeed,
  insertDeed,
  insertInvoice,
  readLive,
  readMoney,
  takeMarks,
  type OrderMoney,
} from './plan-store.ts'
import { nextDeed, relateNumber, type InvoiceLine, type NextDeed } from './rules.ts'

export type PlanDeps = { db: Db; issuers: Issuers; onFailure?: OnFailure }

const atOnce = 200

/** Writes the next deed for each order whose money has moved. Sends nothing. Answers how many it has looked at. */
export async function planInvoices({ db, issuers, onFailure }: PlanDeps, now: Date): Promise<number> {
  const marked = await findMarked(db, atOnce)
  const plan = ([orderId]: string[]) => db.transaction().execute((trx) => planOrder(trx, issuers, orderId!, now))
  const planned = await inBatchesOrAlone(marked, 1, plan, onFailure)
  return planned.filter(Boolean).length
}

/** The order's lock comes first: whoever moves its money holds it, so that a sum is never read while it changes. */
async function planOrder(trx: Trx, issuers: Issuers, orderId: string, now: Date): Promise<boolean> {
  await lockOrder(trx, orderId)
  const marks = await takeMarks(trx, orderId)
  if (!marks) return false
  const money = await readMoney(trx, orderId)
  const target = Math.max(0, money.paid - money.owed - money.held)
  const open = await findOpenDeed(trx, orderId)
  if (open) {
    // What was sent may have been done, so that its answer decides what comes next; it marks the order again.
    const mayExist = open.state === 'open' ? open.tries > 0 : open.problem === 'amount_differs'
    if (open.kind !== 'issue' || mayExist || open.amount === target) return true
    await dropDeed(trx, open)
  }
  const live = (await readLive(trx, orderId)).map((one) => {
    const issuer = issuers.known(one.issuer)
    return { ...one, voidableBefore: issuer?.voidableBefore(one.issuedAt), canAllow: issuer?.canAllow ?? false }
  })
  const deed = nextDeed(target, live, now)
  if (!deed) return true
  if (deed.kind !== 'issue') await insertDeed(trx, { id: randomUUID(), orderId, ...deed }, now)
  // What was paid while nobody issued has no invoice, and gets none because a part of it goes back.
  else if (issuers.current && (marks.paid || (await countInvoices(trx, orderId)) > 0))
    await writeInvoice(trx, issuers.current, orderId, money, deed, now)
  return true
}

async function writeInvoice(
  trx: Trx,
  issuer: NonNullable<Issuers['current']>,
  orderId: string,
  money: OrderMoney,
  { amount }: Extract<NextDeed, { kind: 'issue' }>,
  now: Date,
): Promise<void> {
  const id = randomUUID()
  const relateNo = relateNumber(money.orderNo, (await countInvoices(trx, orderId)) + 1)
  const buyer = buyerAt(issuer.buyers, await readBuyerFor(trx, orderId, money.memberId))
  const { till } = money
  await insertInvoice(trx, { id, orderId, issuer: issuer.name, relateNo, amount, lines: linesOf(money, amount), buyer, till }, now)
  await insertDeed(trx, { id: randomUUID(), orderId, invoiceId: id, kind: 'issue', amount }, now)
}

/** What was given when another issuer was set, and this one does not know, is its plainest. */
const buyerAt = (known: readonly [BuyerKind, ...BuyerKind[]], given: Buyer | undefined): Buyer =>
  given && known.includes(given.kind) ? given : { ...plainBuyer, kind: known[0] }

/** What was sold, line by line, where the lines are what is invoiced; otherwise one line for the order. Papers of the law are in Chinese. */
function linesOf({ orderNo, items, lines }: OrderMoney, amount: number): InvoiceLine[] {
  const locale = defaultLocale
  const sold = [
    ...items.map(({ facility, court, start, end, amount: price }) => ({
      text: `${say(facility, locale)} ${say(court, locale)} ${formatPeriod(new Date(start), new Date(end), locale)}`,
      count: 1,
      amount: price,
    })),
    ...lines.map(({ words, count, amount: price }) => ({
      text: say(words, locale),
      count: price % count === 0 ? count : 1,
      amount: price,
    })),
  ]
  const isAll = sold.length > 0 && sold.reduce((sum, one) => sum + one.amount, 0) === amount
  return isAll ? sold : [{ text: invoice_line_order({ orderNo }, { locale }), count: 1, amount }]
}
