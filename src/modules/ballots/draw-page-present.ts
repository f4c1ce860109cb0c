import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { Words } from '#modules/venues/rules.ts'
import type { DrawPageAnswer, EntryShown, TurnShown, WishResult } from './draw-page-wire.ts'
import { timeOfRound } from './drand.ts'
import { hallShares } from './hall-shares.ts'
import type { Draw, Manifest, ManifestEntry, Outcome } from './manifest-wire.ts'

/** What is published about a round, as the page shows it. */
export type PublishedDraw = {
  roundId: number
  name: Words
  hash: string
  frozenAt: Date
  drawnAt: Date | null
  manifest: Manifest
  draw: Draw | null
  /** Entries to which an objection was accepted: what they drew goes to their substitutes. */
  passedOver: number[]
}
type Asked = { entry: number | undefined; page: number }

export const turnsAPage = 50
/** Of the turns that took a wish for any court, the page names the first few. */
const namedHolders = 6

export function presentDrawPage(published: PublishedDraw, { entry, page }: Asked, locale: Locale): Omit<DrawPageAnswer, 'link'> {
  const { manifest, draw, passedOver } = published
  const words = wordsOf(manifest, draw, locale)
  const turns = draw?.turns ?? []
  const shown = turns.slice((page - 1) * turnsAPage, page * turnsAPage)
  const found = manifest.entries.find(({ number }) => number === entry)
  return {
    roundId: published.roundId,
    name: say(published.name, locale),
    season: manifest.season,
    hash: published.hash,
    frozenAt: published.frozenAt.toISOString(),
    drawAt: manifest.drawAt,
    drawnAt: published.drawnAt?.toISOString() ?? null,
    entries: manifest.entries.length,
    periods: draw?.substitutes.length ?? null,
    periodsPerWeek: manifest.caps.periodsPerWeek,
    source: presentSource(manifest),
    value: draw && presentValue(draw),
    passedOver,
    halls: draw ? hallShares(manifest, draw).map((hall) => ({ ...hall, facility: say(hall.facility, locale) })) : [],
    turns: { items: shown.map((turn) => presentTurn(words, turn)), total: turns.length, page, pageSize: turnsAPage },
    entry: found ? presentEntry(words, found, passedOver.includes(found.number)) : null,
  }
}

function presentSource({ randomness }: Manifest): DrawPageAnswer['source'] {
  if (randomness.source === 'commit-reveal') return { kind: 'commit-reveal', commitment: randomness.commitment }
  return { kind: 'drand', rounds: randomness.rounds.map((round) => ({ round, at: timeOfRound(round).toISOString() })) }
}

function presentValue({ value, seed }: Draw): DrawPageAnswer['value'] {
  const [round, signature] = value.source === 'drand' ? [value.round, value.signature] : [null, null]
  return { randomness: value.randomness, round, signature, seed }
}

/** A manifest and its draw with everything by its key, and names in one language. */
function wordsOf({ facilities, periods, entries }: Manifest, draw: Draw | null, locale: Locale) {
  const courts = facilities.flatMap((facility) => facility.courts)
  const courtName = new Map(courts.map(({ code, name }) => [code, say(name, locale)]))
  const facilityName = new Map(facilities.map(({ code, name }) => [code, say(name, locale)]))
  const groupName = new Map(facilities.flatMap(({ setAsides }) => setAsides.map(({ group, name }) => [group, say(name, locale)])))
  return {
    draw,
    entry: new Map(entries.map((entry) => [entry.number, entry])),
    place: new Map(draw?.order.map(({ entry, ticket }, n) => [entry, { place: n + 1, ticket }])),
    court: (code: string) => courtName.get(code) ?? code,
    facility: (code: string) => facilityName.get(code) ?? code,
    group: (code: string | null) => (code === null ? null : (groupName.get(code) ?? code)),
    openDates: (court: string, { weekday, start, end }: { weekday: number; start: number; end: number }) =>
      periods.find((one) => one.court === court && one.weekday === weekday && one.start === start && one.end === end)?.of ?? 0,
  }
}
type WordsOf = ReturnType<typeof wordsOf>

function presentTurn({ place, entry: entries, court }: WordsOf, { turn, pass, entry, taken, failed }: Draw['turns'][number]): TurnShown {
  const wish = taken && entries.get(entry)!.wishes[taken.wish - 1]!
  return {
    turn,
    pass,
    entry,
    ticket: place.get(entry)!.ticket,
    taken: taken &&
      wish && {
        rank: taken.wish,
        court: court(taken.court),
        weekday: wish.weekday,
        start: wish.start,
        end: wish.end,
        dates: taken.dates.length,
      },
    failed: failed.map(({ wish: rank, reason }) => ({ rank, why: reason.why })),
  }
}

function presentEntry(words: WordsOf, entry: ManifestEntry, passedOver: boolean): EntryShown {
  const { draw, place } = words
  const results = draw?.outcomes.find((one) => one.entry === entry.number)?.wishes
  const substituteFor = (draw?.substitutes ?? []).flatMap(({ court, weekday, start, end, substitutes }) => {
    const at = substitutes.findIndex((one) => one.entry === entry.number)
    return at < 0 ? [] : [{ court: words.court(court), weekday, start, end, place: at + 1 }]
  })
  return {
    number: entry.number,
    tickets: entry.tickets,
    newcomer: entry.newcomer,
    group: words.group(entry.group),
    held: entry.held,
    passedOver,
    place: place.get(entry.number)?.place ?? null,
    ticket: place.get(entry.number)?.ticket ?? null,
    wishes: entry.wishes.map((wish, n) => ({
      rank: n + 1,
      weekday: wish.weekday,
      start: wish.start,
      end: wish.end,
      facility: words.facility(wish.facility),
      court: wish.court === null ? null : words.court(wish.court),
      leastPercent: wish.leastPercent,
      result: results ? presentResult(words, wish, results[n]!) : null,
    })),
    substituteFor,
  }
}

function presentResult(words: WordsOf, wish: ManifestEntry['wishes'][number], outcome: Outcome['wishes'][number]): WishResult {
  if ('court' in outcome)
    return {
      kind: 'got',
      turn: outcome.turn,
      court: words.court(outcome.court),
      dates: outcome.dates,
      of: words.openDates(outcome.court, wish),
    }
  const { reason, turn } = outcome
  if (reason.why === 'over_cap') return { kind: 'over_cap', allowed: reason.allowed }
  if (reason.why !== 'taken') return { kind: reason.why }
  const by = reason.by.slice(0, namedHolders).map((number) => {
    const { entry, taken } = words.draw!.turns[number - 1]!
    return { turn: number, entry, ticket: words.place.get(entry)!.ticket, court: words.court(taken!.court) }
  })
  return { kind: 'taken', turn, by, more: reason.by.length - by.length }
}
