import type { Db, Trx } from '#db/connect.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import { batchCalls } from '#lib/batch-calls.ts'
import { overlaps, type Period } from '#lib/period.ts'
import { moveDates, submitPreOrders, type Lost, type Outcome, type PreOrderRequest } from './store.ts'

/**
 * Allocation: the only code that decides who gets which dates. Submitting and editing hand it a request and receive the
 * outcome of each date. In a ballot, what the draw has left is allocated the same way.
 */
export type Allocation = {
  submit(request: PreOrderRequest): Promise<Outcome>
  /** Runs in the transaction of an edit; `leave` are dates that are no longer requested. */
  move(
    trx: Trx,
    request: PreOrderRequest,
    wanted: PreOrderRequest['dates'],
    leave: string[],
  ): Promise<{ refused: Lost; undecided: boolean }>
}
export type Allocations = { 'first-come': Allocation }

export const openAllocations = (db: Db): Allocations => ({
  'first-come': {
    /** Batches requests: those that arrive together go into one statement, each decided on its own. */
    submit: batchCalls({
      work: (requests: PreOrderRequest[]) => submitInTurn(db, requests),
      atOnce: 2,
      atMost: 50,
      keyOf: ({ memberId }) => memberId,
      failsAll: isConnectionLoss,
    }),
    move: (trx, request, wanted, leave) => moveDates(trx, request, wanted, leave, request.now),
  },
})

/**
 * Two requests of one batch that overlap could each take dates from the other, and both be refused. So the earlier one
 * goes into this batch, and the later one is retried once.
 */
async function submitInTurn(db: Db, requests: PreOrderRequest[]): Promise<Outcome[]> {
  const ahead = goingAhead(requests)
  const outcomes = await submitPreOrders(db, [...ahead])
  const decided = new Map([...ahead].map((request, n) => [request, outcomes[n]!]))
  return requests.map((request) => decided.get(request) ?? { refused: 'undecided' })
}

/** Requests for this batch, in order of arrival; one that has waited a round (`insists`) is always included. */
export function goingAhead(requests: PreOrderRequest[]): Set<PreOrderRequest> {
  const claimed = new Map<string, Period[]>()
  const places = ({ dates }: PreOrderRequest) =>
    dates.flatMap(({ spaces, day, period }) => spaces.map((space) => ({ place: `${space} ${day}`, period })))
  const claim = (request: PreOrderRequest) => {
    for (const { place, period } of places(request)) {
      const there = claimed.get(place)
      if (there) there.push(period)
      else claimed.set(place, [period])
    }
  }
  const isFree = (request: PreOrderRequest) =>
    places(request).every(({ place, period }) => !claimed.get(place)?.some((other) => overlaps(other, period)))
  const ahead = new Set<PreOrderRequest>()
  for (const request of requests.toSorted((a, b) => Number(b.insists) - Number(a.insists))) {
    if (!request.insists && !isFree(request)) continue
    claim(request)
    ahead.add(request)
  }
  return ahead
}
