import type { Db } from '#db/connect.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Log } from '#http/log.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { Clock } from '#lib/clock.ts'
import { noteFailure } from '#lib/failures.ts'
import type { PayableOrders } from './payable-orders.ts'
import type { OpenProvider, Provider } from './provider.ts'
import type { Providers } from './providers.ts'
import type { Attempt } from './rules.ts'
import { attemptMoves, lapsesAt } from './rules.ts'
import { applyNotice } from './receive-notice.ts'
import { pauseAsking, readPause, returnUnknownTurn, takeUnknownTurn } from './asking-limits.ts'
import { claimAsking, findAttempt, findSilentAttempts, moveAttempt } from './store.ts'

const atATime = 50

export type AskingDeps = { db: Db; providers: Providers; orders: PayableOrders; log: Log }

/**
 * Asks each provider of a kind about its attempts without a final notice, and applies the answer like a notice. A run may take long: each
 * attempt has the time at which it is asked about, because claims and the signatures of questions are good for moments only.
 */
export async function askProviders(deps: AskingDeps, clock: Clock, tells: Provider['tells']): Promise<void> {
  for (const provider of deps.providers.set) if (provider.tells === tells) await askProvider(deps, provider, clock)
}

async function askProvider(deps: AskingDeps, provider: OpenProvider, clock: Clock): Promise<void> {
  if (await readPause(deps.db, provider.name, clock.now())) return
  for (const attempt of await findSilentAttempts(deps.db, provider, clock.now(), atATime)) {
    try {
      // Stops at the first one without an answer: the provider is down, and some block clients that keep asking.
      if ((await askOnce(deps, provider, attempt, clock)) === 'no-answer') return
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      noteFailure(deps.log, 'job', error, 'what the provider says of a trade could not be applied', { tradeNo: attempt.tradeNo })
    }
  }
}

/** Asks about one trade, soon after its browser has returned. */
export async function askAboutPayment(deps: AskingDeps, tradeNo: string, clock: Clock): Promise<'again' | void> {
  const attempt = await findAttempt(deps.db, tradeNo)
  if (attempt?.state !== 'created' && attempt?.state !== 'processing') return
  const provider = deps.providers.of(attempt.provider)
  // The regular job asks when the provider takes questions again.
  if (!provider || (await readPause(deps.db, provider.name, clock.now()))) return
  const asked = await askOnce(deps, provider, attempt, clock)
  if (asked === 'claimed' || asked === 'no-answer') return 'again'
}

/** `claimed`: somebody else is just asking about the trade. `later`: too many questions of this hour were about trades that nobody knows. */
type Asked = 'answered' | 'no-answer' | 'claimed' | 'later'

/** A trade of which nothing was heard may be unknown to its provider, because the browser never arrived there. */
async function askOnce(deps: AskingDeps, provider: OpenProvider, attempt: Attempt, clock: Clock): Promise<Asked> {
  if (attempt.gatewayTradeNo !== null) return ask(deps, provider, attempt, clock)
  if (!(await takeUnknownTurn(deps.db, provider, clock.now()))) return 'later'
  let isUnknown = false
  try {
    return await ask(deps, provider, attempt, clock, () => (isUnknown = true))
  } finally {
    if (!isUnknown) await returnUnknownTurn(deps.db, provider)
  }
}

async function ask(deps: AskingDeps, provider: OpenProvider, attempt: Attempt, clock: Clock, onUnknown?: () => void): Promise<Asked> {
  const { tradeNo, way, gatewayTradeNo, amount, createdAt: startedAt } = attempt
  const now = clock.now()
  if (!(await claimAsking(deps.db, attempt.id, now))) return 'claimed'
  const mayCapture = () => claimCapture(deps, attempt.orderId, clock)
  const answer = await provider.ask({ tradeNo, way, gatewayTradeNo, amount, startedAt, mayCapture }, now)
  if (!answer.ok) {
    const { reason, pauseSeconds } = answer.refusal
    if (pauseSeconds !== undefined) await pauseAsking(deps.db, provider.name, pauseSeconds, now)
    deps.log.warn({ tradeNo, provider: provider.name, reason, pauseSeconds }, 'the payment provider does not say what became of a trade')
    return 'no-answer'
  }
  const { notice, fields, isUnknown } = answer.value
  if (isUnknown) onUnknown?.()
  const isNews = notice.says.kind !== 'unpaid' && (notice.says.kind !== 'number' || attempt.number === null)
  if (isNews) await applyNotice({ ...deps, provider }, notice, fields, clock.now())
  await lapseIfOver(deps.db, tradeNo, now)
  return 'answered'
}

/** Longer than a capture may take (40 seconds at LINE Pay), and over when the minutely job asks again after one without an answer. */
const captureSeconds = 50

/** One capture of an order at a time: two of its attempts that were both authorised would both take the money. */
async function claimCapture({ db, orders }: AskingDeps, orderId: string, clock: Clock): Promise<boolean> {
  const now = clock.now()
  const wait = await takeTurn(db, { key: `capture:${orderId}`, limit: 1, seconds: captureSeconds }, now)
  return !wait && (await orders.find(db, orderId, now))?.state === 'awaiting-payment'
}

/** What has been answered may have moved the attempt, or have moved its end: a number has a deadline of its own. */
async function lapseIfOver(db: Db, tradeNo: string, now: Date): Promise<void> {
  const attempt = await findAttempt(db, tradeNo)
  if (attempt && lapsesAt(attempt) <= now) await moveAttempt(db, attempt.id, attemptMoves.lapse)
}
