import { lockersOf, type Wall } from '#modules/lockers/rules.ts'
import { isDeepStrictEqual } from 'node:util'
import type { WholeFile } from './file.ts'
import type { FacilityFile, PriceListFile } from './file-wire.ts'
import { publicIdentity } from '#modules/accounts/rules.ts'
import { matrixOf, pricesIn } from './normal-form.ts'

/** What a change does to members and to lockers, beside bookings and prices of courts. texts.ts has its words. */
export type Consequence = { code: string; params: Record<string, string | number> }

export type Holders = {
  /** How many members have an identity, by its code. */
  holders: ReadonlyMap<string, number>
  /** Numbers of lockers that somebody rents now, and that somebody ever rented. */
  rented: ReadonlySet<string>
  everRented: ReadonlySet<string>
}

/** Pure; `before` and `after` are whole catalogues without errors. */
export function consequencesOf(before: WholeFile, after: WholeFile, holders: Holders): Consequence[] {
  return [...abovePublic(before, after), ...ofIdentities(before, after, holders), ...ofLockers(before.lockers, after.lockers, holders)]
}

/**
 * Identities that pay more than the public since this change: often a typing error, sometimes meant. Not those whose price stays what it
 * was, and was above the public's already.
 */
function abovePublic(before: WholeFile, after: WholeFile): Consequence[] {
  const identities = after.identities.filter(({ code, retired }) => code !== publicIdentity && !retired)
  return after.facilities.flatMap((facility) => {
    if (facility.retired) return []
    const old = before.facilities.find(({ code }) => code === facility.code)
    const changed = facility.priceLists.filter((list) => !old?.priceLists.some((one) => isDeepStrictEqual(one, list)))
    return changed.flatMap((list) => {
      const inForce = old?.priceLists.filter(({ from }) => from <= list.from).toSorted((a, b) => (a.from < b.from ? 1 : -1))[0]
      return identities.flatMap(({ code, name }) => {
        const above = firstAbove(facility, list, inForce, code)
        if (!above) return []
        const [tw, en] = [`${facility.name.tw} › ${name.tw}`, `${facility.name.en} › ${name.en}`]
        return [{ code: 'price_above_public', params: { tw, en, from: list.from, ...above } }]
      })
    })
  })
}

type Above = { price: number; publicPrice: number }

function firstAbove({ courts }: FacilityFile, list: PriceListFile, old: PriceListFile | undefined, identity: string): Above | undefined {
  const pricesOf = (one: PriceListFile, court: string) => {
    const matrix = matrixOf(one, court)
    return { own: pricesIn(matrix, identity) ?? [], everybody: pricesIn(matrix, publicIdentity) ?? [] }
  }
  for (const court of courts.filter(({ retired }) => !retired)) {
    const { own, everybody } = pricesOf(list, court.code)
    const was = old && pricesOf(old, court.code)
    const isAsBefore = (n: number) => was !== undefined && was.own[n] === own[n] && was.own[n]! > was.everybody[n]!
    const level = own.findIndex((price, n) => price > everybody[n]! && !isAsBefore(n))
    if (level >= 0) return { price: own[level]!, publicPrice: everybody[level]! }
  }
  return undefined
}

function ofIdentities(before: WholeFile, after: WholeFile, { holders }: Holders): Consequence[] {
  return before.identities.flatMap((old) => {
    const now = after.identities.find(({ code }) => code === old.code)
    const count = holders.get(old.code) ?? 0
    if (!now || count === 0 || old.retired) return []
    const params = { tw: now.name.tw, en: now.name.en, count }
    if (now.retired) return [{ code: 'identity_retired', params }]
    return now.needsProof && !old.needsProof ? [{ code: 'identity_needs_proof', params }] : []
  })
}

type Lockers = WholeFile['lockers']

function ofLockers(before: Lockers, after: Lockers, { rented, everRented }: Holders): Consequence[] {
  const [old, now] = [placesIn(before.walls), placesIn(after.walls)]
  const gone = [...old.keys()].filter((number) => !now.has(number))
  const stays = [...old].filter(([number]) => now.has(number) && rented.has(number))
  const repriced = new Set(
    after.sizes
      .filter(({ code, terms }) => {
        const size = before.sizes.find((one) => one.code === code)
        return size && !isDeepStrictEqual(size.terms, terms)
      })
      .map(({ code }) => code),
  )
  return [
    ...counted(
      'lockers_added',
      [...now.keys()].filter((number) => !old.has(number)),
    ),
    ...counted(
      'lockers_removed',
      gone.filter((number) => !everRented.has(number)),
    ),
    ...counted(
      'lockers_retired',
      gone.filter((number) => everRented.has(number)),
    ),
    ...counted(
      'lockers_moved',
      stays.filter(([number, { col, row }]) => now.get(number)!.col !== col || now.get(number)!.row !== row).map(([number]) => number),
    ),
    ...counted(
      'lockers_resized',
      stays.filter(([number, { size }]) => now.get(number)!.size !== size).map(([number]) => number),
    ),
    ...counted(
      'lockers_repriced',
      stays.filter(([number, { size }]) => repriced.has(size) && now.get(number)!.size === size).map(([number]) => number),
    ),
  ]
}

const placesIn = (walls: Wall[]) => new Map(walls.flatMap(lockersOf).map((locker) => [locker.number, locker]))

const counted = (code: string, numbers: string[]): Consequence[] =>
  numbers.length === 0 ? [] : [{ code, params: { count: numbers.length, numbers: rangesOf(numbers) } }]

/** Ranges that are named; the count says how many there are. */
const mostRanges = 8

/** A01–A08, B03 */
export function rangesOf(numbers: readonly string[]): string {
  const ranges: { first: string; last: string }[] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range && isNext(range.last, number)) range.last = number
    else ranges.push({ first: number, last: number })
  }
  const shown = ranges.slice(0, mostRanges).map(({ first, last }) => (first === last ? first : `${first}–${last}`))
  return ranges.length > mostRanges ? `${shown.join(', ')} …` : shown.join(', ')
}

function isNext(last: string, number: string): boolean {
  const [wall, n] = [last.replace(/\d+$/, ''), Number(/\d+$/.exec(last)?.[0])]
  return number === `${wall}${String(n + 1).padStart(2, '0')}`
}
