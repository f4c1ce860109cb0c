import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { sharePlacing } from '#modules/availability/store.ts'
import { readSuspendedUntil } from '#modules/orders/store.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { phaseOf } from '#modules/settings/window-rules.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { keptDates, movePreOrder, writeDates, writeOutcome, type KeptDate } from './date-store.ts'
import { notePreOrder } from './event-store.ts'
import { lockPreOrder, updateAbout, type LockedPreOrder } from './draft-store.ts'
import { keepDocuments } from './keep-documents.ts'
import { isLeftOut, outcomeOf, prepareRequest, split, type PreOrderInput } from './prepare-request.ts'
import { readRoundId } from './read-store.ts'
import { isOpenToChange, overCap, preOrderMoves, type Round } from './rules.ts'
import { readHeldDays, readVersions, type Lost, type PreOrderRequest } from './store.ts'
import type { SubmitDeps, Submitted, SubmitRefusal } from './submit-preorder.ts'

export type EditRefusal =
  | Exclude<SubmitRefusal, { code: 'already_submitted' | 'too_many_drafts' }>
  | { code: 'cannot_edit' }
  | { code: 'too_many_requests'; retryAfterSeconds: number }
type Stale = { code: 'stale' }
type Editing = { deps: SubmitDeps; catalogue: Catalogue; round: Round; request: PreOrderRequest; input: PreOrderInput }

const triesAtMost = 10
/** Rate limit: each edit sends a mail. */
const editsAnHour = 30

/**
 * Edits a submitted pre-order, until the window ends or staff decide. Dates that stay requested stay held. When a new
 * date cannot be had and `acceptPartial` is false, nothing changes.
 */
export async function editPreOrder(
  deps: SubmitDeps,
  input: PreOrderInput & { orderNo: string },
  now: Date,
): Promise<Result<Submitted, EditRefusal>> {
  let catalogue = await deps.catalogues.current()
  for (let tries = 1; tries <= triesAtMost; tries++) {
    const roundId = await readRoundId(deps.db, input.memberId, input.orderNo)
    const round = roundId === undefined ? undefined : await deps.rounds.find(roundId, now)
    if (!round) return refuse({ code: 'not_found' })
    const closed = await deps.rounds.closedIn(round)
    const prepared = prepareRequest({ catalogue, round, closed }, input, { orderNo: input.orderNo, named: true }, now)
    if (!prepared.ok) return prepared
    const editing = { deps, catalogue, round, request: prepared.value, input }
    const edited = await inTransaction<Submitted, EditRefusal | Stale>(deps.db, (trx) => edit(trx, editing, now))
    if (edited.ok) return edited
    const { refusal } = edited
    if (refusal.code !== 'stale') return refuse(refusal)
    deps.rounds.forget()
    const versions = await readVersions(deps.db, round.id)
    if (versions && versions.catalogueVersion !== catalogue.version) catalogue = await deps.catalogues.newerThan(catalogue.version)
  }
  throw new Error('an edit of a pre-order stays undecided')
}

async function edit(trx: Trx, editing: Editing, now: Date): Promise<Result<Submitted, EditRefusal | Stale>> {
  const { deps, round, request, input } = editing
  await sharePlacing(trx)
  await lockMember(trx, input.memberId)
  const found = await lockPreOrder(trx, { orderNo: request.orderNo, memberId: input.memberId })
  if (!found) return refuse({ code: 'not_found' })
  if (!isOpenToChange(found.state)) return refuse({ code: 'cannot_edit' })
  const limited = await takeTurn(trx, { key: `preorder-edit:${input.memberId}`, limit: editsAnHour, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const versions = await readVersions(trx, round.id)
  if (versions?.roundVersion !== request.roundVersion || versions.catalogueVersion !== request.catalogueVersion)
    return refuse({ code: 'stale' })
  if (phaseOf(round, now) !== 'open') return refuse({ code: 'window_closed', orderStart: round.orderStart, end: round.end })
  const held = await readHeldDays(trx, { memberId: input.memberId, roundId: round.id, except: request.orderNo }, now)
  const over = overCap(
    request.dates.map(({ day }) => day),
    held,
    round.periodsPerWeek,
  )
  if (over) return refuse({ code: 'over_cap', ...over })

  const before = await keptDates(trx, found.id)
  const { dates, fresh, leave } = compare(before, request.dates)
  // Suspended members may remove dates, not add any.
  const until = fresh.length > 0 ? await readSuspendedUntil(trx, input.memberId, now) : null
  if (until) return refuse({ code: 'suspended', until })
  const moved = await deps.allocations['first-come'].move(trx, request, fresh, leave)
  const wanted = { ...request, dates }
  const outcome = split(wanted, moved.refused)
  // Closed since this process read the closures: the retry leaves it out.
  const closedSince = split({ ...wanted, refusedBefore: [] }, moved.refused).refused.some((one) => isLeftOut(input, one))
  if (moved.undecided || closedSince) return refuse({ code: 'stale' })
  const lost = Object.keys(moved.refused).length > 0
  if (outcome.held.length === 0 || (lost && !request.partial))
    return refuse({ code: 'dates_taken', lines: outcomeOf(input, [], outcome.refused) })
  const kept = await keepDocuments(trx, found, input.documents, now)
  if (!kept.ok) return kept
  const written = await write(trx, editing, found, wanted, moved.refused, now)
  return ok({ ...written, facilityIds: [...new Set([...written.facilityIds, ...before.map(({ facilityId }) => facilityId)])] })
}

/** Requested dates that are held already keep their ids. */
function compare(old: KeptDate[], wanted: PreOrderRequest['dates']) {
  const key = ({ courtId, period }: Pick<KeptDate, 'courtId' | 'period'>) => `${courtId} ${period.start.getTime()} ${period.end.getTime()}`
  const known = new Map(old.map((date) => [key(date), date.id]))
  const dates = wanted.map((date) => ({ ...date, id: known.get(key(date)) ?? date.id }))
  const stays = new Set(dates.map(({ id }) => id))
  return {
    dates,
    fresh: dates.filter((date) => !known.has(key(date))),
    leave: old.filter(({ id }) => !stays.has(id)).map(({ id }) => id),
  }
}

async function write(
  trx: Trx,
  { catalogue, input }: Editing,
  found: LockedPreOrder,
  request: PreOrderRequest,
  lost: Lost,
  now: Date,
): Promise<Submitted> {
  const { held, refused } = split(request, lost)
  const amount = held.reduce((sum, { price, lightFee }) => sum + price + lightFee, 0)
  await writeDates(trx, found.id, request, held)
  await updateAbout(trx, found.id, input, now)
  await writeOutcome(trx, found.id, { amount, refused, requestHash: request.requestHash })
  const complete = found.missingKinds.every((kind) => input.documents.some((one) => one.kind === kind))
  if (complete) await movePreOrder(trx, found.id, preOrderMoves.sendDocuments, now)
  await notePreOrder(trx, found.id, 'submitted', now)
  return {
    orderNo: request.orderNo,
    state: complete ? 'submitted' : found.state,
    amount,
    lines: outcomeOf(input, held, refused),
    again: false,
    facilityIds: [...new Set(held.map(({ courtId }) => catalogue.courtOf.get(courtId)!.facility.id))],
  }
}
