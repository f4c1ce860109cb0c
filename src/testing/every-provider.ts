import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import type { Arrived, OpenProvider, RefundAnswer, Told, Trade } from '#modules/payments/provider.ts'
import { openProviders, settingsOf, type Providers } from '#modules/payments/providers.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import type { NewebpaySettings } from '#modules/payments/providers/newebpay/settings.ts'
import { applyNotice } from '#modules/payments/receive-notice.ts'
import type { Notice } from '#modules/payments/rules.ts'
import { findAttempt, insertAttempt, writeGatewayTradeNo } from '#modules/payments/store.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import { openTrade, payNumber, takeWay } from '../../demo/gateway/gateway.ts'
import { paymentNotice } from '../../demo/gateway/notices.ts'
import { sendToDemoGateways } from '../../demo/gateway/post.ts'
import { findTrade } from '../../demo/gateway/store.ts'
import { decideLinePayment } from '../../demo/linepay/store.ts'
import { openPage } from '../../demo/newebpay/calls.ts'
import { demoBooks } from '../../demo/newebpay/store.ts'
import { pay, paymentForm } from '../../demo/newebpay/trade.ts'
import { sign } from '#modules/payments/providers/ecpay/fields.ts'
import { paymentsConfig } from '../setting-readers.ts'

const site = 'http://localhost:3000'
const log = openLog('silent')
export type PaidAttempt = { tradeNo: string; amount: number; provider: string; way: PayWay }

/** The ways of the histories, a card more often than a bank account. */
const ways: readonly { provider: string; way: PayWay }[] = [
  { provider: 'ecpay', way: 'card' },
  { provider: 'newebpay', way: 'card' },
  { provider: 'linepay', way: 'linepay' },
  { provider: 'ecpay', way: 'atm' },
  { provider: 'newebpay', way: 'applepay' },
  { provider: 'newebpay', way: 'linepay' },
]

/**
 * Every provider with its real protocol, each with its other side in the tables of the demo. Who takes the money of an attempt is drawn by
 * its number. `answer`: what becomes of the refunds that are sent now. An answer that is lost after the deed is `unheard`.
 */
export function everyProvider(db: Db) {
  const clock = { at: new Date(0), now: () => clock.at }
  const payments = paymentsConfig({}, settingsOf(), site)
  const opened = openProviders({ payments }, sendToDemoGateways({ payments, publicUrl: site }, { db, clock }))
  const state = { answer: 'refunded' as RefundAnswer['kind'], unheard: new Map<string, number>(), misdirected: [] as string[] }
  const set = opened.set.map((provider): OpenProvider => ({ ...provider, refund: refundBy(db, provider, state) }))
  const providers: Providers = { ...opened, set, of: (name) => set.find((one) => one.name === name) }
  return { db, clock, payments, providers, state }
}
export type EveryProvider = ReturnType<typeof everyProvider>

function refundBy(db: Db, provider: OpenProvider, state: EveryProvider['state']): OpenProvider['refund'] {
  return async (wanted, now) => {
    if ((await findAttempt(db, wanted.tradeNo))?.provider !== provider.name) state.misdirected.push(wanted.tradeNo)
    if (state.answer === 'refunded') return provider.refund(wanted, now)
    const isDone = state.answer === 'unclear' && wanted.tradeNo < '8' && (await provider.refund(wanted, now)).kind === 'refunded'
    if (isDone) state.unheard.set(wanted.tradeNo, (state.unheard.get(wanted.tradeNo) ?? 0) + wanted.amount)
    return { kind: state.answer, reason: 'a test' }
  }
}

/** A member goes to the page of a provider. */
export async function begin(
  { db, clock, payments, providers }: EveryProvider,
  order: { id: string; amount: number },
  now: Date,
): Promise<PaidAttempt> {
  clock.at = now
  const tradeNo = randomBytes(8).toString('hex')
  const drawn = ways[Number.parseInt(tradeNo.slice(-4), 16) % ways.length]!
  // Less than ECPay's least.
  const { provider, way } = order.amount < 20 ? ways[2]! : drawn
  const attempt = { id: randomUUID(), orderId: order.id, provider, way, tradeNo, amount: order.amount }
  await insertAttempt(db, attempt, now)
  const addresses = { notice: `${site}/n`, result: `${site}/r`, back: `${site}/b` }
  const trade: Trade = { tradeNo, way, amount: order.amount, item: 'x', description: 'x', locale: 'tw', numberDays: 3, addresses, at: now }
  const started = await providers.of(provider)!.start(way === 'atm' ? trade : { ...trade, numberDays: undefined })
  if (!started.ok) throw new Error(started.refusal.reason)
  const { value } = started
  if (value.gatewayTradeNo !== undefined) await writeGatewayTradeNo(db, attempt.id, value.gatewayTradeNo)
  const form = value.method === 'post' ? value.fields : {}
  const there =
    provider === 'ecpay'
      ? (await openTrade({ ...ecpayOf(db, payments), deliver: async () => {} }, form, now)).ok
      : provider === 'linepay' || 'trade' in (await openPage(newebpayOf(db, payments, now), form, site))
  if (!there) throw new Error(`${provider} refuses the form`)
  return attempt
}

const ecpayOf = (db: Db, payments: EveryProvider['payments']) => ({ db, config: payments['ecpay'] as EcpaySettings, publicUrl: site })
const newebpayOf = (db: Db, payments: EveryProvider['payments'], now: Date) =>
  demoBooks({ db, config: payments['newebpay'] as NewebpaySettings, publicUrl: site }, now)

