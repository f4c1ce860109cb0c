import type { FacilityFile, PriceListFile, TimetableFile } from '#ui/staff/kit/catalogue-types.ts'
import type { Choice } from '#ui/staff/kit/conflict-view.tsx'

/**
 * Three-way merge of a facility that two people have edited. It is taken apart into units: each field, and each timetable and
 * price list by the day from which it holds.
 */
type Units = Map<string, unknown>

const plainFields = ['name', 'about', 'place', 'rules', 'sport', 'drawing', 'colour', 'outdoor', 'pictures', 'retired', 'courts'] as const

export function unitsOf(facility: FacilityFile | null): Units {
  if (!facility) return new Map()
  return new Map<string, unknown>([
    ...plainFields.map((field) => [field, facility[field]] as const),
    ...facility.timetables.map((one) => [`timetables ${one.from}`, one] as const),
    ...facility.priceLists.map((one) => [`priceLists ${one.from}`, one] as const),
  ])
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export type Merge = {
  /** Units that both have changed, each in another way. */
  contested: { key: string; mine: unknown; theirs: unknown }[]
  /** Units that only the other has changed. */
  taken: string[]
}

export function compareFacilities(base: FacilityFile | null, mine: FacilityFile, theirs: FacilityFile): Merge {
  const [before, own, other] = [unitsOf(base), unitsOf(mine), unitsOf(theirs)]
  const keys = [...new Set([...own.keys(), ...other.keys()])]
  const changedByOther = keys.filter((key) => !isSame(other.get(key), before.get(key)) && !isSame(other.get(key), own.get(key)))
  const isMine = (key: string) => !isSame(own.get(key), before.get(key))
  return {
    contested: changedByOther.filter(isMine).map((key) => ({ key, mine: own.get(key), theirs: other.get(key) })),
    taken: changedByOther.filter((key) => !isMine(key)),
  }
}

/** My changes on top of theirs; what both have changed goes by the choices, mine where none was made. */
export function mergeFacilities(
  base: FacilityFile | null,
  mine: FacilityFile,
  theirs: FacilityFile,
  choices: Readonly<Record<string, Choice>>,
): FacilityFile {
  const { contested, taken } = compareFacilities(base, mine, theirs)
  const fromThem = new Set([...taken, ...contested.map(({ key }) => key).filter((key) => choices[key] === 'theirs')])
  const merged = unitsOf(mine)
  for (const key of fromThem) {
    const value = unitsOf(theirs).get(key)
    if (value === undefined) merged.delete(key)
    else merged.set(key, value)
  }
  const dated = <T extends { from: string }>(kind: string) =>
    [...merged]
      .filter(([key]) => key.startsWith(`${kind} `))
      .map(([, value]) => value as T)
      .toSorted((a, b) => a.from.localeCompare(b.from))
  const plain = Object.fromEntries(plainFields.map((field) => [field, merged.get(field)]).filter(([, value]) => value !== undefined))
  const { retired: _, ...rest } = mine
  return {
    ...rest,
    ...plain,
    timetables: dated<TimetableFile>('timetables'),
    priceLists: dated<PriceListFile>('priceLists'),
  } as FacilityFile
}
