import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import { writeMoment } from '#lib/slashed-moments.ts'
import { objectIn, openSealed, sealJson } from '#lib/sealed-json.ts'
import { isSigned, sign, type Fields } from '#modules/payments/providers/ecpay/fields.ts'
import type { Calls } from './call.ts'
import type { Trade } from './history.ts'
import type { Dice } from './dice.ts'
import type { Outages } from './outages.ts'

/** When the bank tells that somebody has paid. `never`: the service has to ask. */
const plans = ['at once', 'at once', 'at once', 'late', 'twice', 'out of order', 'after the deadline', 'never'] as const
type Plan = (typeof plans)[number]

/** How often a notice is still repeated when the trial is over; then the service has to ask. */
const repeatsAtTheEnd = 50

const keys = { merchantId: '7654321', hashKey: 'trial hash key 1', hashIv: 'trial hash iv 12' }

export type Bank = {
  config: EcpaySettings
  /** The payer pays by card; the notice follows by a plan of the bank's own. */
  pay(fields: Fields, orderNo: string): void
  /** Repeats the notice of another provider, by a plan as its own, until it is acknowledged. */
  tellFor(told: Told): void
  /** Sends the notices that were to come later, and waits until all are acknowledged or given up. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** A notice of another provider, and whom to tell that it was acknowledged. */
type Told = { path: string; body: string; onAcknowledged(): void }

type BankOptions = { trades: Map<string, Trade>; dice: Dice; outages: Outages; calls(): Calls; lateMs: number; deadlineMs: number }

/**
 * A payment gateway that is a party of its own: no fault of the service or of its database loses anything in its books. It speaks
 * ECPay's protocol: signed notices, which it repeats until they are acknowledged; answers to queries; refunds.
 */
export async function openBank({ trades, dice, outages, calls, lateMs, deadlineMs }: BankOptions): Promise<Bank> {
  const server = createServer(async (asked, answer) => {
    const body = await text(asked).catch(() => '')
    const said = answerTo(trades, asked.url ?? '', body)
    // One answer in forty is lost after the deed: the service cannot know what has happened.
    if (await outages.loses('ECPay', dice.oneIn(40))) asked.socket.destroy()
    else answer.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hurry = new AbortController()
  const notices = new Set<Promise<void>>()
  const waitFor = (ms: number) => delay(ms, undefined, { signal: hurry.signal }).catch(() => {})
  /** Repeats a notice until a process acknowledges it. */
  async function notify(path: string, body: URLSearchParams, wait: number, onHeard: () => void): Promise<void> {
    await waitFor(wait)
    for (let n = dice.below(2), late = 0; late < repeatsAtTheEnd; n++) {
      const answer = await calls().once('notice', n % 2, { path, body })
      if (answer?.text === '1|OK' || answer?.text === '1') return onHeard()
      if (hurry.signal.aborted) late += 1
      await delay(300)
    }
  }
  const send = (sending: Promise<void>): void => {
    const kept = sending.finally(() => notices.delete(kept))
    notices.add(kept)
  }

  return {
    config: { url, ...keys, demo: false },
    pay(fields, orderNo) {
      const tradeNo = fields['MerchantTradeNo']!
      if (trades.has(tradeNo)) return
      const trade: Trade = {
        tradeNo,
        orderNo,
        amount: Number(fields['TotalAmount']),
        gatewayTradeNo: randomBytes(8).toString('hex'),
        isPaid: true,
        acknowledged: false,
        refunds: [],
      }
      trades.set(tradeNo, trade)
      for (const { isPaid, wait } of noticesOf(dice.pick(plans), lateMs, deadlineMs))
        send(notify('/api/Payment/Notice', new URLSearchParams(noticeOf(trade, isPaid)), wait, () => void (trade.acknowledged ||= isPaid)))
    },
    tellFor({ path, body, onAcknowledged }) {
      for (const { isPaid, wait } of noticesOf(dice.pick(plans), lateMs, deadlineMs))
        if (isPaid) send(notify(path, new URLSearchParams(body), wait, onAcknowledged))
    },
    async flush() {
      hurry.abort()
      await Promise.all(notices)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function noticesOf(plan: Plan, lateMs: number, deadlineMs: number): { isPaid: boolean; wait: number }[] {
  const paid = (wait: number) => ({ isPaid: true, wait })
  const failed = (wait: number) => ({ isPaid: false, wait })
  return {
    'at once': [paid(0)],
    late: [paid(lateMs)],
    twice: [paid(0), paid(0), paid(lateMs)],
    // The first card was declined; that notice overtakes nothing and is overtaken.
    'out of order': [failed(lateMs), paid(0), failed(0)],
    'after the deadline': [paid(deadlineMs)],
    never: [],
  }[plan]
}

const noticeOf = ({ tradeNo, amount, gatewayTradeNo }: Trade, isPaid: boolean): Fields =>
  sign(
    {
      MerchantID: keys.merchantId,
      MerchantTradeNo: tradeNo,
      StoreID: '',
      TradeNo: gatewayTradeNo,
      TradeAmt: String(amount),
      TradeDate: writeMoment(new Date()),
      PaymentDate: isPaid ? writeMoment(new Date()) : '',
      PaymentType: 'Credit_CreditCard',
      RtnCode: isPaid ? '1' : '10100058',
      RtnMsg: isPaid ? '交易成功' : '付款失敗',
      SimulatePaid: '0',
    },
    keys,
  )

function answerTo(trades: ReadonlyMap<string, Trade>, url: string, body: string): string {
  if (url.endsWith('/CreditDetail/QueryTrade')) return tellOfCard(trades, body)
  const fields = Object.fromEntries(new URLSearchParams(body))
  return url.endsWith('/CreditDetail/DoAction') ? refund(trades, fields) : tell(trades, fields)
}

/** QueryTradeInfo: what became of a trade. */
function tell(trades: ReadonlyMap<string, Trade>, fields: Fields): string {
  const tradeNo = fields['MerchantTradeNo'] ?? ''
  const trade = isSigned(fields, keys) ? trades.get(tradeNo) : undefined
  const known = { MerchantID: keys.merchantId, MerchantTradeNo: tradeNo, TradeNo: trade?.gatewayTradeNo ?? '' }
  const paid = { TradeAmt: String(trade?.amount ?? 0), PaymentType: 'Credit_CreditCard', TradeStatus: trade?.isPaid ? '1' : '0' }
  return new URLSearchParams(sign({ ...known, ...paid }, keys)).toString()
}

/** CreditDetail/QueryTrade: how a card payment stands. This bank closes at once what was paid. */
function tellOfCard(trades: ReadonlyMap<string, Trade>, body: string): string {
  const asked = openSealed(String(objectIn(body)?.['Data']), keys)
  const trade = trades.get(String(asked?.['MerchantTradeNo']))
  const back = trade?.refunds.reduce((sum, one) => sum + one, 0) ?? 0
  const detail = trade?.isPaid
    ? { RtnMsg: '', RtnValue: { TradeID: 1, Amount: trade.amount, ClsAmt: trade.amount - back, Status: '已關帳' }, CloseData: {} }
    : { RtnMsg: 'error_nopay' }
  return JSON.stringify({ MerchantID: keys.merchantId, TransCode: 1, TransMsg: 'Success', Data: sealJson(JSON.stringify(detail), keys) })
}

/** DoAction R: gives back any part of what was paid, up to all of it. */
function refund(trades: ReadonlyMap<string, Trade>, fields: Fields): string {
  const { MerchantTradeNo: tradeNo = '', Action: action, TotalAmount: amount = '' } = fields
  const trade = isSigned(fields, keys) && action === 'R' ? trades.get(tradeNo) : undefined
  const say = (code: string, words: string) => new URLSearchParams({ MerchantTradeNo: tradeNo, RtnCode: code, RtnMsg: words }).toString()
  const back = trade?.refunds.reduce((sum, one) => sum + one, 0) ?? 0
  if (!trade?.isPaid || back + Number(amount) > trade.amount) return say('10200105', 'TotalAmount Error')
  trade.refunds.push(Number(amount))
  return say('1', 'OK')
}
