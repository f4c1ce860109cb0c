import type { Db } from '#db/connect.ts'
import type { ShareRuns } from '#lib/share-runs.ts'
import { addDays, momentAt, type Day } from '#lib/zone.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { lastOpenDay, openingOf } from '#modules/venues/hours-rules.ts'
import { findOffered, findOfferedFacility, type Catalogue, type Court, type Facility } from '#modules/venues/rules.ts'
import { cellsOf, type CourtCells, type Occupied, type ReadContext } from './rules.ts'
import { readOccupied } from './store.ts'

type Shown = { facility: Facility; courts: Court[] }

/**
 * Occupancy of some courts in one statement, with a catalogue of the same version. `pick` chooses the courts again when
 * the catalogue was stale.
 */
export async function readCourts<T extends Shown[]>(
  db: Db,
  catalogues: Catalogues,
  pick: (catalogue: Catalogue) => T | undefined,
  days: Day[],
  now: Date,
): Promise<{ catalogue: Catalogue; shown: T; occupied: Occupied[] } | undefined> {
  let catalogue = await catalogues.current()
  for (;;) {
    const shown = pick(catalogue)
    if (!shown) return undefined
    const spaces = [...new Set(shown.flatMap(({ courts }) => courts.flatMap((court) => court.spaces)))]
    const within = { start: momentAt(days[0]!, 0), end: momentAt(days.at(-1)!, 24 * 60) }
    const { version, occupied } = await readOccupied(db, spaces, within, now)
    if (version === catalogue.version) return { catalogue, shown, occupied }
    catalogue = await catalogues.newerThan(catalogue.version)
  }
}

type Which = { facilityId: number } | { courtId: number }
export type ShareReads = ShareRuns<Awaited<ReturnType<typeof readCourts<[Shown]>>>>

/** Availability of a facility's courts, cell by cell. Concurrent reads of the same courts may share one query. */
export async function readCourtCells(
  db: Db,
  catalogues: Catalogues,
  which: Which,
  days: Day[],
  context: ReadContext,
  share: ShareReads = (_, look) => look(),
): Promise<{ facility: Facility; courts: CourtCells[]; openUntil: Day; nextDayOpensAt: Date } | undefined> {
  const pick = (catalogue: Catalogue): [Shown] | undefined => {
    if ('courtId' in which) {
      const found = findOffered(catalogue, which.courtId)
      return found && [{ facility: found.facility, courts: [found.court] }]
    }
    const facility = findOfferedFacility(catalogue, which.facilityId)
    return facility && [{ facility, courts: facility.courts }]
  }
  const key = `${JSON.stringify(which)} ${days[0]} ${days.length}`
  const read = await share(key, () => readCourts(db, catalogues, pick, days, context.now))
  if (!read) return undefined
  const [{ facility, courts }] = read.shown
  const { booking } = read.catalogue
  const openUntil = lastOpenDay(context.now, booking)
  return {
    facility,
    courts: cellsOf(read.catalogue, facility, courts, days, read.occupied, context),
    openUntil,
    nextDayOpensAt: openingOf(addDays(openUntil, 1), booking),
  }
}
