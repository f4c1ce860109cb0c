import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { addGuest } from '#modules/accounts/add-guest.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { inTransaction } from '#db/transaction.ts'
import { cancelBookings } from '#modules/desk/cancel-booking.ts'
import { cancelTermsOf } from '#modules/desk/read-booking.ts'
import { sellAtCounter } from '#modules/desk/sell-at-counter.ts'
import { readItemsToMove } from '#modules/orders/item-move-store.ts'
import { readOrder } from '#modules/orders/read-order.ts'
import type { DeskMoney, SplitPart } from '#modules/payments/desk-rules.ts'
import { payAtDesk } from '#modules/payments/pay-at-desk.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import { readOpenParts } from '#modules/refunds/part-store.ts'
import { deskPartsOf } from '#modules/refunds/read-store.ts'
import { deskWayOf } from '#modules/refunds/rules.ts'
import { payOutAtDesk } from '#modules/refunds/pay-out-at-desk.ts'
import { readLimits } from '#modules/settings/store.ts'
import { closeTill, moveCash, openTill } from '#modules/tills/close-till.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import type { Step } from './any-steps.ts'
import { unaudited } from './unaudited.ts'

type DeskStep = Extract<Step, { deed: 'till' | 'sell' | 'pay-at-desk' | 'pay-out' | 'desk-cancel' }>
export const isAtDesk = (step: Step): step is DeskStep => ['till', 'sell', 'pay-at-desk', 'pay-out', 'desk-cancel'].includes(step.deed)
type Desk = { db: Db; catalogues: Catalogues; orders: PayableOrders; by: string; /** Who comes to the desk. */ people: string[] }
/** The moment, the day on which everybody wants to play, and the orders so far. */
type World = { now: Date; day: Day; orderIds: string[]; remember(orderNo: string): Promise<void> }

export async function twoGuests(db: Db, now: Date): Promise<string[]> {
  const add = (n: number) =>
    db.transaction().execute((trx) => addGuest(trx, { name: `訪客 ${n}`, mobile: `091000000${n}`, locale: 'tw' }, unaudited, now))
  return [(await add(1)).memberId, (await add(2)).memberId]
}

const openTillId = async (db: Db) => (await db.selectFrom('tills').select('id').where('closed_at', 'is', null).executeTakeFirst())?.id

/** A step of the desk, whatever comes of it: refusals are part of the game. */
export async function takeAtDesk(desk: Desk, world: World, step: DeskStep): Promise<void> {
  if (step.deed === 'till') return moveTill(desk, world, step)
  if (step.deed === 'desk-cancel') return cancel(desk, world, step)
  const tillId = await openTillId(desk.db)
  // A till that is not open, so that the refusal is tried too.
  const cash = { way: 'cash', tillId: tillId ?? desk.by } as const
  const moneyFor = (price: number): DeskMoney =>
    step.way === 'cash'
      ? { ...cash, given: 10_000 }
      : step.way === 'split'
        ? { way: 'split', tillId: cash.tillId, parts: threeParts(price) }
        : { way: 'terminal', tillId: tillId ?? null, reference: 'slip' }
  if (step.deed === 'sell') return sell(desk, world, step, moneyFor)
  if (step.deed === 'pay-at-desk') {
    const orderId = world.orderIds[step.order % Math.max(1, world.orderIds.length)]
    if (orderId === undefined) return
    const { amount } = await desk.db.selectFrom('orders').select('amount').where('id', '=', orderId).executeTakeFirstOrThrow()
    const payment = { orderId, by: desk.by, idempotencyKey: `paid ${orderId}`, money: moneyFor(amount) }
    await inTransaction(desk.db, (trx) => payAtDesk(trx, desk.orders, payment, world.now))
    return
  }
  const refunds = await desk.db.selectFrom('refunds').select('refund_no as refundNo').orderBy('created_at').orderBy('refund_no').execute()
  const refundNo = refunds[step.refund % Math.max(1, refunds.length)]?.refundNo
  if (refundNo === undefined) return
  const account = { way: 'transfer', bankCode: '007', bankAccount: '0123456789', accountName: 'x' } as const
  const references = async () => {
    const { id } = await desk.db.selectFrom('refunds').select('id').where('refund_no', '=', refundNo).executeTakeFirstOrThrow()
    const parts = deskPartsOf(await readOpenParts(desk.db, id)).filter(({ method }) => deskWayOf(method) === step.way)
    return parts.map(({ attemptId }, n) => ({ attemptId, reference: `slip ${n}` }))
  }
  const how =
    step.way === 'transfer'
      ? account
      : step.way === 'cash'
        ? cash
        : { way: step.way, tillId: tillId ?? null, references: await references() }
  const paid = await payOutAtDesk(
    desk.db,
    { refundNo, by: desk.by, how, idempotencyKey: `refunded ${refundNo} ${how.way}` },
    unaudited,
    world.now,
  )
  if (!paid.ok || how.way === 'transfer') return
  const { rows } = await sql<{ booked: number }>`
    select coalesce(-sum(l.amount), 0)::integer as booked from ledger l join refunds r on starts_with(l.cause, 'refund:' || r.id)
    where r.refund_no = ${refundNo} and l.way = ${how.way}`.execute(desk.db)
  if (rows[0]!.booked !== paid.value.amount)
    throw new Error(`the desk gave ${paid.value.amount} back by ${how.way}, and ${rows[0]!.booked} are booked`)
}

