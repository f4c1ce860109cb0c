import { publicIdentity } from '#modules/accounts/rules.ts'
import { floorsOf } from './check-facility.ts'
import type { CourtFile, FacilityFile, LevelPrices, PriceListFile } from './file-wire.ts'

/*
 * One facility can be written in several ways that mean the same: prices of most courts or of each, floors named directly or
 * through another court. Two catalogues are compared, and revisions are computed, in the normal form.
 */

type Matrix = Record<string, LevelPrices>

/** What one court costs by this list. */
export const matrixOf = ({ prices, courts }: PriceListFile, court: string): Matrix => ({ ...prices, ...courts?.[court] })

/** By court, then by identity; an identity without a price of its own pays the public price. */
export const pricesIn = (matrix: Matrix, identity: string): LevelPrices | undefined => matrix[identity] ?? matrix[publicIdentity]

/** Writes the prices of each court as those of most courts, and exceptions. */
export function withFewestExceptions(list: PriceListFile, matrices: ReadonlyMap<string, Matrix>): PriceListFile {
  const { courts: _, ...rest } = list
  if (matrices.size === 0) return rest
  const alike = Map.groupBy(matrices.values(), (matrix) => JSON.stringify(Object.entries(matrix).toSorted()))
  const most = Math.max(...[...alike.values()].map((group) => group.length))
  const prices = [...alike.values()].find((group) => group.length === most)![0]!
  const exceptions = [...matrices].flatMap(([court, matrix]) => {
    const codes = new Set([...Object.keys(prices), ...Object.keys(matrix)])
    const others = [...codes].flatMap((identity) => {
      const own = pricesIn(matrix, identity)!
      return own.join() === pricesIn(prices, identity)!.join() ? [] : [[identity, own] as const]
    })
    return others.length > 0 ? [[court, Object.fromEntries(others)] as const] : []
  })
  return exceptions.length > 0 ? { ...rest, prices, courts: Object.fromEntries(exceptions) } : { ...rest, prices }
}

export function normalFacility(facility: FacilityFile): FacilityFile {
  const byCode = new Map(facility.courts.map((court) => [court.code, court]))
  const place = (code: string) => facility.courts.findIndex((court) => court.code === code)
  const normalCourt = ({ on: _, ...court }: CourtFile): CourtFile => {
    const floors = floorsOf(byCode.get(court.code)!, byCode).toSorted((a, b) => place(a) - place(b))
    return floors.length === 1 && floors[0] === court.code ? court : { ...court, on: floors }
  }
  const normalList = (list: PriceListFile): PriceListFile =>
    withFewestExceptions(list, new Map(facility.courts.map(({ code }) => [code, matrixOf(list, code)])))
  const byDay = (a: { from: string }, b: { from: string }) => (a.from < b.from ? -1 : 1)
  return {
    ...facility,
    pictures: facility.pictures ?? [],
    courts: facility.courts.map(normalCourt),
    timetables: facility.timetables.toSorted(byDay),
    priceLists: facility.priceLists.map(normalList).toSorted(byDay),
  }
}
