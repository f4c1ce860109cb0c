import { isDeepStrictEqual } from 'node:util'
import type { WholeFile } from './file.ts'
import type { FacilityFile, LevelPrices, PriceListFile } from './file-wire.ts'
import { matrixOf, pricesIn } from './normal-form.ts'

/** One field of one thing, before and after; null: the thing or the field is not there. */
export type FieldChange = {
  part: string
  /** The thing inside the part: the code of a court, an identity or a locker size, the first day of a list, a holiday. */
  key: string
  field: string
  before: unknown
  after: unknown
}

/** Every difference between two catalogues in normal form. */
export function diff(before: WholeFile, after: WholeFile): FieldChange[] {
  return [
    ...fields('centre', '', before.centre, after.centre),
    ...things('identities', '', keyed(before.identities, 'code'), keyed(after.identities, 'code')),
    ...order('identities', before.identities, after.identities),
    ...facilities(before.facilities, after.facilities),
    ...things('holidays', '', keyed(before.holidays, 'day'), keyed(after.holidays, 'day')),
    ...things('lockers', 'size', keyed(before.lockers.sizes, 'code'), keyed(after.lockers.sizes, 'code')),
    ...things('lockers', 'wall', keyed(before.lockers.walls, 'wall'), keyed(after.lockers.walls, 'wall')),
    ...Object.keys(after.rules).flatMap((group) =>
      fields(`rules:${group}`, '', before.rules[group as keyof WholeFile['rules']], after.rules[group as keyof WholeFile['rules']]),
    ),
  ]
}

type Thing = Record<string, unknown>
const keyed = <K extends string, T extends Record<K, string>>(list: T[], key: K): Map<string, Thing> =>
  new Map(list.map((one) => [one[key], one]))

function facilities(before: FacilityFile[], after: FacilityFile[]): FieldChange[] {
  const [old, now] = [before, after].map((list) => new Map(list.map((one) => [one.code, one]))) as [
    Map<string, FacilityFile>,
    Map<string, FacilityFile>,
  ]
  const codes = [...new Set([...old.keys(), ...now.keys()])]
  return [
    ...codes.flatMap((code) => facility(`facility:${code}`, code, old.get(code), now.get(code))),
    ...order('facilities', before, after),
  ]
}

function facility(part: string, code: string, before: FacilityFile | undefined, after: FacilityFile | undefined): FieldChange[] {
  if (!before || !after) return [{ part, key: code, field: 'facility', before: before ?? null, after: after ?? null }]
  const own = ({ courts: _, timetables: __, priceLists: ___, ...rest }: FacilityFile): Thing => rest
  const lists = (one: FacilityFile) =>
    keyed(
      one.priceLists.map(({ prices: _, courts: __, ...rest }) => rest),
      'from',
    )
  return [
    ...fields(part, '', own(before), own(after)),
    ...things(part, 'court', keyed(before.courts, 'code'), keyed(after.courts, 'code')),
    ...order(part, before.courts, after.courts),
    ...things(part, 'timetable', keyed(before.timetables, 'from'), keyed(after.timetables, 'from')),
    ...things(part, 'priceList', lists(before), lists(after)),
    ...prices(part, before, after),
  ]
}

/** The order of what is there before and after; null when only additions and removals move things. */
function order(part: string, before: { code: string }[], after: { code: string }[]): FieldChange[] {
  const both = (list: { code: string }[], other: { code: string }[]) =>
    list.map(({ code }) => code).filter((code) => other.some((one) => one.code === code))
  const [old, now] = [both(before, after), both(after, before)]
  return isDeepStrictEqual(old, now) ? [] : [{ part, key: '', field: 'order', before: old, after: now }]
}

/** Things that come or go are one change; of others, each field. */
function things(part: string, kind: string, before: Map<string, Thing>, after: Map<string, Thing>): FieldChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)]
    if (old && now) return fields(part, key, old, now, kind)
    return [{ part, key, field: kind || part, before: old ?? null, after: now ?? null }]
  })
}

/** Words in two languages are two fields; every other value is compared as a whole. */
function fields(part: string, key: string, before: Thing, after: Thing, kind = ''): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const field = kind ? `${kind}.${name}` : name
    const [old, now] = [before[name] ?? null, after[name] ?? null]
    if (isDeepStrictEqual(old, now)) return []
    if (isObject(old) && isObject(now)) return fields(part, key, old, now, field)
    return [{ part, key, field, before: old, after: now }]
  })
}

const isObject = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Prices by list, identity and court; courts with the same change are one entry, whose key names them. */
function prices(part: string, before: FacilityFile, after: FacilityFile): FieldChange[] {
  const lists = new Set([...before.priceLists, ...after.priceLists].map(({ from }) => from))
  return [...lists].flatMap((from) => {
    const [old, now] = [before, after].map((one) => one.priceLists.find((list) => list.from === from))
    // A list that comes or goes is a change of its own; its effects are in price-effects.ts.
    return old && now ? priceChanges(part, from, { before, after, old, now }) : []
  })
}

type Lists = { before: FacilityFile; after: FacilityFile; old: PriceListFile; now: PriceListFile }

function priceChanges(part: string, from: string, { before, after, old, now }: Lists): FieldChange[] {
  const courts = after.courts.filter(({ code }) => before.courts.some((one) => one.code === code)).map(({ code }) => code)
  const identities = new Set(
    [old, now].flatMap((list) => [list.prices, ...Object.values(list.courts ?? {})].flatMap((one) => Object.keys(one))),
  )
  return [...identities].flatMap((identity) => {
    const changed = courts.flatMap((court) => {
      const sides = [old, now].map((list) => pricesIn(matrixOf(list, court), identity)) as [LevelPrices, LevelPrices]
      return isDeepStrictEqual(sides[0], sides[1]) ? [] : [{ court, sides }]
    })
    const alike = Map.groupBy(changed, ({ sides }) => JSON.stringify(sides))
    return [...alike.values()].map((group) => {
      const which = group.length === courts.length ? '' : ` ${group.map(({ court }) => court).join(', ')}`
      return { part, key: `${from}${which}`, field: `price.${identity}`, before: group[0]!.sides[0], after: group[0]!.sides[1] }
    })
  })
}

/** Texts up to this length are shown whole. */
const shortText = 300
const lead = 60

/** Two texts as they are shown side by side: of long ones, the place where they begin to differ. */
export function aroundDifference(before: string, after: string): [before: string, after: string] {
  if (before.length <= shortText && after.length <= shortText) return [before, after]
  // Whole characters: half of a surrogate pair cannot be shown.
  const [old, now] = [[...before], [...after]]
  let same = 0
  while (same < old.length && old[same] === now[same]) same++
  const start = Math.max(0, same - lead)
  const cut = (text: string[]) =>
    [start > 0 && text.length > 0 ? '…' : '', ...text.slice(start, start + shortText), text.length > start + shortText ? '…' : ''].join('')
  return [cut(old), cut(now)]
}
