import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import type { Locale } from '#i18n/locale.ts'
import type { AccountDeps } from './deps.ts'
import { insertLink } from './link-store.ts'
import type { Letter } from './letters.ts'
import type { LinkPurpose } from './tokens.ts'

/** Makes a signed link that works once; the letter decides the page that it leads to. */
export async function makeLink(
  trx: Trx,
  { tokens }: AccountDeps,
  link: { purpose: LinkPurpose; memberId: string; email: string; minutes: number },
  now: Date,
): Promise<string> {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + link.minutes * 60_000)
  await insertLink(trx, { id, purpose: link.purpose, memberId: link.memberId, email: link.email, createdAt: now, expiresAt })
  return tokens.signLink(id, link.purpose, now, expiresAt)
}

export async function sendLetter(
  trx: Trx,
  { jobs }: Pick<AccountDeps, 'jobs'>,
  to: { email: string; locale: Locale; cause: string; holdSeconds?: number },
  letter: Letter,
  now: Date,
): Promise<void> {
  await queueMessage(
    trx,
    jobs,
    {
      cause: to.cause,
      channel: 'mail',
      recipient: to.email,
      subject: letter.subject,
      body: letter.body,
      locale: to.locale,
      ...(to.holdSeconds === undefined ? {} : { holdSeconds: to.holdSeconds }),
    },
    now,
  )
}
