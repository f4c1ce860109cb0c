import { objectIn } from '#lib/sealed-json.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { NoAnswer, OpenTrade, RecordedTrade, Send, Told, TradeRecord } from '../../provider.ts'
import type { Notice } from '../../rules.ts'
import { checkCode, checkValue, fieldsIn, formTo, isSum, secondsOf, type Fields } from './envelope.ts'
import { askedNumberIn, tradeIn } from './notice.ts'
import { beginsWithin } from './page.ts'
import type { NewebpaySettings } from './settings.ts'

/**
 * What NewebPay knows of a trade. `no-answer`: nobody was reached, or not NewebPay; `refused`: it answered, and tells nothing of the trade;
 * `locked`: it answers no questions.
 */
export type Known =
  | { kind: 'known'; fields: Fields }
  | { kind: 'unknown' }
  | { kind: 'no-answer'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'locked'; reason: string }

/** 查無該筆交易, 查無交易資料. */
export const unknownTrade = ['TRA10021', 'TRA20002']
/** Too many of them in an hour, and NewebPay answers nothing for four hours. How many are too many stands nowhere. */
export const unknownAsks = { limit: 20, seconds: 3600 }
export const lockedOut = 'TRA10071'
export const lockedSeconds = 4 * 3600

export const question = ({ merchantId, ...keys }: NewebpaySettings, tradeNo: string, amount: number, now: Date): Fields => {
  const signed = { MerchantID: merchantId, MerchantOrderNo: tradeNo, Amt: String(amount) }
  return {
    ...signed,
    Version: '1.3',
    RespondType: 'JSON',
    CheckValue: checkValue(signed, keys),
    TimeStamp: secondsOf(now),
    // Shops whose number begins so consist of several.
    ...(merchantId.startsWith('MS5') ? { Gateway: 'Composite' } : {}),
  }
}

export const questionAddress = ({ url }: NewebpaySettings): string => `${url}/API/QueryTradeInfo`

export async function queryTrade(set: NewebpaySettings, send: Send, tradeNo: string, amount: number, now: Date): Promise<Known> {
  const answer = await send(formTo(questionAddress(set), question(set, tradeNo, amount, now)))
  const noAnswer = (reason: string): Known => ({ kind: 'no-answer', reason })
  const refused = (reason: string): Known => ({ kind: 'refused', reason })
  if ('failed' in answer) return noAnswer(answer.failed)
  if (answer.status !== 200) return noAnswer(`http ${answer.status}`)
  const { Status, Message, Result } = objectIn(answer.text) ?? {}
  if (typeof Status === 'string' && unknownTrade.includes(Status)) return { kind: 'unknown' }
  if (typeof Status !== 'string') return refused('an answer that nobody understands')
  const words = `${Status} ${String(Message)}`.slice(0, 200)
  if (Status === lockedOut) return { kind: 'locked', reason: words }
  if (Status !== 'SUCCESS') return refused(words)
  const fields = fieldsIn(Result)
  if (!isSum(fields['CheckCode'], checkCode(fields, set))) return refused('the answer is not signed')
  if (fields['MerchantOrderNo'] !== tradeNo) return refused('the answer is about another trade')
  return { kind: 'known', fields }
}

type Answer = Result<Told, NoAnswer>

export async function askAbout(set: NewebpaySettings, send: Send, trade: OpenTrade, now: Date): Promise<Answer> {
  const known = await queryTrade(set, send, trade.tradeNo, trade.amount, now)
  if (known.kind === 'locked') return refuse({ code: 'no_answer', reason: known.reason, pauseSeconds: lockedSeconds })
  if (known.kind === 'no-answer' || known.kind === 'refused') return refuse({ code: 'no_answer', reason: known.reason })
  if (known.kind === 'known') return ok({ notice: { ...tradeIn(known.fields), says: sayingOf(known.fields) }, fields: known.fields })
  const fields = { MerchantID: set.merchantId, MerchantOrderNo: trade.tradeNo, Amt: String(trade.amount) }
  // A trade is known there once its payer has chosen on the page; the page closes, and then none can begin.
  const isOver = now.getTime() >= trade.startedAt.getTime() + beginsWithin
  const says: Notice['says'] = isOver ? { kind: 'failed', reason: 'NewebPay does not know the trade' } : { kind: 'unpaid' }
  return ok({ notice: { ...tradeIn(fields), says }, fields, isUnknown: true })
}

/** A cancelled authorisation was paid and went back whole; of what was captured, BackBalance is left. */
export async function recordOf(
  set: NewebpaySettings,
  send: Send,
  { tradeNo, amount }: RecordedTrade,
  now: Date,
): Promise<Result<TradeRecord, NoAnswer>> {
  const known = await queryTrade(set, send, tradeNo, amount, now)
  if (known.kind === 'locked') return refuse({ code: 'no_answer', reason: known.reason, pauseSeconds: lockedSeconds })
  if (known.kind === 'unknown') return ok({ kind: 'unknown' })
  if (known.kind !== 'known') return refuse({ code: 'no_answer', reason: known.reason })
  const trade = tradeIn(known.fields)
  const { TradeStatus: status = '', BackBalance: left = '' } = known.fields
  const isPaid = ['1', '3', '6'].includes(status)
  const refunded = status === '3' ? trade.amount : /^\d+$/.test(left) ? trade.amount - Number(left) : null
  const told = { notice: { ...trade, says: sayingOf(known.fields) }, fields: known.fields }
  return ok({ kind: 'found', paid: isPaid ? trade.amount : 0, refunded: isPaid ? refunded : 0, told })
}

/** TradeStatus: 0 not paid, 1 paid, 2 failed, 3 cancelled, 6 refunded. */
function sayingOf(fields: Fields): Notice['says'] {
  const { TradeStatus: status = '', RespondMsg = '' } = fields
  if (status === '1') return { kind: 'paid' }
  if (['2', '3', '6'].includes(status)) return { kind: 'failed', reason: `TradeStatus ${status} ${RespondMsg}`.trim().slice(0, 200) }
  const number = askedNumberIn(fields)
  return number ? { kind: 'number', number } : { kind: 'unpaid' }
}
