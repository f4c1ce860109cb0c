import { dayOf, minuteOf, momentAt, addDays } from '#lib/zone.ts'
import type { CardRefund, RefundAnswer } from '../../provider.ts'
import { isSigned, type Fields, type Keys, type PostForm } from './fields.ts'

/**
 * CreditDetail/DoAction. What a card has paid is first only reserved; once a day, at 20:15, ECPay closes its
 * books and asks the bank for it. After that R gives back any part of it, several times. Before that only N works, which
 * gives up the whole; in between, E takes it out of the closing first. The rules: https://developers.ecpay.com.tw/?p=2885
 */
type Action = 'R' | 'E' | 'N'
type Post = (fields: Fields) => ReturnType<PostForm>

const closing = { from: 20 * 60 + 15, to: 20 * 60 + 31 }

/** Partial refunds are possible only after the first daily closing, and none during a closing. */
export function refundableFrom(refund: CardRefund, now: Date): Date {
  const day = dayOf(refund.paidAt)
  const closed = momentAt(minuteOf(refund.paidAt) < closing.from ? day : addDays(day, 1), closing.to)
  const earliest = isWhole(refund) || closed < now ? now : closed
  const minute = minuteOf(earliest)
  return minute >= closing.from && minute < closing.to ? momentAt(dayOf(earliest), closing.to) : earliest
}

const isWhole = ({ amount, total, isFirst }: CardRefund) => isFirst && amount === total

export async function refundByCard(post: Post, refund: CardRefund, keys: Keys): Promise<RefundAnswer> {
  const act = async (action: Action) => readAnswer(await post(fieldsOf(refund, action)), refund, keys)
  const back = await act('R')
  if (back.kind !== 'refused' || !isWhole(refund)) return back
  const givenUp = await act('N')
  if (givenUp.kind !== 'refused') return givenUp
  // Cancelling the capture moves no money, so an unclear answer here is no reason to stop.
  const taken = await act('E')
  if (taken.kind === 'refused') return back
  if (taken.kind === 'unreached') return taken
  return act('N')
}

const fieldsOf = ({ tradeNo, gatewayTradeNo, amount }: CardRefund, action: Action): Fields => ({
  MerchantTradeNo: tradeNo,
  TradeNo: gatewayTradeNo,
  Action: action,
  TotalAmount: String(amount),
})

/** Only a clear answer about this trade counts. Answers have no checksum; if there is one, it must be right. */
function readAnswer(answer: Awaited<ReturnType<Post>>, { tradeNo }: CardRefund, keys: Keys): RefundAnswer {
  if ('failed' in answer) return { kind: answer.isSent ? 'unclear' : 'unreached', reason: answer.failed }
  if (answer.status !== 200) return { kind: 'unclear', reason: `http ${answer.status}` }
  const fields = Object.fromEntries(new URLSearchParams(answer.text.trim()))
  if ('CheckMacValue' in fields && !isSigned(fields, keys)) return { kind: 'unclear', reason: 'the answer is not signed' }
  const { RtnCode: code = '', RtnMsg: words = '', MerchantTradeNo: about } = fields
  if (!/^\d+$/.test(code) || (about !== undefined && about !== '' && about !== tradeNo))
    return { kind: 'unclear', reason: `an answer that nobody understands: ${answer.text.slice(0, 120)}` }
  return code === '1' ? { kind: 'refunded' } : { kind: 'refused', reason: `${code} ${words}`.trim().slice(0, 200) }
}
