import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { fewRandomBytes } from '#lib/random-bytes.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import type { Allocations } from './allocate.ts'
import { discardDraft } from './cancel-preorder.ts'
import { lockPreOrder } from './draft-store.ts'
import { keepDocuments, type DocumentsRefusal } from './keep-documents.ts'
import {
  isLeftOut,
  outcomeOf,
  prepareRequest,
  split,
  type LineOutcome,
  type PreOrderInput,
  type RequestRefusal,
} from './prepare-request.ts'
import { readRoundId, readSubmitted } from './read-store.ts'
import type { Rounds } from './rounds.ts'
import { preOrderNumber, type Round, type ShownState } from './rules.ts'
import type { OccupancyIndex } from './season.ts'
import { saveDraft, type TooManyDrafts } from './save-draft.ts'
import type { PreOrderRequest } from './store.ts'

export type Submitted = { orderNo: string; state: ShownState; amount: number; lines: LineOutcome[]; again: boolean; facilityIds: number[] }
export type SubmitRefusal = RequestRefusal | { code: 'not_found' } | { code: 'already_submitted' } | TooManyDrafts | DocumentsRefusal
export type SubmitDeps = { db: Db; catalogues: Catalogues; rounds: Rounds; allocations: Allocations }

/** So many retries in a row, because of new versions or conflicts within a batch, are a bug. */
const triesAtMost = 25

/** Submits a pre-order. With a number: that draft, which stays unchanged when refused. */
export async function submitPreOrder(deps: SubmitDeps, input: PreOrderInput, now: Date): Promise<Result<Submitted, SubmitRefusal>> {
  let numbered = { orderNo: input.orderNo ?? preOrderNumber(now, fewRandomBytes(7)), named: input.orderNo !== undefined }
  let { roundId } = input
  let isOfDraft = false
  let catalogue = await deps.catalogues.current()
  let drafted = false
  let known:
    | { round: Round; catalogue: Catalogue; closed: OccupancyIndex; numbered: object; prepared: ReturnType<typeof prepareRequest> }
    | undefined
  const give = async (refusal: SubmitRefusal) => {
    if (drafted) await discardDraft(deps.db, input.memberId, numbered.orderNo, now)
    return refuse(refusal)
  }
  for (let tries = 1; tries <= triesAtMost; tries++) {
    const round = await deps.rounds.find(roundId, now)
    if (!round) return give({ code: 'not_found' })
    const closed = await deps.rounds.closedIn(round)
    if (known?.round !== round || known.catalogue !== catalogue || known.closed !== closed || known.numbered !== numbered)
      known = { round, catalogue, closed, numbered, prepared: prepareRequest({ catalogue, round, closed }, input, numbered, now) }
    const { prepared } = known
    if (!prepared.ok) {
      // The draft may belong to another round than the one that was asked for.
      const own = numbered.named && !isOfDraft ? await readRoundId(deps.db, input.memberId, numbered.orderNo) : undefined
      if (own !== undefined && own !== round.id) {
        roundId = own
        isOfDraft = true
        continue
      }
      return give(prepared.refusal)
    }
    const request = { ...prepared.value, insists: tries > 1 }
    const outcome = await deps.allocations['first-come'].submit(request)
    if ('again' in outcome) return ok(await asBefore(deps, outcome.preOrderId, input, now))
    if (!('refused' in outcome)) return ok(submitted(catalogue, request, outcome))
    if (outcome.refused === 'dates_taken') {
      const { refused } = split({ ...request, refusedBefore: [] }, outcome.dates)
      if (!refused.some((one) => isLeftOut(input, one)))
        return give({ code: 'dates_taken', lines: outcomeOf(input, [], [...request.refusedBefore, ...refused]) })
      // Closed since this process read the closures: the retry leaves it out.
      deps.rounds.forget()
    }
    if (outcome.refused === 'suspended') return give({ code: 'suspended', until: new Date(outcome.until) })
    if (outcome.refused === 'over_cap') return give({ code: 'over_cap', ...outcome.over })
    if (outcome.refused === 'window_closed')
      return give({ code: 'window_closed', orderStart: new Date(outcome.orderStart), end: new Date(outcome.end) })
    if (outcome.refused === 'not_found' || outcome.refused === 'already_submitted') return give({ code: outcome.refused })
    if (outcome.refused === 'other_round') roundId = outcome.roundId
    if (outcome.refused === 'stale_round') deps.rounds.forget()
    if (outcome.refused === 'stale_catalogue') catalogue = await deps.catalogues.newerThan(catalogue.version)
    if (outcome.refused === 'documents_differ') {
      const kept = numbered.named ? await addDocuments(deps.db, request, now) : await saveDraft(deps, input, now)
      if (!kept.ok) return give(kept.refusal)
      drafted ||= !numbered.named
      numbered = { orderNo: kept.value.orderNo, named: true }
    }
  }
  throw new Error('a pre-order stays undecided')
}

function submitted(
  catalogue: Catalogue,
  request: PreOrderRequest,
  { orderNo, amount, dates }: { orderNo: string; amount: number; dates: Record<string, LineOutcome['refused'][number]['why']> },
): Submitted {
  const { held, refused } = split(request, dates)
  return {
    orderNo,
    amount,
    state: 'submitted',
    lines: outcomeOf(request, held, refused),
    again: false,
    facilityIds: [...new Set(held.map(({ courtId }) => catalogue.courtOf.get(courtId)!.facility.id))],
  }
}

async function asBefore({ db }: SubmitDeps, id: string, input: PreOrderInput, now: Date): Promise<Submitted> {
  const { orderNo, state, amount, dates, refused } = await readSubmitted(db, id, now)
  return { orderNo, state, amount, lines: outcomeOf(input, dates, refused), again: true, facilityIds: [] }
}

/** Stores the input's documents with the draft; its other fields stay as saved until it is submitted. */
async function addDocuments(db: Db, { orderNo, memberId, documents }: PreOrderRequest, now: Date) {
  return inTransaction<{ orderNo: string }, SubmitRefusal>(db, async (trx) => {
    await lockMember(trx, memberId)
    const draft = await lockPreOrder(trx, { orderNo, memberId })
    if (!draft) return refuse({ code: 'not_found' })
    // Submitted meanwhile: the retry finds out whether by the same request.
    if (draft.state !== 'draft') return ok({ orderNo })
    const kept = await keepDocuments(trx, draft, documents, now)
    return kept.ok ? ok({ orderNo }) : kept
  })
}
