import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyManifest, revealed } from '#testing/ballots.ts'
import { makeDraw } from './draw-ballot.ts'
import { publishedText } from './hashes.ts'
import { Draw, Manifest, type ManifestCourt, type ManifestFacility, type ManifestWish } from './manifest-wire.ts'
import { verifyBallot } from './verify-ballot.mjs'

type Place = ManifestCourt & { facility: ManifestFacility }
type Won = { entry: number; group: string | null; wish: ManifestWish; rank: number; court: Place; dates: string[] }

const placesOf = ({ facilities }: Manifest): Place[] =>
  facilities.flatMap((facility) => facility.courts.map((court) => ({ ...court, facility })))
const periodOf = ({ periods }: Manifest, court: Place, { weekday, start, end }: ManifestWish) =>
  periods.find((one) => one.court === court.code && one.weekday === weekday && one.start === start && one.end === end)
const isOn = (wish: ManifestWish, court: Place) => court.facility.code === wish.facility && (wish.court ?? court.code) === court.code
const isEnough = (wish: ManifestWish, dates: string[], of: number) =>
  dates.length > 0 && dates.length >= Math.ceil((wish.leastPercent * of) / 100)

/** What was taken, in order. */
function wonIn(manifest: Manifest, { turns }: Draw): Won[] {
  const places = placesOf(manifest)
  return turns.flatMap(({ entry, taken }) => {
    if (!taken) return []
    const { wishes, group } = manifest.entries[entry - 1]!
    const court = places.find(({ code }) => code === taken.court)!
    return [{ entry, group, wish: wishes[taken.wish - 1]!, rank: taken.wish, court, dates: taken.dates }]
  })
}

/** Every hour of floor, as "space day hour". */
const hoursOf = ({ spaces }: Place, { start, end }: ManifestWish, dates: string[]): string[] =>
  spaces.flatMap((space) =>
    dates.flatMap((day) => Array.from({ length: (end - start) / 60 }, (_, n) => `${space} ${day} ${start + n * 60}`)),
  )

/** What is wrong with a draw, in words. Written from the rules alone, hour by hour. */
function wrongsOf(manifest: Manifest, draw: Draw): string[] {
  const won = wonIn(manifest, draw)
  return [
    ...twiceTaken(won),
    ...badPicks(manifest, won),
    ...brokenShares(manifest, won),
    ...envied(manifest, won),
    ...badReasons(manifest, draw),
  ]
}

function twiceTaken(won: Won[]): string[] {
  const hours = won.flatMap(({ court, wish, dates }) => hoursOf(court, wish, dates))
  return new Set(hours).size === hours.length ? [] : ['an hour of floor was given twice']
}

function badPicks(manifest: Manifest, won: Won[]): string[] {
  const over = manifest.entries.filter(
    ({ number, held }) =>
      won.some(({ entry }) => entry === number) && won.filter(({ entry }) => entry === number).length + held > manifest.caps.periodsPerWeek,
  )
  const wrong = won.filter(({ wish, court, dates }) => {
    const period = periodOf(manifest, court, wish)
    return !isOn(wish, court) || !period || !dates.every((day) => period.dates.includes(day)) || !isEnough(wish, dates, period.of)
  })
  return [
    ...over.map(({ number }) => `entry ${number} is over the cap`),
    ...wrong.map(({ entry }) => `entry ${entry} got what it did not ask for`),
  ]
}

const minutesOf = (court: Place, { start, end }: ManifestWish, dates: number) => (end - start) * dates * court.spaces.length

/** What others took never reaches into what is set aside for a group. */
function brokenShares({ facilities }: Manifest, won: Won[]): string[] {
  const minutes = ({ court, wish, dates }: Won) => minutesOf(court, wish, dates.length)
  return facilities.flatMap(({ code, floor, setAsides }) =>
    setAsides.flatMap(({ group, percent }) => {
      const ofOthers = won.filter((one) => one.court.facility.code === code && one.group !== group)
      const taken = ofOthers.reduce((sum, one) => sum + minutes(one), 0)
      return taken <= floor - Math.floor((floor * percent) / 100) ? [] : [`the share of ${group} was taken by others`]
    }),
  )
}

/** Minutes of a facility that an entry may still have: what is open to all, and the share of its group; no end without set-asides. */
function minutesFor(group: string | null, { code, floor, setAsides }: ManifestFacility, won: Won[]): number {
  if (setAsides.length === 0) return Infinity
  const takenBy = (who: string | null) =>
    won
      .filter((one) => one.court.facility.code === code && one.group === who)
      .reduce((sum, { court, wish, dates }) => sum + minutesOf(court, wish, dates.length), 0)
  const shares = setAsides.map((one) => ({ group: one.group, minutes: Math.floor((floor * one.percent) / 100) }))
  const open = shares.reduce(
    (left, share) => left - share.minutes - Math.max(0, takenBy(share.group) - share.minutes),
    floor - takenBy(null),
  )
  const own = shares.find((share) => share.group === group)
  return open + (own ? Math.max(0, own.minutes - takenBy(group)) : 0)
}

