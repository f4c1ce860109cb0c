import type { Period } from '#lib/period.ts'
import { addDays, dayOf, momentAt, type Day } from '#lib/zone.ts'
import { slotPrice, slotsOf, type Catalogue, type Court, type Facility } from '#modules/venues/rules.ts'

/** Whether a period can be had is decided from what stands on the court's spaces, and from nothing else. */
export type CellState = 'free' | 'held' | 'booked' | 'mine' | 'closed' | 'past' | 'not-yet'

export type Occupied = Period & { spaceId: number; kind: 'order' | 'preorder' | 'block' | 'closure'; memberId: string | null; holdUntil: Date | null }

export type Cell = { start: Date; end: Date; state: CellState; price: number; holdUntil: Date | null }

export type CourtCells = { court: Court; cells: Cell[] }

/** Members may book from midnight, so many days ahead. */
export const lastOpenDay = (now: Date, daysAhead: number): Day => addDays(dayOf(now), daysAhead)

type Looking = { identityId: number; memberId: string | null; now: Date }

export function cellsOf(catalogue: Catalogue, facility: Facility, courts: Court[], days: Day[], occupied: Occupied[], looking: Looking): CourtCells[] {
  const bySpace = new Map<number, Occupied[]>()
  for (const one of occupied) {
    const list = bySpace.get(one.spaceId)
    if (list) list.push(one)
    else bySpace.set(one.spaceId, [one])
  }
  const lastDay = lastOpenDay(looking.now, catalogue.booking.daysAhead)
  const slots = slotsOf(facility)
  return courts.map((court) => ({
    court,
    cells: days.flatMap((day) =>
      slots.map((slot) => {
        const period = { start: momentAt(day, slot.start), end: momentAt(day, slot.end) }
        const standing = standingOn(court, period, bySpace, looking.now)
        const { price, lightFee } = slotPrice(facility, court, day, slot, looking.identityId, catalogue.holidays)
        return { ...period, state: stateOf(period, standing, day > lastDay, looking), price: price === 0 ? 0 : price + lightFee, holdUntil: standing?.holdUntil ?? null }
      }),
    ),
  }))
}

function standingOn(court: Court, period: Period, bySpace: Map<number, Occupied[]>, now: Date): Occupied | undefined {
  for (const space of court.spaces) {
    for (const one of bySpace.get(space) ?? []) {
      if (one.start < period.end && period.start < one.end && (one.holdUntil === null || one.holdUntil > now)) return one
    }
  }
  return undefined
}

function stateOf(period: Period, standing: Occupied | undefined, tooEarly: boolean, { memberId, now }: Looking): CellState {
  if (standing && standing.memberId !== null && standing.memberId === memberId) return 'mine'
  if (period.start <= now) return 'past'
  if (standing?.kind === 'block' || standing?.kind === 'closure') return 'closed'
  if (standing) return standing.holdUntil === null ? 'booked' : 'held'
  return tooEarly ? 'not-yet' : 'free'
}
