import { ownValue } from '#lib/own-value.ts'
import type { RefundAnswer } from '../../provider.ts'
import type { Answer, Unanswered } from './call.ts'

/** Answers that say that nothing goes back. All others but 0000 leave it open: LINE Pay may be at it, or have done it before. */
const refusals: Readonly<Record<string, string>> = {
  1101: 'the payer has left LINE',
  1102: 'the payer’s account takes nothing',
  1104: 'LINE Pay does not know this shop',
  1105: 'this shop may not use LINE Pay',
  1106: 'the signature is wrong: look at the channel’s id and secret',
  1124: 'the amount is wrong',
  1150: 'LINE Pay knows no such payment',
  1155: 'this payment cannot be given back',
  1163: 'too late: LINE Pay gives this payment back no more',
  1164: 'more than what is left of the payment',
  1165: 'it was given back before',
  1179: 'the payment is in no state to be given back',
  2042: 'the shop’s deposit at LINE Pay is too low',
}

export function refundAnswerOf(answer: Answer | Unanswered): RefundAnswer {
  if ('failed' in answer) return { kind: answer.isSent ? 'unclear' : 'unreached', reason: answer.failed }
  if (answer.code === '0000') return { kind: 'refunded' }
  const why = ownValue(refusals, answer.code)
  return why === undefined
    ? { kind: 'unclear', reason: `${answer.code} ${answer.message}`.trim().slice(0, 200) }
    : { kind: 'refused', reason: `${answer.code} ${why}` }
}