/** Entries that could swap their last pick for something free that they ranked higher. */
function envied(manifest: Manifest, won: Won[]): string[] {
  return manifest.entries.flatMap(({ number, wishes, group }) => {
    const last = won.findLast(({ entry }) => entry === number)
    if (!last) return []
    const rest = won.filter((one) => one !== last)
    const taken = new Set(rest.flatMap(({ court, wish, dates }) => hoursOf(court, wish, dates)))
    const own = new Set(rest.filter(({ entry }) => entry === number).map(({ rank }) => rank))
    const minutes = (facility: ManifestFacility) => minutesFor(group, facility, rest)
    const better = wishes.filter((wish, n) => n + 1 < last.rank && !own.has(n + 1) && isOpen(manifest, wish, taken, minutes))
    return better.length > 0 ? [`entry ${number} could have had something better`] : []
  })
}

const isOpen = (manifest: Manifest, wish: ManifestWish, taken: Set<string>, minutes: (facility: ManifestFacility) => number): boolean =>
  placesOf(manifest).some((court) => {
    const period = isOn(wish, court) ? periodOf(manifest, court, wish) : undefined
    const free = period?.dates.filter((day) => hoursOf(court, wish, [day]).every((hour) => !taken.has(hour))) ?? []
    return period && isEnough(wish, free, period.of) && minutesOf(court, wish, free.length) <= minutes(court.facility)
  })

function badReasons(manifest: Manifest, { turns, outcomes, order, substitutes }: Draw): string[] {
  const place = new Map(order.map(({ entry }, n) => [entry, n]))
  const isWhole = order.length === manifest.entries.length && place.size === order.length
  const unexplained = outcomes.filter(({ entry, wishes }) => {
    const explained = wishes.filter((outcome) => {
      const by = 'reason' in outcome && outcome.reason.why === 'taken' ? outcome.reason.by : []
      return turns[outcome.turn - 1]!.entry === entry && by.every((turn) => turn < outcome.turn && turns[turn - 1]!.taken)
    })
    return explained.length !== manifest.entries[entry - 1]!.wishes.length
  })
  const unordered = substitutes.filter(({ entry, substitutes: next }) =>
    next.some((one, n) => one.entry === entry || (n > 0 && place.get(next[n - 1]!.entry)! >= place.get(one.entry)!)),
  )
  return [
    ...(isWhole ? [] : ['not every entry is in the order once']),
    ...unexplained.map(({ entry }) => `entry ${entry} is not told why`),
    ...unordered.map(({ court }) => `substitutes of ${court} are not in draw order`),
  ]
}

/** The text with one bit of its UTF-8 changed. */
function flip(text: string, n: number): string {
  const bytes = Buffer.from(text)
  bytes[Math.floor(n / 8) % bytes.length]! ^= 1 << (n % 8)
  return bytes.toString()
}

describe('a draw of any round', () => {
  it('keeps the rules, leaves nobody envious of what is free, and is confirmed by the verifier, unless one bit differs', () => {
    fc.assert(
      fc.property(anyManifest, fc.nat(), fc.boolean(), (manifest, n, inManifest) => {
        const draw = makeDraw(manifest, revealed)
        const [first, second] = [publishedText(manifest), publishedText(draw)]
        const changed: [string, string] = inManifest ? [flip(first, n), second] : [first, flip(second, n)]
        expect(wrongsOf(manifest, draw)).toEqual([])
        expect(verifyBallot(first, second).isGood).toBe(true)
        expect(verifyBallot(...changed).isGood).toBe(false)
      }),
      { numRuns: 2000 },
    )
  }, 60_000)

  it('fits the schemas of what is published', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const draw = makeDraw(manifest, revealed)
        expect([Manifest.parse(manifest), Draw.parse(draw)]).toEqual([manifest, draw])
      }),
      { numRuns: 50 },
    )
  })

  it('is found wrong by these checks when somebody is given more than was free', () => {
    const found = fc.sample(anyManifest, { numRuns: 200, seed: 7 }).flatMap((manifest) => {
      const draw = makeDraw(manifest, revealed)
      const first = draw.turns.find(({ taken }) => taken)
      if (!first) return []
      // A second turn that takes the same again.
      return [wrongsOf(manifest, { ...draw, turns: [...draw.turns, { ...first, turn: draw.turns.length + 1 }] })]
    })
    expect(found.length).toBeGreaterThan(50)
    expect(found.every((wrongs) => wrongs.includes('an hour of floor was given twice'))).toBe(true)
  })
})
