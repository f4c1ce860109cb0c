import { sql } from 'kysely'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { ways } from '../../src/modules/payments/providers/ecpay/ways.ts'

export type Offer = keyof typeof ways

export type DemoTrade = {
  tradeNo: string
  merchantTradeNo: string
  amount: number
  item: string
  locale: Locale
  addresses: { notice: string; number: string | null; result: string; back: string }
  offers: Offer[]
  numberDays: number
  numberMinutes: number
  state: 'open' | 'number-issued' | 'paid' | 'failed'
  method: Offer | null
  number: string | null
  numberUntil: Date | null
  createdAt: Date
  paidAt: Date | null
}

const columns = [
  'trade_no as tradeNo',
  'merchant_trade_no as merchantTradeNo',
  'amount',
  'item',
  'locale',
  'addresses',
  'offers',
  'number_days as numberDays',
  'number_minutes as numberMinutes',
  'state',
  'method',
  'number',
  'number_until as numberUntil',
  'created_at as createdAt',
  'paid_at as paidAt',
] as const

export async function findTrade(
  db: DbOrTrx,
  by: { tradeNo: string } | { merchantTradeNo: string } | { number: string },
): Promise<DemoTrade | undefined> {
  // Payments of the demo's LINE Pay have no other offer.
  const query = db
    .selectFrom('demo_trades')
    .select(columns)
    .where(sql<boolean>`offers <> array['linepay']`)
  const found =
    'tradeNo' in by
      ? query.where('trade_no', '=', by.tradeNo)
      : 'number' in by
        ? query.where('number', '=', by.number)
        : query.where('merchant_trade_no', '=', by.merchantTradeNo)
  return (await found.executeTakeFirst()) as DemoTrade | undefined
}

/** A trade number is used once; the same again finds the first trade. */
export async function insertTrade(
  db: DbOrTrx,
  trade: Omit<DemoTrade, 'state' | 'method' | 'number' | 'numberUntil' | 'createdAt' | 'paidAt'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('demo_trades')
    .values({
      trade_no: trade.tradeNo,
      merchant_trade_no: trade.merchantTradeNo,
      amount: trade.amount,
      item: trade.item,
      locale: trade.locale,
      addresses: JSON.stringify(trade.addresses),
      offers: trade.offers,
      number_days: trade.numberDays,
      number_minutes: trade.numberMinutes,
      state: 'open',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('merchant_trade_no').doNothing())
    .execute()
}

type Change = { state: DemoTrade['state']; method?: Offer; number?: string; numberUntil?: Date; paidAt?: Date; refusals?: number }

/** The WHERE is the guard: undefined when the state has changed meanwhile. */
export async function moveTrade(
  db: DbOrTrx,
  tradeNo: string,
  from: DemoTrade['state'][],
  { state, method, number, numberUntil, paidAt, refusals }: Change,
): Promise<DemoTrade | undefined> {
  const moved = await db
    .updateTable('demo_trades')
    .set({
      state,
      ...(method ? { method } : {}),
      ...(number ? { number } : {}),
      ...(numberUntil ? { number_until: numberUntil } : {}),
      ...(paidAt ? { paid_at: paidAt } : {}),
      ...(refusals === undefined ? {} : { refusals }),
    })
    .where('trade_no', '=', tradeNo)
    .where('state', '=', anyOf(from))
    .returning(columns)
    .executeTakeFirst()
  return moved as DemoTrade | undefined
}

/** A card payment, as the closings have it: taken out of the next one, or given up. */
export type DemoCard = { tradeNo: string; amount: number; refunded: number; paidAt: Date; closing: 'taken-out' | 'given-up' | null }

export async function findCard(db: DbOrTrx, { merchantTradeNo }: { merchantTradeNo: string }): Promise<DemoCard | undefined> {
  const found = await db
    .selectFrom('demo_trades')
    .select(['trade_no as tradeNo', 'amount', 'refunded', 'paid_at as paidAt', 'closing'])
    .where('merchant_trade_no', '=', merchantTradeNo)
    .where('state', '=', 'paid')
    .where('method', 'in', ['card', 'applepay'])
    .executeTakeFirst()
  return found as DemoCard | undefined
}

export type RefundOutcome = 'done' | 'refused' | 'not-now'

/** What the merchant does with a card payment; the WHERE is the guard. A trade marked to refuse refuses the first time. */
export async function actOnCard(db: DbOrTrx, tradeNo: string, action: 'R' | 'E' | 'N', amount: number): Promise<RefundOutcome> {
  const card = db.updateTable('demo_trades').where('trade_no', '=', tradeNo).where('state', '=', 'paid')
  const refused = await card
    .set((e) => ({ refusals: e('refusals', '-', 1) }))
    .where('refusals', '>', 0)
    .executeTakeFirst()
  if (refused.numUpdatedRows > 0n) return 'refused'
  const acted = {
    R: () =>
      card
        .set((e) => ({ refunded: e('refunded', '+', amount) }))
        .where('closing', 'is', null)
        .where((e) => e(e('refunded', '+', amount), '<=', e.ref('amount'))),
    E: () => card.set({ closing: 'taken-out' }).where('closing', 'is', null).where('refunded', '=', 0).where('amount', '=', amount),
    N: () =>
      card
        .set((e) => ({ closing: 'given-up', refunded: e.ref('amount') }))
        .where('closing', '=', 'taken-out')
        .where('amount', '=', amount),
  }
  return (await acted[action]().executeTakeFirst()).numUpdatedRows > 0n ? 'done' : 'not-now'
}
