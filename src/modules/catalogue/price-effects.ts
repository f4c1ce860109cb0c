import type { Day } from '#lib/zone.ts'
import type { FacilityFile, LevelPrices, PriceListFile } from './file-wire.ts'
import { matrixOf, pricesIn } from './normal-form.ts'

/** What one identity pays for courts of one facility from a day on; null: there is no price, before or after. */
export type PriceEffect = {
  facility: string
  identity: string
  courts: string[]
  day: Day
  before: NamedPrice[] | null
  after: NamedPrice[] | null
}

/** What a slot costs at one level. */
type NamedPrice = { level: { tw: string; en: string }; price: number }

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
      const sides = [isNew ? undefined : pricesOn(old!, court, identity, day), pricesOn(now, court, identity, day)] as const
      const text = JSON.stringify(sides)
      // Another name of a level is no other price.
      const isSame = sides[0]?.prices.join() === sides[1]?.prices.join()
      const isKnown = known.get(court) === text
      known.set(court, text)
      return isSame || isKnown ? [] : [{ court, text, sides }]
    })
    return [...Map.groupBy(changed, ({ text }) => text).values()].map((group) => ({
      facility: now.code,
      identity,
      courts: group.map(({ court }) => court),
      day,
      before: named(group[0]!.sides[0]),
      after: named(group[0]!.sides[1]),
    }))
  })
}

type Priced = { levels: PriceListFile['levels']; prices: LevelPrices }

const named = (priced: Priced | undefined): NamedPrice[] | null =>
  priced ? priced.prices.map((price, n) => ({ level: priced.levels[n]!.name, price })) : null

function pricesOn({ priceLists }: FacilityFile, court: string, identity: string, day: Day): Priced | undefined {
  const list = listOn(priceLists, day)
  const prices = list && pricesIn(matrixOf(list, court), identity)
  return prices && { levels: list.levels, prices }
}

/** Lists are in the order of their first days. */
const listOn = (lists: PriceListFile[], day: Day): PriceListFile | undefined => lists.findLast(({ from }) => from <= day)
