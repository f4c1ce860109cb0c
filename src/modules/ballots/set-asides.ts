import type { OfferedCourt, WeeklyPeriod } from './floor.ts'
import type { ManifestFacility } from './manifest-wire.ts'

/** Space-minutes that a pick takes of its group's share and of the part that is open to all. */
export type Charge = { group: string | null; fromShare: number; fromOpen: number }

const nothing: Charge = { group: null, fromShare: 0, fromOpen: 0 }

/**
 * What is left of each facility's shares during a draw. An entry uses the share of its group first and then the open part; what
 * is set aside for other groups it never gets. A facility without set-asides counts nothing.
 */
export function openShares(facilities: ManifestFacility[]) {
  const shares = new Map(facilities.flatMap((facility) => (facility.setAsides.length > 0 ? [[facility.code, sharesOf(facility)]] : [])))
  return {
    /** How many dates of a period the shares have left for a group. */
    datesLeft(court: OfferedCourt, group: string | null, { start, end }: WeeklyPeriod): number {
      const left = shares.get(court.facility.code)
      if (!left) return Infinity
      return Math.floor(((left.byGroup.get(group ?? '') ?? 0) + left.open) / ((end - start) * court.spaces.length))
    },
    /** What these dates would take, or undefined when too little is left; `returned` counts as if it had been given back. */
    charge(court: OfferedCourt, group: string | null, { start, end }: WeeklyPeriod, dates: number, returned = nothing): Charge | undefined {
      const left = shares.get(court.facility.code)
      if (!left) return nothing
      const minutes = (end - start) * dates * court.spaces.length
      const share = (left.byGroup.get(group ?? '') ?? 0) + (returned.group === group ? returned.fromShare : 0)
      const fromShare = Math.min(share, minutes)
      const fromOpen = minutes - fromShare
      return fromOpen <= left.open + returned.fromOpen ? { group, fromShare, fromOpen } : undefined
    },
    take(court: OfferedCourt, { group, fromShare, fromOpen }: Charge): void {
      const left = shares.get(court.facility.code)
      if (!left) return
      left.open -= fromOpen
      if (group !== null && fromShare > 0) left.byGroup.set(group, left.byGroup.get(group)! - fromShare)
    },
  }
}
export type Shares = ReturnType<typeof openShares>

/** Whole space-minutes of each group, rounded down, and the rest for all. */
function sharesOf({ floor, setAsides }: ManifestFacility): { open: number; byGroup: Map<string, number> } {
  const byGroup = new Map(setAsides.map(({ group, percent }) => [group, Math.floor((floor * percent) / 100)]))
  return { open: floor - [...byGroup.values()].reduce((sum, share) => sum + share, 0), byGroup }
}
