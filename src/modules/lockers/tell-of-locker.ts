import type { Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { lockerLetter, type LockerLetterKind, type LockerSaid } from './letters.ts'
import { readRecipient } from './read-store.ts'

export type LockerDeps = { jobs: Jobs; /** To a page of ours, signed. */ pageLink(path: string): string }

type Told = { kind: LockerLetterKind; memberId: string; cause: string } & Omit<LockerSaid, 'name' | 'link'>

/** Queues a mail about a locker in the same transaction, once for each cause. */
export async function tellOfLocker(trx: Trx, deps: LockerDeps, { kind, memberId, cause, ...said }: Told, now: Date): Promise<void> {
  const recipient = await readRecipient(trx, memberId)
  if (!recipient) return
  await sendLockerLetter(trx, deps, { kind, cause, recipient, said }, now)
}

type Letter = {
  kind: LockerLetterKind
  cause: string
  recipient: { name: string; email: string; locale: 'tw' | 'en' }
  said: Omit<LockerSaid, 'name' | 'link'>
}

export async function sendLockerLetter(
  trx: Trx,
  { jobs, pageLink }: LockerDeps,
  { kind, cause, recipient: { name, email, locale }, said }: Letter,
  now: Date,
): Promise<void> {
  const letter = lockerLetter(kind, locale, { ...said, name, link: pageLink(leadsTo(kind)) })
  await queueMessage(trx, jobs, { cause: `locker:${kind}:${cause}`, channel: 'mail', recipient: email, locale, ...letter }, now)
}

/** Refunds link to the list of refunds. */
const leadsTo = (kind: LockerLetterKind): string => (kind === 'returned' ? '/member/order/refund' : '/member/order/locker')
