import { sql, type Selectable } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'
import type { DemoTrades } from '#db/tables.gen.ts'
import type { Locale } from '#i18n/locale.ts'

/** A payment of the demo's LINE Pay: a demo trade whose only offer is LINE Pay. Its payer has authenticated it as soon as it has a method. */
export type LinePayment = {
  /** The transaction number. */
  id: string
  orderId: string
  amount: number
  item: string
  locale: Locale
  confirmUrl: string
  cancelUrl: string
  state: 'requested' | 'authenticated' | 'cancelled' | 'confirmed'
  requestedAt: Date
  refunded: number
}
export type NewLinePayment = Omit<LinePayment, 'state' | 'requestedAt' | 'refunded'>

const isOfLinePay = sql<boolean>`offers = array['linepay']`

export async function findLinePayment(db: DbOrTrx, by: { id: string } | { orderId: string }): Promise<LinePayment | undefined> {
  const found = await db
    .selectFrom('demo_trades')
    .selectAll()
    .where(isOfLinePay)
    .where((e) => ('id' in by ? e('trade_no', '=', by.id) : e('merchant_trade_no', '=', by.orderId)))
    .executeTakeFirst()
  return found && read(found)
}

function read(row: Selectable<DemoTrades>): LinePayment {
  const { result, back } = row.addresses as { result: string; back: string }
  return {
    id: row.trade_no,
    orderId: row.merchant_trade_no,
    amount: row.amount,
    item: row.item,
    locale: row.locale as Locale,
    confirmUrl: result,
    cancelUrl: back,
    state: row.state === 'paid' ? 'confirmed' : row.state === 'failed' ? 'cancelled' : row.method === null ? 'requested' : 'authenticated',
    requestedAt: row.created_at,
    refunded: row.refunded,
  }
}

/** False: the order number was used before. */
export async function insertLinePayment(db: DbOrTrx, payment: NewLinePayment, now: Date): Promise<boolean> {
  const { id, orderId, amount, item, locale, confirmUrl, cancelUrl } = payment
  const inserted = await db
    .insertInto('demo_trades')
    .values({
      trade_no: id,
      merchant_trade_no: orderId,
      amount,
      item,
      locale,
      addresses: JSON.stringify({ notice: confirmUrl, number: null, result: confirmUrl, back: cancelUrl }),
      offers: ['linepay'],
      number_days: 0,
      number_minutes: 0,
      state: 'open',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('merchant_trade_no').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** The payer agrees or leaves. Nothing happens to a payment that is over. */
export async function decideLinePayment(db: DbOrTrx, id: string, agrees: boolean): Promise<void> {
  await db
    .updateTable('demo_trades')
    .set(agrees ? { method: 'linepay' } : { state: 'failed' })
    .where('trade_no', '=', id)
    .where(isOfLinePay)
    .where('state', '=', 'open')
    .execute()
}

/** False: it is not authenticated, or was confirmed before. */
export async function confirmLinePayment(db: DbOrTrx, id: string, now: Date): Promise<boolean> {
  const confirmed = await db
    .updateTable('demo_trades')
    .set({ state: 'paid', paid_at: now })
    .where('trade_no', '=', id)
    .where(isOfLinePay)
    .where('state', '=', 'open')
    .where('method', 'is not', null)
    .executeTakeFirst()
  return confirmed.numUpdatedRows === 1n
}

/** False: it is more than what is left. */
export async function refundLinePayment(db: DbOrTrx, id: string, amount: number): Promise<boolean> {
  const refunded = await db
    .updateTable('demo_trades')
    .set((e) => ({ refunded: e('refunded', '+', amount) }))
    .where('trade_no', '=', id)
    .where(isOfLinePay)
    .where('state', '=', 'paid')
    .where((e) => e(e('refunded', '+', amount), '<=', e.ref('amount')))
    .executeTakeFirst()
  return refunded.numUpdatedRows === 1n
}
