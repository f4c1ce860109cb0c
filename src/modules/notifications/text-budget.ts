import type { DbOrTrx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { countTurn, readTurns, returnTurn, type Wait } from '#http/rate-limits.ts'
import { readLimits } from '#modules/settings/store.ts'

/** `asked`: anybody can cause it, such as a code. `notice`: written by the centre, such as that a mobile was changed. */
export type TextKind = 'asked' | 'notice'

/** Keys of the rate limits that count texts of the centre in the current hour: all of them, and those of each kind. */
const textsKey = 'texts'
const keyOf: Record<TextKind, string> = { asked: 'texts-asked', notice: 'texts-notices' }

/** Most that one kind takes of the whole: a flood of codes leaves room for notices, and a closure of a full hall for codes. */
const shareOf = (perHour: number) => Math.max(1, Math.floor(perHour * 0.8))

/**
 * Hourly limit of text messages for the whole centre: they cost money, and an attacker with many IP addresses passes every
 * other limit. Codes and notices take at most four fifths of it each. The text that reaches a limit raises the alarm, by a job
 * that commits with it. Returns how long to wait when a limit is reached; then nothing is counted.
 */
export async function takeText(trx: DbOrTrx, jobs: Jobs, kind: TextKind, now: Date): Promise<Wait | undefined> {
  const { perCentreHour: perHour } = (await readLimits(trx)).sms
  const share = shareOf(perHour)
  // The whole first, whatever the kind: its row is the lock that keeps two transactions from waiting for each other.
  const all = await countTurn(trx, { key: textsKey, limit: perHour, seconds: 3600 }, now)
  if (!('count' in all)) return all
  const own = await countTurn(trx, { key: keyOf[kind], limit: share, seconds: 3600 }, now)
  if (!('count' in own)) {
    await returnTurn(trx, textsKey)
    return own
  }
  if (own.count === share || all.count === perHour) await jobs.send(trx, 'text-budget-spent', { perHour })
  return undefined
}

/** How long to wait when no text of the kind `asked` can be sent; counts nothing. */
export async function whyNoText(db: DbOrTrx, now: Date): Promise<Wait | undefined> {
  const [all, asked] = await Promise.all([readTextBudget(db, now), readTurns(db, keyOf.asked, now)])
  const spent = all.sent >= all.limit ? all : asked.count >= shareOf(all.limit) ? asked : undefined
  return spent && { retryAfterSeconds: Math.max(1, Math.ceil((spent.resetsAt.getTime() - now.getTime()) / 1000)) }
}

/** Notices of this window, and how many may be sent in it: the rest is for codes. */
export async function readNoticeBudget(db: DbOrTrx, now: Date): Promise<{ sent: number; limit: number; resetsAt: Date }> {
  const [{ sms }, { count, resetsAt }] = await Promise.all([readLimits(db), readTurns(db, keyOf.notice, now)])
  return { sent: count, limit: shareOf(sms.perCentreHour), resetsAt }
}

/** Texts of this window, and how many may be sent in it. */
export async function readTextBudget(db: DbOrTrx, now: Date): Promise<{ sent: number; limit: number; resetsAt: Date }> {
  const [{ sms }, { count, resetsAt }] = await Promise.all([readLimits(db), readTurns(db, textsKey, now)])
  return { sent: count, limit: sms.perCentreHour, resetsAt }
}
