import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import type { Db } from '#db/connect.ts'
import { addDays, dayOf, minuteOf, momentAt } from '#lib/zone.ts'
import { objectIn, openSealed, sealJson } from '../../src/lib/sealed-json.ts'
import { writeMoment } from '../../src/lib/slashed-moments.ts'
import { findCard, type DemoCard } from './store.ts'

/** ECPay closes its books at 20:15. What was paid since then is listed for the next closing. */
const closing = 20 * 60 + 15
/** A question is valid for ten minutes. */
const validSeconds = 10 * 60

/** Whether a card payment has been through a closing. */
export function isClosed({ paidAt }: DemoCard, now: Date): boolean {
  const day = dayOf(paidAt)
  return momentAt(minuteOf(paidAt) < closing ? day : addDays(day, 1), closing) <= now
}

/** How a card payment stands, in ECPay's words. */
export function cardStatus(card: DemoCard, now: Date): '已取消' | '操作取消' | '已關帳' | '要關帳' {
  if (card.closing === 'given-up') return '已取消'
  if (card.closing === 'taken-out') return '操作取消'
  return isClosed(card, now) ? '已關帳' : '要關帳'
}

/** CreditDetail/QueryTrade: how a card payment stands. Questions and answers are sealed with the merchant's keys. */
export async function answerCardQuestion({ db, config }: { db: Db; config: EcpaySettings }, body: string, now: Date): Promise<string> {
  const { merchantId } = config
  const outer = objectIn(body)
  const header = outer?.['RqHeader'] as { Timestamp?: unknown } | undefined
  const say = (code: number, words: string, data: object | undefined) =>
    JSON.stringify({
      MerchantID: merchantId,
      RpHeader: { Timestamp: Math.floor(now.getTime() / 1000) },
      TransCode: code,
      TransMsg: words,
      Data: data ? sealJson(JSON.stringify(data), config) : '',
    })
  if (outer?.['MerchantID'] !== merchantId) return say(10_000_002, 'MerchantID Error', undefined)
  if (!(Math.abs(now.getTime() / 1000 - Number(header?.Timestamp)) <= validSeconds)) return say(10_000_003, 'Timestamp Error', undefined)
  const asked = openSealed(String(outer['Data']), config)
  if (!asked || asked['MerchantID'] !== merchantId) return say(10_000_005, 'Decrypt Error', undefined)
  const card = await findCard(db, { merchantTradeNo: String(asked['MerchantTradeNo']) })
  return say(1, 'Success', card ? { MerchantID: merchantId, ...detailOf(card, now) } : { MerchantID: merchantId, RtnMsg: 'error_nopay' })
}

function detailOf(card: DemoCard, now: Date) {
  const [status, isTaken] = [cardStatus(card, now), card.closing === null]
  const listed = { Status: isTaken ? status : '已取消', SNo: '1', Amount: card.amount, DateTime: writeMoment(card.paidAt) }
  const back = { Status: status, SNo: '2', Amount: -card.refunded, DateTime: writeMoment(now) }
  return {
    RtnMsg: '',
    RtnValue: {
      TradeID: card.tradeNo,
      Amount: card.amount,
      ClsAmt: status === '已關帳' ? card.amount - card.refunded : 0,
      AuthTime: writeMoment(card.paidAt),
      // Of what is listed only the line says so.
      Status: status === '要關帳' ? '已授權' : status,
    },
    CloseData: isTaken && card.refunded > 0 ? [listed, back] : [listed],
  }
}
