import { acceptsDates, openFloor, openShares, periodKey, type Charge, type Floor, type OfferedCourt, type Shares } from './floor.ts'
import { hashManifest, seedOf, ticketOf } from './hashes.ts'
import { ballotProgram, type Draw, type Drawn, type DrawnValue, type Manifest, type ManifestEntry, type Reason } from './manifest-wire.ts'

type Turn = Drawn['turns'][number]
type Chosen = { court: OfferedCourt; dates: string[]; charge: Charge }
type Pick = Chosen & { turn: number; entry: ManifestEntry; wish: number }
/** An entry during the draft: its wishes that are neither taken nor failed, by number, and what it has taken. */
type Drafting = { entry: ManifestEntry; open: number[]; picks: Pick[] }
/** What is left to take: dates and shares, which only ever shrink, and the cap of every entry. */
type Left = { floor: Floor; shares: Shares; cap: number }

/**
 * The draw as a pure function: the same manifest and seed give the same result, whoever runs it.
 *
 * The entries take turns, in the first pass by their smallest ticket, in every later pass the other way round. A turn takes the
 * first wish that still fits dates, cap and set-asides. The draft ends after a pass in which nobody took anything.
 */
export function drawBallot(manifest: Manifest, seed: string): Drawn {
  const left = { floor: openFloor(manifest), shares: openShares(manifest.facilities), cap: manifest.caps.periodsPerWeek }
  const order = orderOf(manifest.entries, seed)
  const numbered = new Map(manifest.entries.map((entry) => [entry.number, entry]))
  const all = order.map(({ entry }): Drafting => {
    const found = numbered.get(entry)!
    return { entry: found, open: found.wishes.map((_, n) => n + 1), picks: [] }
  })
  const turns: Turn[] = []
  for (let pass = 1, took = true; took; pass++) {
    took = false
    for (const drafting of pass === 1 ? all : all.toReversed()) {
      if (drafting.open.length === 0) continue
      const turn = takeTurn(left, drafting, pass, turns.length + 1)
      turns.push(turn)
      if (turn.taken) took = true
    }
  }
  return { order, turns, outcomes: outcomesOf(manifest.entries, turns), substitutes: substitutesOf(manifest, left, all) }
}

/** The published result: the draw with what it was drawn from. The value must have been verified. */
export function makeDraw(manifest: Manifest, value: DrawnValue): Draw {
  const manifestHash = hashManifest(manifest)
  const seed = seedOf(manifestHash, value.randomness)
  return { format: 'fieldhouse-draw', program: ballotProgram, manifestHash, value, seed, ...drawBallot(manifest, seed) }
}

function orderOf(entries: ManifestEntry[], seed: string): Drawn['order'] {
  const smallest = entries.map(({ number, tickets }) => ({
    entry: number,
    ticket: Array.from({ length: tickets }, (_, i) => ticketOf(seed, number, i + 1)).toSorted()[0]!,
  }))
  // Equal hashes do not occur; the number decides so that the order is total.
  return smallest.toSorted((a, b) => (a.ticket === b.ticket ? a.entry - b.entry : a.ticket < b.ticket ? -1 : 1))
}

function takeTurn(left: Left, drafting: Drafting, pass: number, number: number): Turn {
  const { entry, picks } = drafting
  const turn: Turn = { turn: number, pass, entry: entry.number, taken: null, failed: [] }
  while (drafting.open.length > 0 && !turn.taken) {
    const wish = drafting.open.shift()!
    const found = choose(left, drafting, wish)
    if ('why' in found) {
      turn.failed.push({ wish, reason: found })
      continue
    }
    left.floor.take(found.court, entry.wishes[wish - 1]!, found.dates, number)
    left.shares.take(found.court, found.charge)
    picks.push({ turn: number, entry, wish, ...found })
    turn.taken = { wish, court: found.court.code, dates: found.dates }
  }
  return turn
}

