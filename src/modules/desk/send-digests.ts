import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
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
 * Runs every hour: mails staff in the morning what waits for their roles and how long. Whoever has nothing waiting gets no mail.
 * One a day each, whichever process runs it: the cause of a message is unique. A set of roles or a person that fails keeps none of the others.
 */
export async function sendDigests({ db, jobs, publicUrl }: DigestDeps, now: Date, onFailure?: OnFailure): Promise<void> {
  const { reminders } = await readLimits(db)
  if (!reminders.digest || !isDigestTime(now, reminders.digestHour)) return
  const byRoles = Map.groupBy(await readDigestReaders(db), ({ roles }) => roles.join())
  const write = async ([same]: string[]) => {
    const readers = byRoles.get(same!)!
    const waiting = await waitingFor(db, readers[0]!.roles, now)
    if (waiting.length === 0) return
    const people = new Map(readers.map((one) => [one.id, one]))
    const mail = async ([id]: string[]) => {
      const { name, email, locale } = people.get(id!)!
      const letter = digestLetter(locale, { name, waiting, now, publicUrl })
      const message = { cause: `digest:${id}:${dayOf(now)}`, channel: 'mail' as const, recipient: email, locale, ...letter }
      await db.transaction().execute((trx) => queueMessage(trx, jobs, message, now))
    }
    await inBatchesOrAlone([...people.keys()], 1, mail, onFailure)
  }
  await inBatchesOrAlone([...byRoles.keys()], 1, write, onFailure)
}

async function waitingFor(db: Db, roles: readonly StaffRole[], now: Date): Promise<Waiting[]> {
  const all = await readWaiting(db, queuesOf(roles).filter(isInDigest), todayTimes(now))
  return all.filter(({ count }) => count > 0)
}
