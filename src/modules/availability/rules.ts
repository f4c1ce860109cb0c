import type { Period } from '#lib/period.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { lastOpenDay, slotsOn } from '#modules/venues/hours-rules.ts'
import { slotPrice, tariffOf, type Tariff } from '#modules/venues/price-rules.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'

/** The state of a period on a court is derived from the occupancy of its spaces alone. */
export type CellState = 'free' | 'held' | 'booked' | 'mine' | 'closed' | 'past' | 'not-yet'

export type Occupied = Period & {
  spaceId: number
  /** `offer`: freed, and held for those who wait for it. */
  kind: 'order' | 'preorder' | 'block' | 'closure' | 'offer'
  memberId: string | null
  holdUntil: Date | null
}

export type Cell = { start: Date; end: Date; state: CellState; price: number; holdUntil: Date | null }

export type CourtCells = { court: Court; cells: Cell[] }

/** Most days in one request. */
export const maxDays = 14

/** For whom availability is read, and at which moment: prices depend on the identity, "mine" on the member. */
export type ReadContext = {
  identityId: number
  memberId: string | null
  now: Date
  /** The desk sells any day ahead, and a period that has begun. */
  atDesk?: boolean
}

/** A slot of a day, shared by all courts of the facility. */
type Column = Period & { from: number; to: number; day: Day; tariff: Tariff | undefined }

/** An occupied period in milliseconds: every cell compares them. */
type OccupiedSpan = { one: Occupied; from: number; to: number }

export function cellsOf(
  catalogue: Catalogue,
  facility: Facility,
  courts: Court[],
  days: Day[],
  occupied: Occupied[],
  context: ReadContext,
): CourtCells[] {
  const lastDay = lastOpenDay(context.now, catalogue.booking)
  const columns = days.flatMap((day) => columnsOf(catalogue, facility, day))
  const bySpace = spansBySpace(occupied, context.now)
  return courts.map((court) => {
    const onSpaces = court.spaces.map((space) => bySpace.get(space))
    return { court, cells: columns.map((column) => cellOf(court, column, onSpaces, !context.atDesk && column.day > lastDay, context)) }
  })
}

function spansBySpace(occupied: Occupied[], now: Date): Map<number, OccupiedSpan[]> {
  const bySpace = new Map<number, OccupiedSpan[]>()
  for (const one of occupied) {
    if (one.holdUntil !== null && one.holdUntil <= now) continue
    const span = { one, from: one.start.getTime(), to: one.end.getTime() }
    const others = bySpace.get(one.spaceId)
    if (others) others.push(span)
    else bySpace.set(one.spaceId, [span])
  }
  return bySpace
}

/** Cache of slots by catalogue: they depend on nothing else. */
const known = new WeakMap<Catalogue, Map<string, Column[]>>()

function columnsOf(catalogue: Catalogue, facility: Facility, day: Day): Column[] {
  let ofCatalogue = known.get(catalogue)
  if (!ofCatalogue) known.set(catalogue, (ofCatalogue = new Map()))
  const key = `${facility.id} ${day}`
  let columns = ofCatalogue.get(key)
  if (!columns) {
    columns = slotsOn(facility, day, catalogue.holidays).map((slot) => {
      const [start, end] = [momentAt(day, slot.start), momentAt(day, slot.end)]
      return { start, end, from: start.getTime(), to: end.getTime(), day, tariff: tariffOf(facility, day, slot, catalogue.holidays) }
    })
    // Bounded: clients may ask for any day.
    if (ofCatalogue.size < knownAtMost) ofCatalogue.set(key, columns)
  }
  return columns
}
const knownAtMost = 2000

function cellOf(court: Court, column: Column, onSpaces: (OccupiedSpan[] | undefined)[], tooEarly: boolean, context: ReadContext): Cell {
  const occupied = onSpaces.map((onSpace) => onSpace && occupiedIn(onSpace, column))
  const priced = column.tariff && slotPrice(court, column.tariff, context.identityId)
  return {
    start: column.start,
    end: column.end,
    // Without a price nothing can be booked.
    state: priced ? stateOf(column, occupied, tooEarly, context) : 'closed',
    // Free courts have free light.
    price: priced && priced.price > 0 ? priced.price + priced.lightFee : 0,
    holdUntil: freeFrom(occupied),
  }
}

function occupiedIn(onSpace: OccupiedSpan[], column: Column): Occupied | undefined {
  for (const { one, from, to } of onSpace) if (from < column.to && column.from < to) return one
  return undefined
}

/** `occupied`: what occupies each space of the court. `mine` only when the member holds all of them. */
function stateOf(column: Column, occupied: (Occupied | undefined)[], tooEarly: boolean, { memberId, now, atDesk }: ReadContext): CellState {
  if (memberId !== null && occupied.every((one) => one?.memberId === memberId)) return 'mine'
  if ((atDesk ? column.to : column.from) <= now.getTime()) return 'past'
  let state: CellState = tooEarly ? 'not-yet' : 'free'
  for (const one of occupied) {
    if (!one) continue
    if (one.kind === 'block' || one.kind === 'closure') return 'closed'
    if (one.holdUntil === null) state = 'booked'
    else if (state !== 'booked') state = 'held'
  }
  return state
}

/** When the last hold lapses; null when an occupancy has no end of its hold. */
function freeFrom(occupied: (Occupied | undefined)[]): Date | null {
  let last: Date | null = null
  for (const one of occupied) {
    if (!one) continue
    if (one.holdUntil === null) return null
    if (last === null || one.holdUntil > last) last = one.holdUntil
  }
  return last
}
