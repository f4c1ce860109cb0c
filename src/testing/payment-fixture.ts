import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { openPlacing, placeOrder } from '#modules/orders/place-order.ts'
import type { Arrived, Send } from '#modules/payments/provider.ts'
import { openProviders } from '#modules/payments/providers.ts'
import { sign, type Fields, type PostForm } from '#modules/payments/providers/ecpay/fields.ts'
import { demoSettings } from '#modules/payments/providers/ecpay/settings.ts'
import { receiveNotice } from '#modules/payments/receive-notice.ts'
import { startPayment } from '#modules/payments/start-payment.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import type { Verdict } from '#modules/payments/rules.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { freshDatabase } from './postgres.ts'
import { newMembers, smallCentre } from './small-centre.ts'

const publicUrl = 'https://park.example'
export const keys = demoSettings(publicUrl)

/** A form of the provider's, as it arrives. */
export const arrivedForm = (fields: Fields): Arrived => ({
  headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded' }),
  query: new URLSearchParams(),
  body: new URLSearchParams(fields).toString(),
})

/** A small centre with members who order and pay, and somebody who plays the gateway by hand. */
export async function openPaymentFixture({ pool = 8 }: { pool?: number } = {}) {
  const database = await freshDatabase()
  const db = openDb(database.url, pool)
  await smallCentre(db)
  const members = await newMembers(db, 4)
  const placing = openPlacing(db, openCatalogues(db))
  const announced: number[][] = []
  const gateway: { answer: PostForm } = { answer: async () => ({ failed: 'nobody is there', isSent: true }) }
  const sendToGateway: Send = ({ url, body }) => gateway.answer(url, Object.fromEntries(new URLSearchParams(body)))
  const providers = openProviders({ payments: { ecpay: keys } }, sendToGateway)
  const ecpay = providers.of('ecpay')!
  const deps = {
    db,
    providers,
    orders: payableOrders({ moneyOwed: (ids) => announced.push([...ids]) }),
    tokens: new Tokens('a secret that only tests know, long enough'),
    publicUrl,
    log: openLog('silent'),
  }

  return {
    deps,
    db,
    members,
    announced,
    gateway,
    ecpay,
    /** One hour on a badminton court, `ahead` days from now: 300 off-peak on a working day. */
    async place(
      now: Date,
      { member = members[0]!, courtId = 1, hour = 9, ahead = 1 }: { member?: string; courtId?: number; hour?: number; ahead?: number } = {},
    ): Promise<string> {
      const day = addDays(dayOf(now), ahead)
      const items = [{ courtId, period: { start: momentAt(day, hour * 60), end: momentAt(day, hour * 60 + 60) } }]
      const placed = await placeOrder(
        placing,
        { memberId: member, identityId: 1, items, contactName: '', contactPhone: '', remark: '', idempotencyKey: crypto.randomUUID() },
        now,
      )
      if (!placed.ok) throw new Error(`not placed: ${JSON.stringify(placed.refusal)}`)
      return placed.value.orderNo
    },
    start: (orderNo: string, now: Date, memberId = members[0]!) =>
      startPayment(deps, { orderNo, memberId, locale: 'tw', origin: null }, now),
    /** Starts a payment; answers the trade number and the form for the gateway. */
    async visit(orderNo: string, now: Date, memberId = members[0]!, way?: PayWay): Promise<{ tradeNo: string; fields: Fields }> {
      const started = await startPayment(deps, { orderNo, way, memberId, locale: 'tw', origin: null }, now)
      if (!started.ok) throw new Error(`not started: ${started.refusal.code}`)
      if (started.value.method !== 'post') throw new Error('no form')
      return { tradeNo: started.value.fields['MerchantTradeNo']!, fields: started.value.fields }
    },
    receive: (fields: Fields, now: Date): Promise<Verdict> =>
      receiveNotice({ ...deps, provider: ecpay }, { arrived: arrivedForm(fields), from: '203.0.113.9' }, now),
    ...readPayments(db),
    async close() {
      await closeDb(db)
      await database.drop()
    },
  }
}
export type PaymentFixture = Awaited<ReturnType<typeof openPaymentFixture>>

/** Orders, attempts and verdicts as they stand in the database. */
function readPayments(db: Db) {
  return {
    async order(orderNo: string) {
      const order = await db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirstOrThrow()
      const items = await db.selectFrom('order_items').select('id').where('order_id', '=', order.id).execute()
      const held = await db
        .selectFrom('occupancy')
        .select('hold_until')
        .where(
          'holder_id',
          'in',
          items.map(({ id }) => id),
        )
        .execute()
      const ledger = await db.selectFrom('ledger').select(['kind', 'amount', 'cause']).where('order_id', '=', order.id).execute()
      const owed = await db.selectFrom('refunds_due').select(['amount', 'reason']).where('order_id', '=', order.id).execute()
      return { ...order, held: held.map(({ hold_until }) => hold_until), ledger, owed }
    },
    async attempt(tradeNo: string) {
      return db.selectFrom('payment_attempts').selectAll().where('trade_no', '=', tradeNo).executeTakeFirstOrThrow()
    },
    async verdicts(tradeNo: string): Promise<string[]> {
      const rows = await db.selectFrom('payment_notices').select('verdict').where('trade_no', '=', tradeNo).orderBy('id').execute()
      return rows.map(({ verdict }) => verdict)
    },
  }
}

const common = {
  MerchantID: keys.merchantId,
  StoreID: '',
  TradeNo: '2611151000090001',
  TradeAmt: '300',
  TradeDate: '2026/11/16 10:00:00',
  CustomField1: '',
}

/** A signed notice of the gateway; every field can be overridden. */
export const paidNotice = (tradeNo: string, different: Fields = {}): Fields =>
  sign(
    {
      ...common,
      MerchantTradeNo: tradeNo,
      RtnCode: '1',
      RtnMsg: '交易成功',
      PaymentDate: '2026/11/16 10:05:00',
      PaymentType: 'Credit_CreditCard',
      SimulatePaid: '0',
      ...different,
    },
    keys,
  )

export const failedNotice = (tradeNo: string): Fields => paidNotice(tradeNo, { RtnCode: '10100058', RtnMsg: '付款失敗' })

export const bankNumberNotice = (tradeNo: string, until: string): Fields =>
  sign(
    {
      ...common,
      MerchantTradeNo: tradeNo,
      RtnCode: '2',
      RtnMsg: 'Get VirtualAccount Succeeded',
      PaymentType: 'ATM_TAISHIN',
      BankCode: '812',
      vAccount: '9103522175887271',
      ExpireDate: until,
    },
    keys,
  )

export const storeCodeNotice = (tradeNo: string, until: string, different: Fields = {}): Fields =>
  sign(
    {
      ...common,
      MerchantTradeNo: tradeNo,
      RtnCode: '10100073',
      RtnMsg: 'Get CVS Code Succeeded.',
      PaymentType: 'CVS_CVS',
      PaymentNo: 'LLL22251222222',
      ExpireDate: until,
      Barcode1: '',
      Barcode2: '',
      Barcode3: '',
      ...different,
    },
    keys,
  )
