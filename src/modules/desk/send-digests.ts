import * as m from '#i18n/generated/messages.js'
import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import type { StaffRole } from '#http/session.ts'
import { dayOf } from '#lib/zone.ts'
import { readDigestReaders } from '#modules/accounts/staff-store.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { readLimits } from '#modules/settings/store.ts'
import { isDigestTime, isInDigest, queueScreens, queuesOf, todayTimes, type Queue } from './today-rules.ts'
import { readWaiting } from './today-store.ts'
import type { Locale } from '#i18n/locale.ts'

type DigestDeps = { db: Db; jobs: Jobs; publicUrl: string }

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

type Waiting = { queue: Queue; count: number; oldest: Date | null }

const titles: Partial<Record<Queue, (inputs: object, options: { locale: Locale }) => string>> = {
  parked: m.today_queue_parked,
  payouts: m.today_queue_payouts,
  proofs: m.today_queue_proofs,
  clubs: m.today_queue_clubs,
  preorders: m.today_queue_preorders,
  reports: m.today_queue_reports,
  lockers: m.today_queue_lockers,
  refunds: m.today_queue_refunds,
  discrepancies: m.today_queue_discrepancies,
  appeals: m.today_queue_appeals,
  messages: m.today_queue_messages,
}

/** The mail of the morning: for each queue how many wait, for how many days the oldest has, and a link to where it is settled. */
export function digestLetter(
  locale: Locale,
  { name, publicUrl, waiting, now }: { name: string; publicUrl: string; waiting: Waiting[]; now: Date },
): { subject: string; body: string } {
  const [words, total] = [{ locale }, waiting.reduce((sum, { count }) => sum + count, 0)]
  const lines = waiting.map(({ queue, count, oldest }) => {
    const title = titles[queue]?.({}, words) ?? queue
    const days = oldest ? Math.floor((now.getTime() - oldest.getTime()) / 86_400_000) : 0
    const line = days === 0 ? m.mail_digest_line({ title, count }, words) : m.mail_digest_line_old({ title, count, days }, words)
    return `${line}\n${publicUrl}${queueScreens[queue]}`
  })
  return {
    subject: m.mail_digest_subject({ count: total }, words),
    body: m.mail_digest_body({ name, lines: lines.join('\n'), link: `${publicUrl}/staff` }, words),
  }
}
