import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { StaffRole } from '#http/session.ts'
import { dayOf } from '#lib/zone.ts'
import { readDigestReaders } from '#modules/accounts/digest-store.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { readLimits } from '#modules/settings/store.ts'
import { digestLetter, type Waiting } from './digest-letter.ts'
import { isDigestTime, isInDigest } from './digest-rules.ts'
import { queuesOf, todayTimes } from './today-rules.ts'
import { readWaiting } from './today-store.ts'

export type DigestDeps = { db: Db; jobs: Jobs; publicUrl: string }

/**
 * Runs every hour: mails staff in the morning what waits for their role and how long. Whoever has nothing waiting gets no mail.
 * One a day each, whichever process runs it: the cause of a message is unique.
 */
export async function sendDigests({ db, jobs, publicUrl }: DigestDeps, now: Date): Promise<void> {
  const { reminders } = await readLimits(db)
  if (!reminders.digest || !isDigestTime(now, reminders.digestHour)) return
  const readers = await readDigestReaders(db)
  for (const [role, people] of Map.groupBy(readers, (one) => one.role)) {
    const waiting = await waitingFor(db, role, now)
    if (waiting.length === 0) continue
    await db.transaction().execute(async (trx) => {
      for (const { id, name, email, locale } of people) {
        const letter = digestLetter(locale, { name, waiting, now, link: `${publicUrl}/staff` })
        await queueMessage(trx, jobs, { cause: `digest:${id}:${dayOf(now)}`, channel: 'mail', recipient: email, locale, ...letter }, now)
      }
    })
  }
}

async function waitingFor(db: Db, role: StaffRole, now: Date): Promise<Waiting[]> {
  const all = await readWaiting(db, queuesOf(role).filter(isInDigest), todayTimes(now))
  return all.filter(({ count }) => count > 0)
}