/** The court and dates that a wish gets now, or why none. */
function choose({ floor, shares, cap }: Left, { entry, picks }: Drafting, number: number): Chosen | Reason {
  if (entry.held + picks.length >= cap) return { why: 'over_cap', allowed: Math.max(0, cap - entry.held) }
  const wish = entry.wishes[number - 1]!
  const wide = floor.candidates(wish).filter(({ period }) => acceptsDates(wish, period.dates.length, period.of))
  if (wide.length === 0) return { why: 'not_free' }
  const free = wide.filter((one) => acceptsDates(wish, one.free.length, one.period.of))
  if (free.length === 0) return { why: 'taken', by: [...new Set(wide.flatMap(({ takenBy }) => takenBy))].toSorted((a, b) => a - b) }
  const allowed = free.flatMap(({ court, free: dates, period }) => {
    const some = dates.slice(0, shares.datesLeft(court, entry.group, wish))
    const charge = acceptsDates(wish, some.length, period.of) ? shares.charge(court, entry.group, wish, some.length) : undefined
    return charge ? [{ court, dates: some, charge }] : []
  })
  if (allowed.length === 0) return { why: 'set_aside' }
  const isHome = ({ court }: Chosen) => picks.some((pick) => pick.court.code === court.code)
  // The sort is stable, and candidates come by number.
  return allowed.toSorted((a, b) => b.dates.length - a.dates.length || Number(isHome(b)) - Number(isHome(a)))[0]!
}

function outcomesOf(entries: ManifestEntry[], turns: Turn[]): Drawn['outcomes'] {
  const byEntry = Map.groupBy(turns, ({ entry }) => entry)
  return entries.map(({ number }) => {
    const outcome: Drawn['outcomes'][number]['wishes'] = []
    for (const { turn, taken, failed } of byEntry.get(number) ?? []) {
      for (const { wish, reason } of failed) outcome[wish - 1] = { turn, reason }
      if (taken) outcome[taken.wish - 1] = { turn, court: taken.court, dates: taken.dates }
    }
    return { entry: number, wishes: outcome }
  })
}

/**
 * Who may have a taken period next: entries that wished for exactly this period and did not get that wish, in draw order, whose
 * cap has room, that accept its dates, and that the shares allow once its holder's part is given back.
 */
function substitutesOf({ periods }: Manifest, { shares, cap }: Left, all: Drafting[]): Drawn['substitutes'] {
  const openDates = new Map(periods.map((period) => [periodKey(period.court, period), period.of]))
  const waiting = all
    .filter(({ entry, picks }) => entry.held + picks.length < cap)
    .flatMap(({ entry, picks }) => {
      const got = new Set(picks.map(({ wish }) => wish))
      return entry.wishes.flatMap((wish, n) => (got.has(n + 1) ? [] : [{ entry, number: n + 1, wish }]))
    })
  const byTime = Map.groupBy(waiting, ({ wish }) => periodKey(wish.facility, wish))
  const picks = all.flatMap((drafting) => drafting.picks).toSorted((a, b) => a.turn - b.turn)
  return picks.map(({ court, dates, charge, ...pick }) => {
    const { weekday, start, end } = pick.entry.wishes[pick.wish - 1]!
    const of = openDates.get(periodKey(court.code, { weekday, start, end }))!
    const able = (byTime.get(periodKey(court.facility.code, { weekday, start, end })) ?? []).filter(
      ({ entry, wish }) =>
        entry !== pick.entry &&
        (wish.court === null || wish.court === court.code) &&
        acceptsDates(wish, dates.length, of) &&
        shares.charge(court, entry.group, wish, dates.length, charge),
    )
    // An entry with two such wishes is in line with the first of them.
    const firsts = new Map(able.toReversed().map(({ entry, number }) => [entry.number, number]))
    const substitutes = [...firsts].map(([entry, wish]) => ({ entry, wish })).toReversed()
    return { court: court.code, weekday, start, end, dates, entry: pick.entry.number, wish: pick.wish, substitutes }
  })
}
