import type { DbOrTrx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { countTurn, readTurns, type Wait } from '#http/rate-limits.ts'
import { readLimits } from '#modules/settings/store.ts'

/** Key of the rate limit that counts all texts of the centre in the current hour. */
const textsKey = 'texts'

/** What anybody can ask for, such as a code, or what the centre has to say, such as that a number was changed. */
export type TextKind = 'asked' | 'notice'

/** A fifth more for notices: whoever uses up the codes of an hour must not silence them. */
const limitFor = (kind: TextKind, perHour: number) => (kind === 'notice' ? Math.ceil(perHour * 1.2) : perHour)

/**
 * Texts cost money, and whoever has many addresses passes every other limit: the whole centre sends at most so many an hour.
 * Decided in one statement. The text that uses up what may be asked for raises the alarm, once a window, by a job that
 * commits with it. Returns how long to wait when there is none left.
 */
export async function takeText(trx: DbOrTrx, jobs: Jobs, kind: TextKind, now: Date): Promise<Wait | undefined> {
  const { perCentreHour: perHour } = (await readLimits(trx)).sms
  const turn = await countTurn(trx, { key: textsKey, limit: limitFor(kind, perHour), seconds: 3600 }, now)
  if (!('count' in turn)) return turn
  if (turn.count === perHour) await jobs.send(trx, 'text-budget-spent', { perHour })
  return undefined
}

/** How long to wait when nobody can ask for a text; takes none. */
export async function whyNoText(db: DbOrTrx, now: Date): Promise<Wait | undefined> {
  const { sent, limit, resetsAt } = await readTextBudget(db, now)
  return sent < limit ? undefined : { retryAfterSeconds: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)) }
}

/** For the metrics: texts of this window, and how many may be asked for in it. */
export async function readTextBudget(db: DbOrTrx, now: Date): Promise<{ sent: number; limit: number; resetsAt: Date }> {
  const [{ sms }, { count, resetsAt }] = await Promise.all([readLimits(db), readTurns(db, textsKey, now)])
  return { sent: count, limit: sms.perCentreHour, resetsAt }
}
