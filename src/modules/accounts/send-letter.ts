import type { Trx } from '#db/connect.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import type { Locale } from '#i18n/locale.ts'
import type { AccountDeps } from './deps.ts'
import type { Letter } from './letters.ts'

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
