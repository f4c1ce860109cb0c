import type { DbOrTrx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { countTurn, readTurns, type Wait } from '#http/rate-limits.ts'
import { readLimits } from '#modules/settings/store.ts'

/** Key of the rate limit that counts all texts of the centre in the current hour. */
const textsKey = 'texts'

/** `asked`: anybody can cause it, such as a code. `notice`: written by the centre, such as that a mobile was changed. */
export type TextKind = 'asked' | 'notice'

/** Notices have a fifth more, so that a flood of codes cannot block them. */
const limitFor = (kind: TextKind, perHour: number) => (kind === 'notice' ? Math.ceil(perHour * 1.2) : perHour)

/**
 * Hourly limit of text messages for the whole centre: they cost money, and an attacker with many IP addresses passes every
 * other limit. Counted in one statement. The text that reaches the limit raises the alarm, once an hour, by a job that
 * commits with it. Returns how long to wait when the limit is reached.
 */
export async function takeText(trx: DbOrTrx, jobs: Jobs, kind: TextKind, now: Date): Promise<Wait | undefined> {
  const { perCentreHour: perHour } = (await readLimits(trx)).sms
  const turn = await countTurn(trx, { key: textsKey, limit: limitFor(kind, perHour), seconds: 3600 }, now)
  if (!('count' in turn)) return turn
  if (turn.count === perHour) await jobs.send(trx, 'text-budget-spent', { perHour })
  return undefined
}

/** How long to wait when the limit for `asked` is reached; counts nothing. */
export async function whyNoText(db: DbOrTrx, now: Date): Promise<Wait | undefined> {
  const { sent, limit, resetsAt } = await readTextBudget(db, now)
  return sent < limit ? undefined : { retryAfterSeconds: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)) }
}

/** For the metrics: texts of this window, and how many may be asked for in it. */
export async function readTextBudget(db: DbOrTrx, now: Date): Promise<{ sent: number; limit: number; resetsAt: Date }> {
  const [{ sms }, { count, resetsAt }] = await Promise.all([readLimits(db), readTurns(db, textsKey, now)])
  return { sent: count, limit: sms.perCentreHour, resetsAt }
}
