import type { Day } from '#lib/zone.ts'
import { floorsOf } from './check-facility.ts'
import { checkFile } from './check-file.ts'
import { diff, type FieldChange } from './diff-files.ts'
import type { FileError } from './file-errors.ts'
import type { CatalogueChanges, WholeFile } from './file.ts'
import type { FacilityFile } from './file-wire.ts'
import { lockerNumbers } from '#modules/lockers/rules.ts'
import { merge, normalFile, type InUse, type Mode } from './merge-changes.ts'
import { priceEffects, type PriceEffect } from './price-effects.ts'

export type Circumstances = {
  mode: Mode
  today: Day
  inUse: InUse
  /** Courts with bookings ahead: their floors cannot be divided otherwise. */
  bookedAhead: ReadonlySet<string>
  /** Numbers of lockers that somebody rents. */
  rented: ReadonlySet<string>
  /** Files of pictures that may be used: those of the catalogue, and what the caller has uploaded. */
  pictures: ReadonlySet<string>
}

export type Plan = { after: WholeFile; errors: FileError[]; changes: FieldChange[]; prices: PriceEffect[]; parts: string[] }

/** What changes would make of a catalogue: errors of the whole result, or every difference. Pure; the day is an argument. */
export function planChange(before: WholeFile, changes: CatalogueChanges, circumstances: Circumstances): Plan {
  const merged = merge(before, changes, circumstances)
  const errors = [...checkFile(merged), ...circumstantialErrors(before, merged, circumstances)]
  if (errors.length > 0) return { after: before, errors, changes: [], prices: [], parts: [] }
  const [old, after] = [normalFile(before), normalFile(merged)]
  const differences = diff(old, after)
  const identities = after.identities.filter(({ retired }) => !retired).map(({ code }) => code)
  return {
    after,
    errors: [],
    changes: differences,
    prices: priceEffects(old.facilities, after.facilities, identities, circumstances.today),
    parts: [...new Set(differences.map(({ part }) => part))],
  }
}

function circumstantialErrors(before: WholeFile, after: WholeFile, { bookedAhead, rented, pictures }: Circumstances): FileError[] {
  const errors = after.facilities.flatMap((facility) => {
    const old = before.facilities.find(({ code }) => code === facility.code)
    return [...(old ? floorErrors(old, facility, bookedAhead) : []), ...pictureErrors(facility, pictures)]
  })
  const numbers = new Set(after.lockers.walls.flatMap(lockerNumbers))
  const gone = [...rented].filter((number) => !numbers.has(number)).toSorted()
  if (gone.length > 0)
    errors.push({
      part: 'lockers',
      path: 'walls',
      code: 'lockers_rented',
      params: { numbers: gone.slice(0, 10).join(', '), count: gone.length },
    })
  return errors
}

/** A picture is in the file by the id of its bytes, which are in the centre where it was uploaded. */
const pictureErrors = ({ code, pictures = [] }: FacilityFile, known: ReadonlySet<string>): FileError[] =>
  pictures.flatMap(({ file, alt }, n) =>
    known.has(file) ? [] : [{ part: `facility:${code}`, path: `pictures.${n}.file`, code: 'picture_missing', params: { name: alt.tw } }],
  )

/** Bookings ahead stand on the spaces of their day of booking; on other spaces the same floor would be sold twice. */
function floorErrors(old: FacilityFile, now: FacilityFile, bookedAhead: ReadonlySet<string>): FileError[] {
  const [oldCourts, courts] = [old, now].map((one) => new Map(one.courts.map((court) => [court.code, court]))) as [
    Map<string, FacilityFile['courts'][number]>,
    Map<string, FacilityFile['courts'][number]>,
  ]
  const isSound = [...courts.values()].every(({ on = [] }) => on.every((code) => courts.has(code)))
  if (!isSound) return []
  return now.courts.flatMap((court, n) => {
    const before = oldCourts.get(court.code)
    if (!before || !bookedAhead.has(court.code)) return []
    const isSame = floorsOf(before, oldCourts).join() === floorsOf(court, courts).join()
    return isSame ? [] : [{ part: `facility:${now.code}`, path: `courts.${n}.on`, code: 'floor_booked', params: { code: court.code } }]
  })
}
