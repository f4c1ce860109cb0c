import type { Words } from '#modules/venues/rules.ts'
import type { Draw, Manifest, ManifestEntry } from './manifest-wire.ts'

type Served = { clubs: number; served: number }
/** How the floor of one hall went among the clubs that wished for it. */
export type HallShare = {
  facility: Words
  clubs: number
  byPeriods: number[]
  firstWish: Served
  newcomers: Served
  luckless: Served
}

/** For each facility that somebody wished for. A club that wished for two halls counts in both, with what it got in each. */
export function hallShares({ facilities, entries }: Manifest, { outcomes }: Pick<Draw, 'outcomes'>): HallShare[] {
  const resultsOf = new Map(outcomes.map(({ entry, wishes }) => [entry, wishes]))
  return facilities.flatMap(({ code, name }) => {
    const clubs = entries.filter(({ wishes }) => wishes.some(({ facility }) => facility === code))
    if (clubs.length === 0) return []
    const got = new Map(
      clubs.map(({ number, wishes }) => {
        const taken = resultsOf.get(number)!.filter((result, n) => 'court' in result && wishes[n]!.facility === code)
        return [number, taken.length]
      }),
    )
    const served = (some: ManifestEntry[], isServed = ({ number }: ManifestEntry) => got.get(number)! > 0): Served => ({
      clubs: some.length,
      served: some.filter(isServed).length,
    })
    return [
      {
        facility: name,
        clubs: clubs.length,
        byPeriods: Array.from({ length: Math.max(...got.values()) + 1 }, (_, n) => [...got.values()].filter((count) => count === n).length),
        firstWish: served(
          clubs.filter(({ wishes }) => wishes[0]!.facility === code),
          ({ number }) => 'court' in resultsOf.get(number)![0]!,
        ),
        newcomers: served(clubs.filter(({ newcomer }) => newcomer)),
        luckless: served(clubs.filter(({ tickets }) => tickets > 1)),
      },
    ]
  })
}
