import { objectIn } from '#lib/sealed-json.ts'
import type { RefundAnswer, Send } from '../../provider.ts'
import { fieldsIn } from './envelope.ts'

/**
 * The bank cancels in its own batch (TRA20001), a line broke behind NewebPay (NOR1001, TRA10015, 9000), or a refund is under way (the
 * others): whether this one comes to pass is seen in NewebPay's console only.
 */
const unsure = new Set(['TRA20001', 'NOR1001', 'TRA10015', '9000', 'TRA10045', 'TRA10049', 'TRA20027', '1109'])

/** `isDone`: whether a status says that it is done, and in words about this very refund. Undefined: it does not say so. */
export function readRefundAnswer(
  answer: Awaited<ReturnType<Send>>,
  isDone: (status: string, outer: Record<string, unknown>) => boolean | undefined,
): RefundAnswer {
  if ('failed' in answer) return { kind: answer.isSent ? 'unclear' : 'unreached', reason: answer.failed }
  if (answer.status !== 200) return { kind: 'unclear', reason: `http ${answer.status}` }
  const outer = objectIn(answer.text) ?? {}
  const { Status: status = '', Message = '' } = fieldsIn(outer)
  const notUnderstood = { kind: 'unclear', reason: `an answer that nobody understands: ${answer.text.slice(0, 120)}` } as const
  const done = isDone(status, outer)
  if (done !== undefined) return done ? { kind: 'refunded' } : notUnderstood
  if (!/^[A-Z]{0,3}\d{4,5}$/.test(status)) return notUnderstood
  return { kind: unsure.has(status) ? 'unclear' : 'refused', reason: `${status} ${Message}`.trim().slice(0, 200) }
}
