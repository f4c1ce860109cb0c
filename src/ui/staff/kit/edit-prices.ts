import { publicIdentity } from '#modules/accounts/rules.ts'
import { usualLevels } from '#modules/venues/price-rules.ts'
import type { FacilityFile, LevelFile, LevelHoursFile, PriceListFile, Prices } from './catalogue-types.ts'

/** Edits of a price list. A price that is not typed yet is null; the API refuses it and names the field. */
export type Amount = number | null

const blank = null as unknown as number

const withPrice = (levels: readonly LevelFile[], prices: Prices, identity: string, level: number, amount: Amount): Prices => ({
  ...prices,
  [identity]: levels.map((_, n) => (n === level ? amount : prices[identity]?.[n]) ?? blank),
})

/** Whether an identity pays more than the public, at one level. */
export function isAbovePublic(prices: Prices, identity: string, level: number): boolean {
  const [own, everybody] = [prices[identity]?.[level] ?? null, prices[publicIdentity]?.[level] ?? null]
  return own !== null && everybody !== null && own > everybody
}

/** Sets one price: of all courts, or of the courts that are named. */
export function setPrice(
  list: PriceListFile,
  identity: string,
  level: number,
  amount: Amount,
  courts: readonly string[] = [],
): PriceListFile {
  if (courts.length === 0) return { ...list, prices: withPrice(list.levels, list.prices, identity, level, amount) }
  const own = Object.fromEntries(
    Object.entries(list.courts ?? {}).map(([court, prices]) => [
      court,
      courts.includes(court) ? withPrice(list.levels, prices, identity, level, amount) : prices,
    ]),
  )
  return { ...list, courts: own }
}

/** Gives every identity the first one's price, at one level. */
export function sameForAll(
  list: PriceListFile,
  identities: readonly string[],
  level: number,
  courts: readonly string[] = [],
): PriceListFile {
  const from = courts[0] ? list.courts?.[courts[0]] : list.prices
  const amount = from?.[identities[0] ?? '']?.[level] ?? null
  return identities.reduce((changed, identity) => setPrice(changed, identity, level, amount, courts), list)
}

const eachRow = (prices: Prices, change: (row: number[]) => number[]): Prices =>
  Object.fromEntries(Object.entries(prices).map(([identity, row]) => [identity, change(row)]))

const eachPrice = (prices: Prices, change: (amount: number) => number): Prices =>
  eachRow(prices, (row) => row.map((amount) => (amount === null ? amount : change(amount))))

const eachCourt = (list: PriceListFile, change: (prices: Prices) => Prices): PriceListFile => ({
  ...list,
  prices: change(list.prices),
  ...(list.courts && { courts: Object.fromEntries(Object.entries(list.courts).map(([court, prices]) => [court, change(prices)])) }),
})

/** Raises (or lowers) every price by a percentage, rounded to the nearest multiple of `to`. A free court stays free. */
export const raiseAll = (list: PriceListFile, percent: number, to = 10): PriceListFile =>
  eachCourt(list, (prices) => eachPrice(prices, (amount) => Math.max(0, Math.round((amount * (1 + percent / 100)) / to) * to)))

/** Prices of a court of its own, as a share of the general ones: 0.5 for a half court. Rounded to whole dollars. */
export const priceCourt = (list: PriceListFile, court: string, share: number): PriceListFile => ({
  ...list,
  courts: { ...list.courts, [court]: eachPrice(list.prices, (amount) => Math.round(amount * share)) },
})

/** Courts cost what all cost again. */
export function unpriceCourts(list: PriceListFile, courts: readonly string[]): PriceListFile {
  const { courts: own, ...rest } = list
  const left = Object.entries(own ?? {}).filter(([court]) => !courts.includes(court))
  return left.length > 0 ? { ...rest, courts: Object.fromEntries(left) } : rest
}

/** Courts with prices of their own; those with the same prices together. */
export function priceGroups(list: PriceListFile): { courts: string[]; prices: Prices }[] {
  const groups = Map.groupBy(Object.entries(list.courts ?? {}), ([, prices]) => JSON.stringify(prices))
  return [...groups.values()].map((group) => ({ courts: group.map(([court]) => court), prices: group[0]![1] }))
}

/** Adds a level with these hours, whose name is yet to be typed and which costs what the level before it costs. */
export const addLevel = (list: PriceListFile, hours: LevelHoursFile[]): PriceListFile => ({
  ...eachCourt(list, (prices) => eachRow(prices, (row) => [...row, row.at(-1) ?? blank])),
  levels: [...list.levels, { name: { tw: '', en: '' }, hours }],
})

export const removeLevel = (list: PriceListFile, level: number): PriceListFile => ({
  ...eachCourt(list, (prices) => eachRow(prices, (row) => row.toSpliced(level, 1))),
  levels: list.levels.toSpliced(level, 1),
})

/** A facility whose draft may have been kept by a version that knew peak hours alone. */
export function withLevels<T extends Pick<FacilityFile, 'priceLists'>>(facility: T): T {
  const lists = facility.priceLists as (PriceListFile & { peak?: LevelHoursFile[] })[]
  if (lists.every(({ peak }) => !peak)) return facility
  return { ...facility, priceLists: lists.map(({ peak, ...list }) => (peak ? { ...list, levels: usualLevels(peak) } : list)) }
}

type Dated = { from: string }

/** The entry that holds on a day: the latest that began on it or before. */
export const holdsOn = <T extends Dated>(entries: readonly T[], day: string): T | undefined =>
  entries.filter(({ from }) => from <= day).toSorted((a, b) => b.from.localeCompare(a.from))[0]

/** Adds a copy that holds from a day on, in order of time. A day that has one already is left as it is. */
export function copyFrom<T extends Dated>(entries: readonly T[], source: T, day: string): T[] {
  if (entries.some(({ from }) => from === day)) return [...entries]
  return [...entries, { ...structuredClone(source), from: day }].toSorted((a, b) => a.from.localeCompare(b.from))
}

/** The least and the most that a slot costs; undefined when nothing is priced. */
export function priceSpan(list: PriceListFile | undefined): { from: number; to: number } | undefined {
  if (!list) return undefined
  const all = [list.prices, ...Object.values(list.courts ?? {})]
    .flatMap((prices) => Object.values(prices).flat())
    .filter((amount) => typeof amount === 'number')
  return all.length === 0 ? undefined : { from: Math.min(...all), to: Math.max(...all) }
}
