import { formatDate } from '#i18n/dates.ts'
import { addDays, dayOf, minuteOf, momentAt } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { AccountDeps } from './deps.ts'
import { proofEndsLetter } from './letters.ts'
import { takeEndingProofs } from './review-store.ts'
import { sendLetter } from './send-link.ts'

/** Runs every hour: reminds members whose proof ends soon, once for each proof, from the hour that the centre has set. */
export async function remindOfProofs(deps: Omit<AccountDeps, 'tokens' | 'canText'>, now: Date): Promise<void> {
  const { reminders } = await readLimits(deps.db)
  if (!reminders.proofs || minuteOf(now) < reminders.proofsHour * 60) return
  const until = addDays(dayOf(now), reminders.proofDays)
  await deps.db.transaction().execute(async (trx) => {
    for (const { proofId, name, email, locale, identity, validUntil } of await takeEndingProofs(trx, until, now)) {
      const said = { name, what: identity[locale], until: formatDate(momentAt(validUntil, 0), locale) }
      const letter = proofEndsLetter(locale, { ...said, link: `${deps.publicUrl}/member/setting` })
      await sendLetter(trx, deps, { email, locale, cause: `proof-ends:${proofId}` }, letter, now)
    }
  })
}
