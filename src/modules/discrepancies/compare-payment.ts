import type { Clock } from '#lib/clock.ts'
import { returnUnknownTurn, takeUnknownTurn } from '#modules/payments/asking-limits.ts'
import { applyNotice } from '#modules/payments/receive-notice.ts'
import type { OpenProvider, TradeRecord } from '#modules/payments/provider.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import type { CheckDeps, Compared } from './deps.ts'
import { differencesOfPayment } from './rules.ts'
import { insertDiscrepancies, listKindsOf, readOurPayment, type OurRecord, type Queued } from './store.ts'

const hour = 3_600_000

/** Holds an attempt against its provider's books. What was paid there alone is entered as if the provider had told it, and listed all the same. */
export async function comparePayment(deps: CheckDeps, queued: Queued, clock: Clock): Promise<Compared> {
  const { db, providers } = deps
  const provider = providers.of(queued.asked)
  const ours = await readOurPayment(db, queued.subjectId)
  if (!provider || !ours) return { kind: 'skipped' }
  const mayBeUnknown = ours.gatewayTradeNo === null
  // Half of the turns are left for payments under way.
  if (mayBeUnknown && !(await takeUnknownTurn(db, provider, clock.now(), 0.5)))
    return { kind: 'later', until: new Date(clock.now().getTime() + hour), problem: 'too_often' }
  let isUnknown = false
  let answer: Awaited<ReturnType<typeof askFor>>
  try {
    answer = await askFor(provider, ours, clock.now())
    isUnknown = answer.ok && answer.value.kind === 'unknown'
  } finally {
    if (mayBeUnknown && !isUnknown) await returnUnknownTurn(db, provider)
  }
  if (!answer.ok) {
    const { reason, pauseSeconds } = answer.refusal
    return { kind: 'no-answer', reason, ...(pauseSeconds === undefined ? {} : { pauseSeconds }) }
  }
  const after = await readOurPayment(db, queued.subjectId)
  if (!after || hasMoved(ours, after)) return moving(clock)
  return conclude(deps, { queued, provider, ours }, answer.value, clock)
}

/** Whether our books moved while the provider was asked: its answer may be of before, or of after. */
const hasMoved = (before: OurRecord, after: OurRecord): boolean =>
  before.isPaid !== after.isPaid || before.refunded !== after.refunded || before.isGoingBack !== after.isGoingBack

const moving = (clock: Clock, found = 0): Compared => ({
  kind: 'later',
  until: new Date(clock.now().getTime() + hour),
  problem: 'moving',
  found,
})

const askFor = (provider: OpenProvider, { tradeNo, way, gatewayTradeNo, amount, startedAt }: OurRecord, now: Date) =>
  provider.record({ tradeNo, way: way as PayWay | null, gatewayTradeNo, amount, startedAt }, now)

type Comparing = { queued: Queued; provider: OpenProvider; ours: OurRecord }

async function conclude(deps: CheckDeps, { queued, provider, ours }: Comparing, theirs: TradeRecord, clock: Clock): Promise<Compared> {
  const { db, orders, log } = deps
  const known = theirs.kind === 'found' ? theirs : undefined
  const refunded = ours.isGoingBack ? null : ours.refunded
  const differences = differencesOfPayment({ ...ours, refunded }, { paid: known?.paid ?? null, refunded: known?.refunded ?? null })
  const isPaidThere = differences.some(({ kind }) => kind === 'paid-there')
  if (isPaidThere && known) {
    const verdict = await applyNotice({ db, provider, orders, log }, known.told.notice, known.told.fields, clock.now())
    // The notice came while the provider was asked; or what was paid there went back whole, and was never ours.
    if (verdict === 'repeated' || (verdict !== 'paid' && known.refunded === known.paid)) return { kind: 'compared', found: 0 }
  }
  const about = { day: queued.day, orderId: ours.orderId, attemptId: queued.subjectId, invoiceId: null, asked: queued.asked }
  if (!ours.isGoingBack) return { kind: 'compared', found: await insertDiscrepancies(db, about, differences, clock.now()) }
  // How much went back is compared when it has arrived somewhere; what else differs is written before, and not again each time.
  const written = await listKindsOf(db, queued.subjectId)
  const others = differences.filter(({ kind }) => !written.includes(kind))
  return moving(clock, await insertDiscrepancies(db, about, others, clock.now()))
}
