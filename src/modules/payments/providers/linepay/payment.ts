import { ok, refuse, type Result } from '#lib/result.ts'
import type { NoAnswer, NoticeFields, RecordedTrade, TradeRecord, OpenTrade } from '../../provider.ts'
import type { Notice } from '../../rules.ts'
import { fieldsOf, type Answer, type Unanswered } from './call.ts'

/** The calls about one transaction. Money moves by `confirm` and by nothing else. */
export type TradeCalls = {
  merchantId: string
  check(): Promise<Answer | Unanswered>
  confirm(): Promise<Answer | Unanswered>
  /** The payments of the trade's order number. */
  details(): Promise<Answer | Unanswered>
}
type Known = Result<{ notice: Notice; fields: NoticeFields }, NoAnswer>
type Says = Notice['says']

/** What the check of a payment request answers. */
const checked = { notYet: '0000', ready: '0110', over: '0121', failed: '0122', done: '0123' }
const unknownTransaction = '1150'
/** A confirm that meets an earlier one: the same transaction, the same order number, the same request. Its payments tell what became of it. */
const confirmedBefore = new Set(['1152', '1172', '1198'])
/** The payer has not finished on LINE Pay's page after all. */
const notAuthenticated = '1169'
/**
 * Answers to a confirm after which no money moves: the member, their account, balance or card (the 128x and 129x, but for a fault that
 * passes), the amount, or the time. All others, such as 1145 (in process) and 9000, say nothing.
 */
const declined = /^(?:1101|1102|1110|1141|1142|1153|1159|1170|1180|1183|1184|128[1-9]|129\d)$/

const unanswered = (reason: string): Known => refuse({ code: 'no_answer', reason })
const failedBy = ({ code, message }: Answer): Says => ({ kind: 'failed', reason: `${code} ${message}`.trim().slice(0, 200) })
const saidBy = (call: string, answer: Answer | Unanswered): string =>
  `${call}: ${'failed' in answer ? answer.failed : `${answer.code} ${answer.message}`.trim()}`

/** Asks what became of a trade, and confirms one that its payer has authenticated while its order waits for the money. */
export async function settleTrade(trade: OpenTrade, calls: TradeCalls): Promise<Known> {
  const now = await calls.check()
  const say = (says: Says, answer: Answer): Known => ok(noticeOf(trade, calls, says, answer, trade.amount))
  if ('failed' in now) return unanswered(saidBy('check', now))
  if (now.code === checked.notYet) return say({ kind: 'unpaid' }, now)
  if (now.code === checked.over || now.code === checked.failed) return say(failedBy(now), now)
  if (now.code === checked.done) return lookUp(trade, calls)
  // Not confirmed, it lapses by itself twenty minutes after it was requested.
  if (now.code === checked.ready) return (await trade.mayCapture()) ? confirm(trade, calls, say) : say({ kind: 'unpaid' }, now)
  return now.code === unknownTransaction ? lookUp(trade, calls, { kind: 'unpaid' }) : unanswered(saidBy('check', now))
}

async function confirm(trade: OpenTrade, calls: TradeCalls, say: (says: Says, answer: Answer) => Known): Promise<Known> {
  const answer = await calls.confirm()
  if ('failed' in answer) return unanswered(saidBy('confirm', answer))
  if (answer.code === '0000')
    return isAbout(trade, answer.info) ? say({ kind: 'paid' }, answer) : unanswered('the confirmation is about another trade')
  if (confirmedBefore.has(answer.code)) return lookUp(trade, calls)
  if (answer.code === notAuthenticated) return say({ kind: 'unpaid' }, answer)
  return declined.test(answer.code) ? say(failedBy(answer), answer) : unanswered(saidBy('confirm', answer))
}

