import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { addDays, momentAt, type Day } from '#lib/zone.ts'
import { mondayOf } from '#modules/orders/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { slotsOn } from '#modules/venues/hours-rules.ts'
import {
  findOfferedFacility,
  spacesOf,
  type Catalogue,
  type Court,
  type Facility,
  type Holidays,
  type Slot,
  type Words,
} from '#modules/venues/rules.ts'
import { readHolidays } from '#modules/venues/store.ts'
import { readBoard, type HolderRow, type ParkedRow } from './board-store.ts'

export type BoardQuery = { facility: string | undefined; day: Day; court: string | undefined }
export type Board = {
  facilities: Facility[]
  facility: Facility
  courts: Court[]
  /** `closedFor`: the holiday for which the whole centre is closed. */
  days: { day: Day; slots: Slot[]; closedFor: Words | null }[]
  holders: (HolderRow & { courtIds: number[] })[]
  parked: (ParkedRow & { court: Court; facility: Facility })[]
}
export type BoardRefusal = { code: 'no_such_facility' } | { code: 'no_such_court' }

/** A day of a facility with everything that holds its floor, or the week of one of its courts. Asks the database once. */
export async function readBoardOf(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  { facility: code, day, court: courtCode }: BoardQuery,
  now: Date,
): Promise<Result<Board, BoardRefusal>> {
  let catalogue = await catalogues.current()
  for (;;) {
    const facilities = offeredFacilities(catalogue)
    const facility = code === undefined ? facilities[0] : facilities.find((one) => one.code === code)
    if (!facility) return refuse({ code: 'no_such_facility' })
    const courts = courtCode === undefined ? facility.courts : facility.courts.filter((one) => one.code === courtCode)
    if (courtCode !== undefined && courts.length === 0) return refuse({ code: 'no_such_court' })
    const first = courtCode === undefined ? day : mondayOf(day)
    const days = Array.from({ length: courtCode === undefined ? 1 : 7 }, (_, n) => addDays(first, n))
    const spaces = [...new Set(courts.flatMap((court) => court.spaces))]
    const found = await readBoard(db, spaces, { start: momentAt(first, 0), end: momentAt(days.at(-1)!, 24 * 60) }, now)
    if (found.version !== catalogue.version) {
      catalogue = await catalogues.newerThan(catalogue.version)
      continue
    }
    return ok({
      facilities,
      facility,
      courts,
      days: await nameClosed(
        db,
        days.map((one) => ({ day: one, slots: slotsOn(facility, one, catalogue.holidays) })),
        catalogue.holidays,
      ),
      holders: found.holders.map((holder) => ({ ...holder, courtIds: courtsOf(courts, holder) })),
      parked: found.parked.map((item) => ({ ...item, ...catalogue.courtOf.get(item.courtId)! })),
    })
  }
}

/** Names the holidays that are closed; asks for them only where there is one. */
async function nameClosed(db: Db, days: { day: Day; slots: Slot[] }[], { closed }: Holidays): Promise<Board['days']> {
  const holidays = days.some(({ day }) => closed?.has(day)) ? await readHolidays(db) : []
  const nameOf = (day: Day) => (closed?.has(day) ? holidays.find((one) => one.day === day)?.name : undefined)
  return days.map((one) => ({ ...one, closedFor: nameOf(one.day) ?? null }))
}

export type Overview = { facilities: { facility: Facility; slots: Slot[] }[]; holders: HolderRow[] }

/** The day of every facility with everything that holds its floor. Asks the database once. */
export async function readOverview({ db, catalogues }: { db: Db; catalogues: Catalogues }, day: Day, now: Date): Promise<Overview> {
  let catalogue = await catalogues.current()
  for (;;) {
    const facilities = offeredFacilities(catalogue)
    const spaces = [...new Set(facilities.flatMap(spacesOf))]
    const found = await readBoard(db, spaces, { start: momentAt(day, 0), end: momentAt(day, 24 * 60) }, now)
    if (found.version === catalogue.version) {
      const { holidays } = catalogue
      return { facilities: facilities.map((facility) => ({ facility, slots: slotsOn(facility, day, holidays) })), holders: found.holders }
    }
    catalogue = await catalogues.newerThan(catalogue.version)
  }
}

export const offeredFacilities = (catalogue: Catalogue): Facility[] =>
  [...catalogue.facilityOf.keys()].flatMap((id) => findOfferedFacility(catalogue, id) ?? [])

/** Courts whose floor a holder takes, its own first: a full court takes its halves too. */
function courtsOf(courts: Court[], { courtId, spaces }: HolderRow): number[] {
  const touched = courts.filter((court) => court.spaces.some((space) => spaces.includes(space))).map(({ id }) => id)
  return courtId !== null && touched.includes(courtId) ? [courtId, ...touched.filter((id) => id !== courtId)] : touched
}
