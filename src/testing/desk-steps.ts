import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { addGuest } from '#modules/accounts/add-guest.ts'
import { Tokens } from '#modules/accounts/tokens.ts'
import { inTransaction } from '#db/transaction.ts'
import { sellAtCounter } from '#modules/desk/sell-at-counter.ts'
import { payAtDesk, type DeskMoney } from '#modules/payments/pay-at-desk.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import { payOutAtDesk } from '#modules/refunds/pay-out-at-desk.ts'
import { closeTill } from '#modules/tills/close-till.ts'
import { moveCash } from '#modules/tills/move-cash.ts'
import { openTill } from '#modules/tills/open-till.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import type { Step } from './any-steps.ts'
import { unaudited } from './unaudited.ts'

type DeskStep = Extract<Step, { deed: 'till' | 'sell' | 'pay-at-desk' | 'pay-out' }>
type Desk = { db: Db; catalogues: Catalogues; orders: PayableOrders; by: string; guests: string[] }
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
  const tillId = await openTillId(desk.db)
  // A till that is not open, so that the refusal is tried too.
  const money: DeskMoney =
    step.way === 'cash'
      ? { way: 'cash', tillId: tillId ?? desk.by, given: 10_000 }
      : { way: 'terminal', tillId: tillId ?? null, reference: 'slip' }
  if (step.deed === 'sell') return sell(desk, world, step, money)
  if (step.deed === 'pay-at-desk') {
    const orderId = world.orderIds[step.order % Math.max(1, world.orderIds.length)]
    if (orderId === undefined) return
    const payment = { orderId, by: desk.by, idempotencyKey: `paid ${orderId}`, money }
    await inTransaction(desk.db, (trx) => payAtDesk(trx, desk.orders, payment, world.now))
    return
  }
  const refunds = await desk.db.selectFrom('refunds').select('refund_no as refundNo').orderBy('created_at').orderBy('refund_no').execute()
  const refundNo = refunds[step.refund % Math.max(1, refunds.length)]?.refundNo
  if (refundNo === undefined) return
  const account = { way: 'transfer', bankCode: '007', bankAccount: '0123456789', accountName: 'x' } as const
  await payOutAtDesk(desk.db, { refundNo, by: desk.by, how: step.way === 'transfer' ? account : money }, unaudited, world.now)
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

async function sell(desk: Desk, world: World, step: DeskStep & { deed: 'sell' }, money: DeskMoney): Promise<void> {
  const period = { start: momentAt(world.day, step.hour * 60), end: momentAt(world.day, (step.hour + 1) * 60) }
  const price = priceOf(await desk.catalogues.current(), step.court, period, 1)!
  const deps = { ...desk, jobs: {} as Jobs, tokens: new Tokens('a secret that only tests know, long enough'), publicUrl: '', canText: true }
  const sold = await sellAtCounter(
    deps,
    {
      memberId: desk.guests[step.guest]!,
      items: [{ courtId: step.court, period }],
      identityId: undefined,
      proofSeen: false,
      remark: '',
      amount: price.price + price.lightFee + price.deposit,
      payment: step.way === 'arrival' ? { way: 'arrival' as const } : money,
      by: desk.by,
      idempotencyKey: `sale ${step.key} of ${step.guest}`,
    },
    unaudited,
    world.now,
  )
  if (sold.ok) await world.remember(sold.value.orderNo)
}
