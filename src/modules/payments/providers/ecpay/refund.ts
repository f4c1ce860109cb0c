import { dayOf, minuteOf, momentAt, addDays } from '#lib/zone.ts'
import type { CardRefund, RefundAnswer } from '../../provider.ts'
import type { AskedCard } from './card.ts'
import { isSigned, type Fields, type Keys, type PostForm } from './fields.ts'

/**
 * CreditDetail/DoAction. What a card has paid is first only reserved; once a day, at 20:15, ECPay closes its
 * books and asks the bank for it. After that R gives back any part of it, several times. Before that only N works, which
 * gives up the whole; in between, E takes it out of the closing first. The rules: https://developers.ecpay.com.tw/?p=9242
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

type Asking = { ask(): Promise<AskedCard>; act: Post; keys: Keys }

/**
 * Asks how the payment stands and does what fits: authorised is given up (N), listed for the closing is taken out of it (E) and given up, what
 * is closed goes back (R), and a part of what is listed too. What went back already, by a try whose answer was lost, is not sent again.
 */
export async function refundByCard({ ask, act, keys }: Asking, refund: CardRefund): Promise<RefundAnswer> {
  const asked = await ask()
  // Nothing has been asked for yet, so a retry is safe.
  if (asked.kind === 'no-answer') return { ...asked, kind: 'unreached' }
  if (asked.kind === 'refused') return { kind: 'refused', reason: `asked how the payment stands: ${asked.reason}` }
  if (asked.kind === 'unknown') return { kind: 'refused', reason: 'ECPay does not know the card payment' }
  if (isGone(asked, refund)) return { kind: 'refunded' }
  if (asked.refunded === null) return { kind: 'refused', reason: 'ECPay does not say how much of the payment went back' }
  if (asked.refunded !== refund.before)
    return { kind: 'refused', reason: `ECPay says that ${asked.refunded} went back of the payment, our books say ${refund.before}` }
  const plan = planOf(asked.state, refund)
  if (typeof plan === 'string') return { kind: 'refused', reason: plan }
  const send = async (action: Action) => readAnswer(await act(fieldsOf(refund, action)), refund, keys)
  if (plan.takeOut) {
    const taken = await send('E')
    // Taking it out of the closing moves no money, so an unclear answer is no reason to stop.
    if (taken.kind === 'refused' || taken.kind === 'unreached') return taken
  }
  const answer = await send(plan.action)
  return answer.kind === 'unclear' ? tellAgain(answer, await ask(), refund) : answer
}

type KnownCard = Extract<AskedCard, { kind: 'known' }>

const isGone = ({ refunded }: KnownCard, { before, amount }: CardRefund): boolean => refunded === before + amount

/** The answer to what may have moved the money was lost: the payment's books may say it. Where they do not, finance looks. */
const tellAgain = (unclear: RefundAnswer, asked: AskedCard, refund: CardRefund): RefundAnswer =>
  asked.kind === 'known' && isGone(asked, refund) ? { kind: 'refunded' } : unclear

function planOf(state: KnownCard['state'], refund: CardRefund): { takeOut: boolean; action: 'R' | 'N' } | string {
  if (state === 'closed') return { takeOut: false, action: 'R' }
  if (state === 'to-be-closed') return isWhole(refund) ? { takeOut: true, action: 'N' } : { takeOut: false, action: 'R' }
  if (state !== 'authorised') return `the payment is ${state}`
  return isWhole(refund) ? { takeOut: false, action: 'N' } : 'a part goes back only after the closing: the payment is authorised'
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