/** Half of a price by a voucher, a quarter by the terminal, and the rest in cash, with change. */
function threeParts(price: number): SplitPart[] {
  const [coins, card] = [Math.floor(price / 2), Math.floor(price / 4)]
  return [
    { way: 'voucher', kind: 'sports-voucher', amount: coins, reference: 'QR' },
    { way: 'terminal', amount: card, reference: 'slip' },
    { way: 'cash', amount: price - coins - card, given: 10_000 },
  ]
}

async function moveTill({ db, by }: Desk, { now }: World, { what, amount, isOff }: DeskStep & { deed: 'till' }): Promise<void> {
  const tillId = await openTillId(db)
  if (what === 'open' || tillId === undefined) {
    await openTill(db, { name: '櫃檯', float: amount, by }, unaudited, now)
    return
  }
  if (what !== 'close') {
    await moveCash(db, { tillId, kind: what, amount, reason: 'x', by, idempotencyKey: crypto.randomUUID() }, unaudited, now)
    return
  }
  const rows = await db.selectFrom('till_rows').select('amount').where('till_id', '=', tillId).execute()
  const expected = rows.reduce((sum, row) => sum + row.amount, 0)
  const pieces = { 1: expected + (isOff ? 20 : 0) }
  await closeTill(db, { tillId, pieces, explanation: isOff ? 'x' : '', seenExpected: expected, by }, unaudited, now)
}

async function sell(desk: Desk, world: World, step: DeskStep & { deed: 'sell' }, moneyFor: (price: number) => DeskMoney) {
  const period = { start: momentAt(world.day, step.hour * 60), end: momentAt(world.day, (step.hour + 1) * 60) }
  const agreed = new Date(period.start.getTime() - 3_600_000)
  // None on a closed day: the sale is refused.
  const price = priceOf(await desk.catalogues.current(), step.court, period, 1)
  const amount = price ? price.price + price.lightFee + price.deposit : 0
  const tokens = new Tokens('a secret that only tests know, long enough')
  const deps = { ...desk, jobs: {} as Jobs, tokens, publicUrl: '', canText: true, providers: { serving: new Map() } }
  const sold = await sellAtCounter(
    deps,
    {
      memberId: desk.people[step.person]!,
      items: [{ courtId: step.court, period }],
      identityId: undefined,
      proofSeen: false,
      remark: '',
      amount,
      payment: step.way === 'arrival' ? { way: 'arrival' as const, until: step.agreed ? agreed : undefined } : moneyFor(amount),
      by: desk.by,
      idempotencyKey: `sale ${step.key} of ${step.person}`,
    },
    unaudited,
    world.now,
  )
  if (sold.ok) await world.remember(sold.value.orderNo)
}

/** Cancels a booking, or all of its order; throws when something else goes back than the form said. */
async function cancel({ db, catalogues, by }: Desk, { now }: World, { item: which, isWhole, refund }: DeskStep & { deed: 'desk-cancel' }) {
  const all = await db
    .selectFrom('order_items')
    .select(['id', 'order_id', 'member_id'])
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()
  const one = all[which % Math.max(1, all.length)]
  if (!one) return
  const chosen = isWhole ? all.filter((other) => other.order_id === one.order_id) : [one]
  const items = (
    await readItemsToMove(
      db,
      chosen.map(({ id }) => id),
    )
  ).flatMap((item) => item ?? [])
  const order = await readOrder({ db, catalogues }, one.member_id, items[0]!.orderNo, now)
  const { lateCancelHours } = (await readLimits(db)).violations
  const terms = items.map((item) => cancelTermsOf(order.ok ? order.value : undefined, item, lateCancelHours, now))
  const said = terms.reduce((sum, { refundByRule, refundInFull }) => sum + ((refund === 'rule' ? refundByRule : refundInFull) ?? 0), 0)
  const asked = { items: items.map(({ id, moves }) => ({ id, moves })), refund, reason: 'x', by }
  const cancelled = await cancelBookings({ db, catalogues }, asked, unaudited, now)
  if (!cancelled.ok) {
    if (terms.some(({ locked, refundByRule }) => locked !== null || (refund !== 'full' && refundByRule === null))) return
    throw new Error(`a cancellation with terms is refused: ${cancelled.refusal.code}`)
  }
  const { rows } = await sql<{ owed: number }>`select coalesce(sum(amount), 0)::integer as owed from refunds_due
    where item_id = any (${chosen.map(({ id }) => id)}::uuid[]) and reason in ('given-back', 'venue-cancelled')`.execute(db)
  if (said !== cancelled.value.back || said !== rows[0]!.owed)
    throw new Error(`the form said ${said}, the answer ${cancelled.value.back}, and ${rows[0]!.owed} are owed`)
}
