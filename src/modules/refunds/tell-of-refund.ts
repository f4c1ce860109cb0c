import type { Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { refundLetter, type RefundLetterKind } from './letters.ts'
import { readRefund } from './read-refund.ts'
import { readRecipient } from './store.ts'

export type TellDeps = { jobs: Jobs; catalogues: Catalogues; /** To a page of ours, signed. */ pageLink(path: string): string }

/** Queues a mail about a refund in the same transaction. */
export async function tellOfRefund(
  trx: Trx,
  { jobs, catalogues, pageLink }: TellDeps,
  { refundNo, kind }: { refundNo: string; kind: RefundLetterKind },
  now: Date,
): Promise<void> {
  const read = await readRefund({ db: trx, catalogues }, refundNo)
  if (!read.ok) throw new Error(`there is no refund ${refundNo}`)
  const refund = read.value
  const { name, email, locale, reachable } = await readRecipient(trx, refund.orderNo)
  if (!reachable) return
  const letter = refundLetter(kind, locale, { name, refund, link: pageLink(`/member/order/refund?refundNo=${refundNo}`) })
  const cause = `refund:${refundNo}:${kind}:${refund.steps.length}`
  await queueMessage(trx, jobs, { cause, channel: 'mail', recipient: email, locale, ...letter }, now)
}
