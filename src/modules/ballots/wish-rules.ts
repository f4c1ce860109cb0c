import { phaseOf } from '#modules/settings/window-rules.ts'
import { whyNotLine, type Line, type LineProblem, type Round } from '#modules/preorders/rules.ts'
import { findOfferedFacility, type Catalogue, type Court } from '#modules/venues/rules.ts'

/**
 * A wish of a club in a ballot: a weekly period of one court, or of any court of a facility. Wishes are ranked, hold nothing, and
 * may be changed until the round's window ends.
 */
export type Wish = {
  /** 1 is Monday. */
  weekday: number
  /** Minutes after midnight. */
  start: number
  end: number
  facilityId: number
  /** Null: any court of the facility. */
  courtId: number | null
  /** The least share of the season's dates that the club accepts. */
  leastPercent: number
}

/** As the manifest allows (manifest-wire.ts), which pages do not load. */
export const wishesAtMost = 8
export const leastPercents = [50, 75, 90, 100] as const

/** One ticket, and one more for each season in a row without luck, three at most. */
export const ticketsAfter = (seasonsWithoutLuck: number): number => 1 + Math.min(3, seasonsWithoutLuck)

export type WishProblem = LineProblem | { code: 'no_such_facility' } | { code: 'same_wish'; as: number }

/** Courts that a wish is for. */
export function courtsOf(catalogue: Catalogue, { facilityId, courtId }: Pick<Wish, 'facilityId' | 'courtId'>): Court[] {
  const courts = findOfferedFacility(catalogue, facilityId)?.courts ?? []
  return courtId === null ? courts : courts.filter(({ id }) => id === courtId)
}

/** A wish of one court as a line of a pre-order, which has the same rules. */
export const lineOf = ({ weekday, start, end }: Wish, courtId: number, { seasonFrom, seasonTo }: Round): Line => ({
  courtId,
  start,
  end,
  weekly: { weekday, from: seasonFrom, to: seasonTo, except: [] },
})

/** Problems of each wish, by its place in the list, from 0. */
export function problemsOf(catalogue: Catalogue, round: Round, wishes: readonly Wish[]): (WishProblem & { wish: number })[] {
  return wishes.flatMap((wish, n) => {
    const problem = whyNotWish(catalogue, round, wish)
    if (problem) return [{ ...problem, wish: n }]
    const same = wishes.findIndex((other) => keyOf(other) === keyOf(wish))
    return same < n ? [{ code: 'same_wish' as const, as: same + 1, wish: n }] : []
  })
}

const keyOf = ({ weekday, start, end, facilityId, courtId }: Wish): string => [weekday, start, end, facilityId, courtId].join(' ')

/** A wish for any court needs one court that may have the period. */
function whyNotWish(catalogue: Catalogue, round: Round, wish: Wish): WishProblem | undefined {
  if (!findOfferedFacility(catalogue, wish.facilityId)) return { code: 'no_such_facility' }
  const courts = courtsOf(catalogue, wish)
  if (courts.length === 0) return { code: 'no_such_court' }
  const problems = courts.map(({ id }) => whyNotLine(catalogue, round, lineOf(wish, id, round)))
  return problems.includes(undefined) ? undefined : problems[0]
}

/**
 * How far a ballot is: `soon` before its window, `open` for wishes, `ended` until the job has fixed them, `frozen` until the draw,
 * `drawn` afterwards.
 */
export type Stage = 'soon' | 'open' | 'ended' | 'frozen' | 'drawn'

export function stageOf(round: Round, now: Date): Stage {
  if (round.drawnAt !== null) return 'drawn'
  if (round.frozenAt !== null) return 'frozen'
  const phase = phaseOf(round, now)
  return phase === 'open' || phase === 'ended' ? phase : 'soon'
}

/** Time that a substitute has to accept an offer. */
export const offerHours = 48
/** Floor stays held a little longer than an offer or a payment deadline, so that it goes to the next without being free in between. */
export const graceMinutes = 10
export const graceAfter = (deadline: Date): Date => new Date(deadline.getTime() + graceMinutes * 60_000)
