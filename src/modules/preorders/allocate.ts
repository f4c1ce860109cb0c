import type { Db, Trx } from '#db/connect.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import { gather } from '#lib/gather.ts'
import { overlaps, type Period } from '#lib/period.ts'
import type { Mode } from './rules.ts'
import { moveDates, submitPreOrders, type Lost, type Outcome, type PreOrderRequest } from './store.ts'

/**
 * Who gets which dates: the only place that knows. Whoever submits or edits hands over what is wanted and learns the
 * outcome, date by date, whatever the mode of the round is.
 */
export type Allocation = {
  submit(request: PreOrderRequest): Promise<Outcome>
  /** Inside the transaction of an edit: `leave` are dates that are no longer wanted. */
  move(
    trx: Trx,
    request: PreOrderRequest,
    wanted: PreOrderRequest['dates'],
    leave: string[],
  ): Promise<{ refused: Lost; undecided: boolean }>
}
export type Allocations = Record<Mode, Allocation>

export const openAllocations = (db: Db): Allocations => ({
  'first-come': {
    /** Everybody presses in the same second: requests of one moment go in one statement, each decided for itself. */
    submit: gather({
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
 * Two in one statement that want the same dates and others besides would each take some from the other, and both would
 * go empty. So the one that came first goes ahead, and the other asks again, once, when that is decided.
 */
async function submitInTurn(db: Db, requests: PreOrderRequest[]): Promise<Outcome[]> {
  const ahead = goingAhead(requests)
  const outcomes = await submitPreOrders(db, [...ahead])
  const decided = new Map([...ahead].map((request, n) => [request, outcomes[n]!]))
  return requests.map((request) => decided.get(request) ?? { refused: 'undecided' })
}

/** In the order in which they came; whoever has waited once waits no more. */
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
