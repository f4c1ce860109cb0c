import type { Day } from '#lib/zone.ts'
import type { FacilityFile, PriceListFile, PricePair } from './file-wire.ts'
import { matrixOf, pairOf } from './normal-form.ts'

/** What one identity pays for courts of one facility from a day on; null: there is no price, before or after. */
export type PriceEffect = {
  facility: string
  identity: string
  courts: string[]
  day: Day
  before: { offPeak: number; peak: number } | null
  after: { offPeak: number; peak: number } | null
}

/** How prices change for each identity, from today on, each effect at its first day. */
export function priceEffects(before: FacilityFile[], after: FacilityFile[], identities: string[], today: Day): PriceEffect[] {
  return after
    .filter(({ retired }) => !retired)
    .flatMap((now) => {
      const old = before.find(({ code, retired }) => code === now.code && !retired)
      if (old && JSON.stringify(old.priceLists) === JSON.stringify(now.priceLists) && old.courts.length === now.courts.length) return []
      return identities.flatMap((identity) => effectsFor(old, now, identity, today))
    })
}

function effectsFor(old: FacilityFile | undefined, now: FacilityFile, identity: string, today: Day): PriceEffect[] {
  const begins = [...(old?.priceLists ?? []), ...now.priceLists].map(({ from }) => from)
  const days = [...new Set([today, ...begins.filter((day) => day > today)])].toSorted()
  const offered = now.courts.filter(({ retired }) => !retired).map(({ code }) => code)
  const known = new Map<string, string>()
  return days.flatMap((day) => {
    const changed = offered.flatMap((court) => {
      const isNew = !old?.courts.some(({ code, retired }) => code === court && !retired)
      const pairs = [isNew ? undefined : pairOn(old!, court, identity, day), pairOn(now, court, identity, day)] as const
      const text = JSON.stringify(pairs)
      const isSame = JSON.stringify(pairs[0]) === JSON.stringify(pairs[1])
      const isKnown = known.get(court) === text
      known.set(court, text)
      return isSame || isKnown ? [] : [{ court, text, pairs }]
    })
    return [...Map.groupBy(changed, ({ text }) => text).values()].map((group) => ({
      facility: now.code,
      identity,
      courts: group.map(({ court }) => court),
      day,
      before: named(group[0]!.pairs[0]),
      after: named(group[0]!.pairs[1]),
    }))
  })
}

const named = (pair: PricePair | undefined) => (pair ? { offPeak: pair[0], peak: pair[1] } : null)

const pairOn = ({ priceLists }: FacilityFile, court: string, identity: string, day: Day): PricePair | undefined => {
  const list = listOn(priceLists, day)
  return list && pairOf(matrixOf(list, court), identity)
}

/** Lists are in the order of their first days. */
const listOn = (lists: PriceListFile[], day: Day): PriceListFile | undefined => lists.findLast(({ from }) => from <= day)
