import type { Trx } from '#db/connect.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import type { Locale } from '#i18n/locale.ts'
import type { AccountDeps } from './deps.ts'
import { proofEndsLetter, type Letter } from './letters.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { formatDate } from '#i18n/dates.ts'
import { say } from '#i18n/words.ts'
import { addDays, dayOf, minuteOf, momentAt, type Day } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { listEndingProofs, takeEndingProofs } from './review-store.ts'

type Deps = Omit<AccountDeps, 'canText'>

/** Proofs in a transaction. */
const atOnce = 100

/**
 * Runs every hour: reminds members whose proof ends soon, once for each proof, from the hour that the centre has set. A proof that fails
 * keeps none of the others.
 */
export async function remindOfProofs(deps: Deps, now: Date, onFailure?: OnFailure): Promise<void> {
  const { db } = deps
  const { reminders } = await readLimits(db)
  if (!reminders.proofs || minuteOf(now) < reminders.proofsHour * 60) return
  const until = addDays(dayOf(now), reminders.proofDays)
  const remind = (ids: string[]) => db.transaction().execute((trx) => remindOf(trx, deps, ids, until, now))
  await inBatchesOrAlone(await listEndingProofs(db, until, now), atOnce, remind, onFailure)
}

async function remindOf(trx: Trx, deps: Deps, ids: string[], until: Day, now: Date): Promise<void> {
  for (const { proofId, name, email, locale, identity, validUntil } of await takeEndingProofs(trx, ids, until, now)) {
    const said = { name, what: say(identity, locale), until: formatDate(momentAt(validUntil, 0), locale) }
    const letter = proofEndsLetter(locale, { ...said, link: `${deps.publicUrl}/member/setting` })
    await sendLetter(trx, deps, { email, locale, cause: `proof-ends:${proofId}` }, letter, now)
  }
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
