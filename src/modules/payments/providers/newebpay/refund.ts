import { objectIn } from '#lib/sealed-json.ts'
import { addDays, dayOf, minuteOf, momentAt } from '#lib/zone.ts'
import type { CardRefund, RefundAnswer, Send } from '../../provider.ts'
import { lockedSeconds, queryTrade } from './ask.ts'
import { checkCode, fieldsIn, formTo, isSum, queryOf, seal, sealSum, secondsOf, unseal, type Fields } from './envelope.ts'
import { readRefundAnswer } from './refund-answer.ts'
import type { NewebpaySettings } from './settings.ts'
import { wayNamed } from './ways.ts'

/**
 * What a card has paid is only authorised; at 21:00 NewebPay asks the bank for it, and the bank's answer takes until the next day. Before that
 * the whole can be cancelled, after that any part can go back, several times; in between, nothing.
 */
const batch = 21 * 60
const quarter = 15
const noon = 12 * 60
/** Taiwan Pay gives nothing back in the first ten minutes. */
const walletRest = 11 * 60_000

export function refundableFrom(wanted: CardRefund, now: Date): Date {
  if (isWallet(wanted)) return later(now, wanted.way === 'taiwanpay' ? new Date(wanted.paidAt.getTime() + walletRest) : now)
  const paidOn = dayOf(wanted.paidAt)
  const day = minuteOf(wanted.paidAt) < batch ? paidOn : addDays(paidOn, 1)
  const isCancellable = isWhole(wanted) && now < momentAt(day, batch - quarter)
  return isCancellable ? now : later(now, momentAt(addDays(day, 1), noon))
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)
const isWhole = ({ amount, total, isFirst }: CardRefund): boolean => isFirst && amount === total
const isWallet = ({ way }: CardRefund): boolean => wayNamed(way)?.method === 'wallet'

export async function refundAtNewebpay(set: NewebpaySettings, send: Send, wanted: CardRefund, now: Date): Promise<RefundAnswer> {
  const way = wayNamed(wanted.way)
  if (!way?.terms.refunds) return { kind: 'refused', reason: `NewebPay sends nothing back of what was paid by ${wanted.way}` }
  return way.method === 'wallet' ? refundByWallet(set, send, { ...wanted, type: way.on }, now) : refundByCard(set, send, wanted, now)
}

/** CloseStatus: 0 authorised, 1 to be captured in the next batch, 2 at the bank, 3 captured. */
async function refundByCard(set: NewebpaySettings, send: Send, wanted: CardRefund, now: Date): Promise<RefundAnswer> {
  const known = await queryTrade(set, send, wanted.tradeNo, wanted.total, now)
  // Nothing has been asked for yet, so a retry is safe.
  if (known.kind === 'no-answer') return { kind: 'unreached', reason: known.reason }
  if (known.kind === 'locked') return { kind: 'unreached', reason: known.reason, pauseSeconds: lockedSeconds }
  // Asked again it would say the same, so that finance has to know.
  if (known.kind === 'refused') return { kind: 'refused', reason: `asked how the payment stands: ${known.reason}` }
  if (known.kind === 'unknown') return { kind: 'refused', reason: 'NewebPay does not know the trade' }
  const { TradeStatus, CloseStatus, BackBalance } = known.fields
  const isGone = TradeStatus === '3' || (TradeStatus === '6' && BackBalance === '0')
  if (isGone && isWhole(wanted)) return { kind: 'refunded' }
  if (TradeStatus !== '1' && TradeStatus !== '6') return { kind: 'refused', reason: `the trade is not paid: TradeStatus ${TradeStatus}` }
  const act = (path: string, more: Fields) => actOn(set, send, wanted, { path, more }, now)
  if (CloseStatus === '3') return act('Close', { Version: '1.1', CloseType: '2' })
  const isAuthorised = CloseStatus === '0' || CloseStatus === '1'
  if (!isAuthorised || !isWhole(wanted)) return { kind: 'refused', reason: `not captured yet: CloseStatus ${CloseStatus}` }
  if (CloseStatus === '1') {
    const undone = await act('Close', { Version: '1.1', CloseType: '1', Cancel: '1' })
    // Undoing the capture moves no money, so an unclear answer here is no reason to stop.
    if (undone.kind === 'refused' || undone.kind === 'unreached') return undone
  }
  return act('Cancel', { Version: '1.0' })
}

type Deed = { path: string; more: Fields }

async function actOn(set: NewebpaySettings, send: Send, wanted: CardRefund, { path, more }: Deed, now: Date): Promise<RefundAnswer> {
  const data = {
    RespondType: 'JSON',
    Amt: String(wanted.amount),
    MerchantOrderNo: wanted.tradeNo,
    TradeNo: wanted.gatewayTradeNo,
    IndexType: '1',
    TimeStamp: secondsOf(now),
    ...more,
  }
  const form = { MerchantID_: set.merchantId, PostData_: seal(queryOf(data), set) }
  const answer = await send(formTo(`${set.url}/API/CreditCard/${path}`, form))
  return readRefundAnswer(answer, (status, outer) => {
    if (status !== 'SUCCESS') return undefined
    const fields = fieldsIn(outer['Result'])
    const isSigned = fields['CheckCode'] === undefined || isSum(fields['CheckCode'], checkCode(fields, set))
    return isSigned && fields['MerchantOrderNo'] === wanted.tradeNo && fields['Amt'] === String(wanted.amount)
  })
}

/** EWallet/refund: what is sealed is JSON here, and what is done cannot be undone. `type`: the wallet, as its switch is called. */
async function refundByWallet(
  set: NewebpaySettings,
  send: Send,
  { tradeNo, amount, type }: CardRefund & { type: string },
  now: Date,
): Promise<RefundAnswer> {
  const sealed = seal(JSON.stringify({ MerchantOrderNo: tradeNo, Amount: amount, TimeStamp: secondsOf(now), PaymentType: type }), set)
  const form = {
    UID_: set.merchantId,
    Version_: '1.1',
    EncryptData_: sealed,
    RespondType_: 'JSON',
    HashData_: sealSum(sealed, set),
  }
  const answer = await send(formTo(`${set.url}/API/EWallet/refund`, form))
  return readRefundAnswer(answer, (status, outer) => {
    if (status !== '1000') return undefined
    const { EncryptData = '', HashData } = fieldsIn(outer)
    if (!isSum(HashData, sealSum(EncryptData, set))) return false
    const text = unseal(EncryptData, set) ?? ''
    const done = objectIn(text) ? fieldsIn(objectIn(text)) : Object.fromEntries(new URLSearchParams(text))
    return done['MerchantOrderNo'] === tradeNo && done['RefundAmount'] === String(amount)
  })
}