/** Looks a trade up in the payments of its order number. `otherwise`: what it means that there is none. */
async function lookUp(trade: OpenTrade, calls: TradeCalls, otherwise?: Says): Promise<Known> {
  const answer = await calls.details()
  if ('failed' in answer) return unanswered(saidBy('payments', answer))
  const payments = answer.code === '0000' && Array.isArray(answer.info) ? answer.info : []
  const paid = payments.find((one) => isAbout(trade, one) && isCaptured(fieldsOf(one)))
  if (paid !== undefined) return ok(noticeOf(trade, calls, { kind: 'paid' }, { ...answer, info: paid }, paidIn(fieldsOf(paid))))
  const isNone = answer.code === unknownTransaction || (answer.code === '0000' && payments.length === 0)
  return isNone && otherwise ? ok(noticeOf(trade, calls, otherwise, answer, trade.amount)) : unanswered(saidBy('payments', answer))
}

/** The payments of the trade's order number, and what went back of them. Never checks or confirms anything. */
export async function recordOf(
  trade: RecordedTrade,
  calls: Pick<TradeCalls, 'merchantId' | 'details'>,
): Promise<Result<TradeRecord, NoAnswer>> {
  const answer = await calls.details()
  if ('failed' in answer) return refuse({ code: 'no_answer', reason: saidBy('payments', answer) })
  const payments = answer.code === '0000' && Array.isArray(answer.info) ? answer.info : []
  const paid = payments.find((one) => isAbout(trade, one) && isCaptured(fieldsOf(one)))
  if (paid === undefined) {
    const isNone = answer.code === unknownTransaction || answer.code === '0000'
    return isNone ? ok({ kind: 'unknown' }) : refuse({ code: 'no_answer', reason: saidBy('payments', answer) })
  }
  const amount = paidIn(fieldsOf(paid))
  const told = noticeOf(trade, calls, { kind: 'paid' }, { ...answer, info: paid }, amount)
  return ok({ kind: 'found', paid: amount, refunded: refundedIn(fieldsOf(paid)), told })
}

/** LINE Pay writes refunds with a minus or without. Null where they cannot be read. */
function refundedIn({ refundList = [] }: Record<string, unknown>): number | null {
  const amounts = Array.isArray(refundList) ? refundList.map((part) => fieldsOf(part)['refundAmount']) : [undefined]
  if (!amounts.every((amount) => Number.isSafeInteger(amount))) return null
  return (amounts as number[]).reduce((sum, amount) => sum + Math.abs(amount), 0)
}

/** Both numbers, so that nothing said of another payment counts. */
function isAbout({ tradeNo, gatewayTradeNo }: RecordedTrade, info: unknown): boolean {
  const { orderId, transactionId } = fieldsOf(info)
  return orderId === tradeNo && String(transactionId) === gatewayTradeNo
}

/** A refund has a transaction number of its own and is no payment. */
const isCaptured = ({ transactionType, payStatus }: Record<string, unknown>): boolean =>
  transactionType === 'PAYMENT' && (payStatus === undefined || payStatus === 'CAPTURE')

/** The sum over the member's balance, card and discounts; -1 where it cannot be read. */
function paidIn({ payInfo }: Record<string, unknown>): number {
  const amounts = Array.isArray(payInfo) ? payInfo.map((part) => fieldsOf(part)['amount']) : []
  const isReadable = amounts.length > 0 && amounts.every((amount) => Number.isSafeInteger(amount))
  return isReadable ? (amounts as number[]).reduce((sum, amount) => sum + amount, 0) : -1
}

function noticeOf(trade: RecordedTrade, { merchantId }: Pick<TradeCalls, 'merchantId'>, says: Says, answer: Answer, amount: number) {
  const { tradeNo, gatewayTradeNo } = trade
  const notice: Notice = { tradeNo, merchantId, amount, gatewayTradeNo, method: 'wallet', simulated: false, says }
  const info = fieldsOf(answer.info)
  return {
    notice,
    fields: { ...info, returnCode: answer.code, returnMessage: answer.message, orderId: tradeNo, transactionId: gatewayTradeNo, amount },
  }
}
