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

export type RefundOutcome = 'refunded' | 'refused' | 'too-much'

/** Refunds a card payment, at most what was paid. A trade marked to refuse refuses the first time. */
export async function refundTrade(db: DbOrTrx, tradeNo: string, amount: number): Promise<RefundOutcome> {
  const paidByCard = db
    .updateTable('demo_trades')
    .where('trade_no', '=', tradeNo)
    .where('state', '=', 'paid')
    .where('method', 'in', ['card', 'applepay'])
  const refused = await paidByCard
    .set((e) => ({ refusals: e('refusals', '-', 1) }))
    .where('refusals', '>', 0)
    .executeTakeFirst()
  if (refused.numUpdatedRows > 0n) return 'refused'
  const refunded = await paidByCard
    .set((e) => ({ refunded: e('refunded', '+', amount) }))
    .where((e) => e(e('refunded', '+', amount), '<=', e.ref('amount')))
    .executeTakeFirst()
  return refunded.numUpdatedRows > 0n ? 'refunded' : 'too-much'
}