/** The payer pays there, once; afterwards the provider says so, as often as this is done. Nothing: it cannot be paid any more. */
export async function payThere(every: EveryProvider, orders: PayableOrders, attempt: PaidAttempt, now: Date): Promise<void> {
  every.clock.at = now
  const provider = every.providers.of(attempt.provider)!
  const { notice, fields } = await toldOf(every, orders, attempt, now)
  if (notice && notice.says.kind !== 'unpaid') await applyNotice({ db: every.db, provider, orders, log }, notice, fields, now)
}

type Said = Partial<Pick<Told, 'notice'>> & Pick<Told, 'fields'>

async function toldOf(every: EveryProvider, orders: PayableOrders, { tradeNo, provider, way }: PaidAttempt, now: Date): Promise<Said> {
  const { db, payments, providers } = every
  const { readNotice, ask } = providers.of(provider)!
  if (provider === 'ecpay') {
    const deps = { ...ecpayOf(db, payments), deliver: async () => {} }
    const trade = (await findTrade(db, { merchantTradeNo: tradeNo }))!
    const taken = await takeWay(deps, trade, { offer: way as 'card' | 'atm', ends: 'paid' }, now)
    if (way === 'atm') await payNumber(deps, taken?.number ?? trade.number ?? '', now)
    const paid = (await findTrade(db, { merchantTradeNo: tradeNo }))!
    return paid.state === 'paid' ? readNotice(arrived(sign(paymentNotice(paid, deps.config), deps.config))) : { fields: {} }
  }
  if (provider === 'newebpay') {
    const books = newebpayOf(db, payments, now)
    const paid = await books.change(tradeNo, (trade) => {
      if (trade.status === 'page') trade.tradeNo = tradeNo
      if (trade.status === 'page') pay(trade, 'SUCCESS', now)
      return trade
    })
    return readNotice(arrived(paymentForm(books.settings, paid!, 'SUCCESS')))
  }
  const { gatewayTradeNo, amount, createdAt, orderId } = (await findAttempt(db, tradeNo))!
  await decideLinePayment(db, gatewayTradeNo!, true)
  const mayCapture = async () => (await orders.find(db, orderId, now))?.state === 'awaiting-payment'
  const told = await ask({ tradeNo, way, gatewayTradeNo, amount, startedAt: createdAt, mayCapture }, now)
  return told.ok ? told.value : { fields: {} }
}

const arrived = (fields: Record<string, string>): Arrived => ({
  headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded' }),
  query: new URLSearchParams(),
  body: new URLSearchParams(fields).toString(),
})

/** A notice that says something else than the provider's books: of a failed try before, of a number, of another amount, or a played one. */
export async function tellByHand(
  { db, providers }: EveryProvider,
  orders: PayableOrders,
  attempt: PaidAttempt,
  told: Pick<Notice, 'says' | 'simulated' | 'amount'>,
  now: Date,
): Promise<void> {
  const provider = providers.of(attempt.provider)!
  const method = attempt.way === 'atm' ? 'atm' : attempt.way === 'linepay' ? 'wallet' : 'card'
  const about = { tradeNo: attempt.tradeNo, merchantId: provider.merchantId, gatewayTradeNo: null, method } as const
  await applyNotice({ db, provider, orders, log }, { ...about, ...told }, {}, now)
}

/** Finance looks into the provider's console: a refund whose answer was lost is settled by what happened there. */
export async function lookThere({ db, state }: EveryProvider, refundNo: string): Promise<{ wentBack: boolean } | undefined> {
  const last = await db
    .selectFrom('refunds as r')
    .innerJoin('refund_tries as t', (on) => on.onRef('t.refund_id', '=', 'r.id').onRef('t.number', '=', 'r.tries'))
    .innerJoin('payment_attempts as a', 'a.id', 't.attempt_id')
    .select(['a.trade_no as tradeNo'])
    .where('r.refund_no', '=', refundNo)
    .where('r.unclear', '=', true)
    .executeTakeFirst()
  return last && { wentBack: state.unheard.has(last.tradeNo) }
}

/** What the providers' books say, and the ledger does not, or the other way round. */
export async function untrueBooks({ db, state }: EveryProvider): Promise<string[]> {
  const { rows } = await sql<{ tradeNo: string; here: number; there: number; sent: number; back: number; byHand: boolean }>`
    select a.trade_no as "tradeNo",
      (select coalesce(sum(l.amount), 0)::integer from ledger l where l.attempt_id = a.id and l.kind = 'payment') as here,
      case when t.state = 'paid' or m.status in ('1', '3') then coalesce(t.amount, m.amount) else 0 end as there,
      (select coalesce(-sum(l.amount), 0)::integer from ledger l where l.attempt_id = a.id and l.kind = 'refund' and l.way = 'card') as sent,
      coalesce(t.refunded, m.refunded, 0) as back,
      exists (select from refunds r join refund_steps s on s.refund_id = r.id and s.state = 'refunded' and s.by is not null where r.order_id = a.order_id) as "byHand"
    from payment_attempts a
    left join demo_trades t on t.merchant_trade_no = a.trade_no left join demo_mpg_trades m on m.order_no = a.trade_no
    where a.provider in ('ecpay', 'newebpay', 'linepay') and a.way is not null`.execute(db)
  return rows.flatMap(({ tradeNo, here, there, sent, back, byHand }) => [
    ...(here === there ? [] : [`${tradeNo} was paid with ${there}, and the ledger says ${here}`]),
    ...(back <= sent + (state.unheard.get(tradeNo) ?? 0) ? [] : [`${back} of ${tradeNo} went back, and the ledger says ${sent}`]),
    ...(byHand || back >= sent ? [] : [`the ledger says that ${sent} of ${tradeNo} went back, and it was ${back}`]),
  ])
}
