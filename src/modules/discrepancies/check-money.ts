import type { Db } from '#db/connect.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Clock } from '#lib/clock.ts'
import { addDays, dayOf, minuteOf, type Day } from '#lib/zone.ts'
import { pauseAsking, readPause } from '#modules/payments/asking-limits.ts'
import { comparePaper } from './compare-paper.ts'
import { comparePayment } from './compare-payment.ts'
import type { CheckDeps, Compared } from './deps.ts'
import { checkFromMinute, daysMadeUp, waitAfter } from './rules.ts'
import { claimQueued, dropQueued, finishDays, listAsked, openDay, postponeQueued, readLastDay, type Queued } from './store.ts'

/** Questions to one provider or issuer in a run, which comes every ten minutes: none of them shuts out who asks so seldom. */
const atOnce = 50

/**
 * Holds each day, once it is over, against the books of the providers and issuers. Runs often: what could not be asked is asked by a later
 * run, so that a provider that is down keeps nothing from being compared in the end. Answers how many discrepancies were found.
 */
export async function checkMoney(deps: CheckDeps, clock: Clock): Promise<number> {
  for (const day of await daysToOpen(deps.db, clock.now())) await openDay(deps.db, day, clock.now())
  let found = 0
  for (const whom of await listAsked(deps.db, clock.now())) found += await askOne(deps, whom, clock)
  await finishDays(deps.db, clock.now())
  return found
}

/** The day before, and those that were missed since the last check. */
async function daysToOpen(db: Db, now: Date): Promise<Day[]> {
  if (minuteOf(now) < checkFromMinute) return []
  const yesterday = addDays(dayOf(now), -1)
  const last = await readLastDay(db)
  const days = Array.from({ length: daysMadeUp }, (_, n) => addDays(yesterday, n + 1 - daysMadeUp))
  return days.filter((day) => (last === null ? day === yesterday : day > last))
}

/** Stops at the first question without an answer. */
async function askOne(deps: CheckDeps, whom: Pick<Queued, 'kind' | 'asked'>, clock: Clock): Promise<number> {
  const { db, log } = deps
  let found = 0
  if (whom.kind === 'payment' && (await readPause(db, whom.asked, clock.now()))) return 0
  for (let n = 0; n < atOnce; n++) {
    const queued = await claimQueued(db, whom, clock.now())
    if (!queued) return found
    const compared = await compare(deps, queued, clock)
    if (compared.kind === 'compared' || compared.kind === 'later') found += compared.found ?? 0
    if (compared.kind === 'compared' || compared.kind === 'skipped') await dropQueued(db, queued, compared.kind)
    if (compared.kind === 'later') await postponeQueued(db, queued, compared.until, compared.problem ?? null)
    if (compared.kind !== 'no-answer') continue
    const { reason, pauseSeconds } = compared
    log.warn({ asked: whom.asked, reason }, 'the check of money got no answer')
    if (pauseSeconds !== undefined) await pauseAsking(db, whom.asked, pauseSeconds, clock.now())
    await postponeQueued(db, queued, new Date(clock.now().getTime() + waitAfter(queued.tries)), reason)
    return found
  }
  return found
}

/** What fails by itself keeps none of the others. */
async function compare(deps: CheckDeps, queued: Queued, clock: Clock): Promise<Compared> {
  try {
    return await (queued.kind === 'payment' ? comparePayment(deps, queued, clock) : comparePaper(deps, queued, clock.now()))
  } catch (error) {
    if (isConnectionLoss(error) || !deps.onFailure) throw error
    deps.onFailure(error, queued.subjectId)
    return { kind: 'later', until: new Date(clock.now().getTime() + waitAfter(queued.tries)) }
  }
}
