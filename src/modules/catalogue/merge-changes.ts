import type { Day } from '#lib/zone.ts'
import type { CatalogueChanges, WholeFile } from './file.ts'
import type { CourtFile, FacilityFile, IdentityFile } from './file-wire.ts'
import { normalFacility } from './normal-form.ts'

/** merge: facilities that the changes do not mention stay; replace: they are retired. */
export type Mode = 'merge' | 'replace'

/** What something refers to: it is retired where other things are removed. */
export type InUse = {
  facilities: ReadonlySet<string>
  courts: ReadonlySet<string>
  identities: ReadonlySet<string>
}

/**
 * The catalogue after the changes. Facilities are found by their codes; the other sections replace what was there. What was
 * ever booked is retired instead of removed, and hours and prices of days that have begun are kept.
 */
export function merge(
  before: WholeFile,
  changes: CatalogueChanges,
  { mode, inUse, today }: { mode: Mode; inUse: InUse; today: Day },
): WholeFile {
  return {
    centre: mergeCentre(before.centre, changes.centre),
    identities: changes.identities ? keepUsed(before.identities, changes.identities, inUse.identities) : before.identities,
    facilities: changes.facilities ? mergeFacilities(before.facilities, changes.facilities, mode, inUse, today) : before.facilities,
    holidays: changes.holidays ?? before.holidays,
    lockers: changes.lockers ?? before.lockers,
    rules: { ...before.rules, ...changes.rules },
  }
}

/** Fields and texts that are left out stay. */
const mergeCentre = (before: WholeFile['centre'], changes: CatalogueChanges['centre']): WholeFile['centre'] =>
  ({ ...before, ...changes, texts: { ...before.texts, ...changes?.texts } }) as WholeFile['centre']

/** Entries that are missing in `given` and in use are kept at the end, as retired. */
function keepUsed<T extends IdentityFile | CourtFile | FacilityFile>(before: T[], given: T[], used: ReadonlySet<string>): T[] {
  const missing = before.filter(({ code }) => used.has(code) && !given.some((one) => one.code === code))
  return [...given, ...missing.map((one) => ({ ...one, retired: true as const }))]
}

function mergeFacilities(before: FacilityFile[], given: FacilityFile[], mode: Mode, inUse: InUse, today: Day): FacilityFile[] {
  const merged = given.map((facility) => {
    const old = before.find(({ code }) => code === facility.code)
    return old ? mergeFacility(old, facility, inUse, today) : facility
  })
  if (mode === 'replace') return keepUsed(before, merged, inUse.facilities)
  const changed = before.map((old) => merged.find(({ code }) => code === old.code) ?? old)
  return [...changed, ...merged.filter(({ code }) => !before.some((old) => old.code === code))]
}

function mergeFacility(old: FacilityFile, given: FacilityFile, inUse: InUse, today: Day): FacilityFile {
  const courts = keepUsed(old.courts, given.courts, inUse.courts)
  // Files of before there were pictures, and workbooks without their sheet, say nothing of them.
  const pictures = given.pictures ?? old.pictures
  if (!inUse.facilities.has(old.code)) return { ...given, courts, pictures }
  return {
    ...given,
    courts,
    pictures,
    timetables: keepBegun(old.timetables, given.timetables, today),
    priceLists: keepBegun(old.priceLists, given.priceLists, today),
  }
}

const keepBegun = <T extends { from: Day }>(before: T[], given: T[], today: Day): T[] => [
  ...given,
  ...before.filter(({ from }) => from <= today && !given.some((one) => one.from === from)),
]

/** The same catalogue in the form in which it is compared. Only for a catalogue without errors. */
export const normalFile = (file: WholeFile): WholeFile => ({
  ...file,
  facilities: file.facilities.map(normalFacility),
  holidays: file.holidays.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  lockers: {
    sizes: file.lockers.sizes.map((size) => ({ ...size, terms: size.terms.toSorted((a, b) => a.months - b.months) })),
    walls: file.lockers.walls.toSorted((a, b) => (a.wall < b.wall ? -1 : 1)),
  },
})
