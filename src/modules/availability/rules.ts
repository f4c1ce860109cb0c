import type { Period } from '#lib/period.ts'
import { addDays, dayOf, momentAt, type Day } from '#lib/zone.ts'
import { slotPrice, slotsOf, tariffOf, type Catalogue, type Court, type Facility, type Tariff } from '#modules/venues/rules.ts'

/** Whether a period can be had is decided from what stands on the court's spaces, and from nothing else. */
export type CellState = 'free' | 'held' | 'booked' | 'mine' | 'closed' | 'past' | 'not-yet'

export type Occupied = Period & {
  spaceId: number
  kind: 'order' | 'preorder' | 'block' | 'closure'
  memberId: string | null
  holdUntil: Date | null
}

export type Cell = { start: Date; end: Date; state: CellState; price: number; holdUntil: Date | null }

export type CourtCells = { court: Court; cells: Cell[] }

/** As many days as one question may be about. */
export const maxDays = 14

/** Members may book from midnight, so many days ahead. */
export const lastOpenDay = (now: Date, daysAhead: number): Day => addDays(dayOf(now), daysAhead)

type Looking = { identityId: number; memberId: string | null; now: Date }

/** One piece of a day: what all courts of the facility have in common. */
type Column = Period & { from: number; to: number; day: Day; tariff: Tariff }

/** What stands on a space now, with its moments as numbers: they are compared cell by cell. */
type Standing = { one: Occupied; from: number; to: number }

export function cellsOf(
  catalogue: Catalogue,
  facility: Facility,
  courts: Court[],
  days: Day[],
  occupied: Occupied[],
  looking: Looking,
): CourtCells[] {
  const lastDay = lastOpenDay(looking.now, catalogue.booking.daysAhead)
  const columns = days.flatMap((day) => columnsOf(catalogue, facility, day))
  const bySpace = standingBySpace(occupied, looking.now)
  return courts.map((court) => {
    const onSpaces = court.spaces.map((space) => bySpace.get(space))
    return { court, cells: columns.map((column) => cellOf(court, column, onSpaces, column.day > lastDay, looking)) }
  })
}

function standingBySpace(occupied: Occupied[], now: Date): Map<number, Standing[]> {
  const bySpace = new Map<number, Standing[]>()
  for (const one of occupied) {
    if (one.holdUntil !== null && one.holdUntil <= now) continue
    const standing = { one, from: one.start.getTime(), to: one.end.getTime() }
    const others = bySpace.get(one.spaceId)
    if (others) others.push(standing)
    else bySpace.set(one.spaceId, [standing])
  }
  return bySpace
}

/** The same for everybody who looks, for as long as the catalogue is the same. */
const known = new WeakMap<Catalogue, Map<string, Column[]>>()

function columnsOf(catalogue: Catalogue, facility: Facility, day: Day): Column[] {
  let ofCatalogue = known.get(catalogue)
  if (!ofCatalogue) known.set(catalogue, (ofCatalogue = new Map()))
  const key = `${facility.id} ${day}`
  let columns = ofCatalogue.get(key)
  if (!columns) {
    columns = slotsOf(facility).map((slot) => {
      const [start, end] = [momentAt(day, slot.start), momentAt(day, slot.end)]
      return { start, end, from: start.getTime(), to: end.getTime(), day, tariff: tariffOf(facility, day, slot, catalogue.holidays) }
    })
    // Days that nobody books are asked for too; they are not worth keeping without end.
    if (ofCatalogue.size < knownAtMost) ofCatalogue.set(key, columns)
  }
  return columns
}
const knownAtMost = 2000

function cellOf(court: Court, column: Column, onSpaces: (Standing[] | undefined)[], tooEarly: boolean, looking: Looking): Cell {
  const standing = onSpaces.map((onSpace) => onSpace && standingIn(onSpace, column))
  const { price, lightFee } = slotPrice(court, column.tariff, looking.identityId)
  return {
    start: column.start,
    end: column.end,
    state: stateOf(column, standing, tooEarly, looking),
    // Who pays nothing for the court pays nothing for its light.
    price: price === 0 ? 0 : price + lightFee,
    holdUntil: freeFrom(standing),
  }
}

function standingIn(onSpace: Standing[], column: Column): Occupied | undefined {
  for (const { one, from, to } of onSpace) if (from < column.to && column.from < to) return one
  return undefined
}

/** `standing`: what is on each space of the court. A court is the member's own when all of it is; one half of it makes it no more than taken. */
function stateOf(column: Column, standing: (Occupied | undefined)[], tooEarly: boolean, { memberId, now }: Looking): CellState {
  if (memberId !== null && standing.every((one) => one?.memberId === memberId)) return 'mine'
  if (column.from <= now.getTime()) return 'past'
  let state: CellState = tooEarly ? 'not-yet' : 'free'
  for (const one of standing) {
    if (!one) continue
    if (one.kind === 'block' || one.kind === 'closure') return 'closed'
    if (one.holdUntil === null) state = 'booked'
    else if (state !== 'booked') state = 'held'
  }
  return state
}

/** When the last hold runs out; null while something stands for good. */
function freeFrom(standing: (Occupied | undefined)[]): Date | null {
  let last: Date | null = null
  for (const one of standing) {
    if (!one) continue
    if (one.holdUntil === null) return null
    if (last === null || one.holdUntil > last) last = one.holdUntil
  }
  return last
}
