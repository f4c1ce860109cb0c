import type { DbOrTrx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { countTurn, readTurns, type Wait } from '#http/rate-limits.ts'
import { readLimits } from '#modules/settings/store.ts'

/** Keys of the rate limits that count texts of the centre in the current hour: those that were asked for, and notices. */
const textsKey = 'texts'
const noticesKey = 'texts-notices'

/** `asked`: anybody can cause it, such as a code. `notice`: written by the centre, such as that a mobile was changed. */
export type TextKind = 'asked' | 'notice'

/**
 * Hourly limits of text messages for the whole centre: they cost money, and an attacker with many IP addresses passes every
 * other limit. Codes and notices have one each, so that a flood of codes blocks no notice and a closure of a full hall no code. Counted in one statement. The text that reaches the limit raises the alarm, once an hour, by a job that
 * commits with it. Returns how long to wait when the limit is reached.
 */
export async function takeText(trx: DbOrTrx, jobs: Jobs, kind: TextKind, now: Date): Promise<Wait | undefined> {
  const { perCentreHour: perHour } = (await readLimits(trx)).sms
  const turn = await countTurn(trx, { key: kind === 'asked' ? textsKey : noticesKey, limit: perHour, seconds: 3600 }, now)
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
