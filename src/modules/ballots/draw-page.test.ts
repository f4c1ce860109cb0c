import { describe, expect, it } from 'vitest'
import { drandSource, knownRounds, largeManifest, revealed } from '#testing/ballots.ts'
import { presentDrawPage, turnsAPage, type PublishedDraw } from './draw-page-present.ts'
import { DrawPageAnswer } from './draw-page-wire.ts'
import { makeDraw } from './draw-ballot.ts'
import { hallShares } from './hall-shares.ts'
import { hashManifest } from './hashes.ts'

const manifest = largeManifest(60, 1)
const draw = makeDraw(manifest, revealed)
const published: PublishedDraw = {
  roundId: 7,
  name: { tw: '春季', en: 'Spring' },
  hash: hashManifest(manifest),
  frozenAt: new Date('2026-12-01T04:00:00Z'),
  drawnAt: new Date('2026-12-02T04:00:00Z'),
  manifest,
  draw,
  passedOver: [],
}
const shown = (entry?: number, page = 1, of = published) =>
  DrawPageAnswer.omit({ link: true }).parse(presentDrawPage(of, { entry, page }, 'en'))

/** A wish that failed because of exactly one turn, and whose it was. */
const lost = draw.outcomes
  .flatMap(({ entry, wishes }) => wishes.map((outcome, n) => ({ entry, rank: n + 1, outcome })))
  .find(({ outcome }) => 'reason' in outcome && outcome.reason.why === 'taken' && outcome.reason.by.length === 1)!

describe('the page of a draw', () => {
  it('tells a club who took its wish, with both tickets', () => {
    const { entry, place } = { entry: shown(lost.entry).entry!, place: draw.order.findIndex((one) => one.entry === lost.entry) + 1 }
    expect(entry).toMatchObject({ number: lost.entry, place, ticket: draw.order[place - 1]!.ticket })
    const { result } = entry.wishes[lost.rank - 1]!
    const reason = 'reason' in lost.outcome ? lost.outcome.reason : undefined
    const by = reason?.why === 'taken' ? draw.turns[reason.by[0]! - 1]! : undefined
    expect(result).toMatchObject({
      kind: 'taken',
      turn: lost.outcome.turn,
      more: 0,
      by: [{ turn: by!.turn, entry: by!.entry, ticket: draw.order.find((one) => one.entry === by!.entry)!.ticket, court: 'Court C1' }],
    })
  })

  it('shows what was got with its dates, and for what the club is next in line', () => {
    const won = draw.turns.find(({ taken }) => taken)!
    const { wishes } = shown(won.entry).entry!
    expect(wishes[won.taken!.wish - 1]!.result).toEqual({ kind: 'got', turn: won.turn, court: 'Court C1', dates: won.taken!.dates, of: 26 })
    const waiting = draw.substitutes.find(({ substitutes }) => substitutes.length > 1)!
    const second = waiting.substitutes[1]!
    expect(shown(second.entry).entry!.substituteFor).toContainEqual({
      court: 'Court C1',
      weekday: waiting.weekday,
      start: waiting.start,
      end: waiting.end,
      place: 2,
    })
  })

  it('has every turn once, page by page', () => {
    const pages = Array.from({ length: Math.ceil(draw.turns.length / turnsAPage) }, (_, n) => shown(undefined, n + 1).turns)
    expect(pages.flatMap(({ items }) => items.map(({ turn }) => turn))).toEqual(draw.turns.map(({ turn }) => turn))
    expect(pages[0]).toMatchObject({ total: draw.turns.length, page: 1, pageSize: turnsAPage })
    expect(shown(undefined, 999).turns.items).toEqual([])
  })

  it('shows before the draw what each entry asked for, and nothing of a result', () => {
    const before = shown(3, 1, { ...published, draw: null, drawnAt: null })
    expect(before).toMatchObject({ drawnAt: null, value: null, periods: null, halls: [], turns: { items: [], total: 0 } })
    expect(before.entry).toMatchObject({ number: 3, place: null, ticket: null, substituteFor: [] })
    expect(before.entry!.wishes.map(({ result }) => result)).toEqual(Array.from({ length: 8 }, () => null))
    expect(shown(61).entry).toBeNull()
  })

  it('names the source of the value, with the time of every named round', () => {
    expect(shown().source).toEqual({ kind: 'commit-reveal', commitment: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const [{ round, randomness, signature }] = knownRounds
    const byDrand = { ...manifest, randomness: drandSource }
    const page = shown(undefined, 1, {
      ...published,
      manifest: byDrand,
      draw: makeDraw(byDrand, { source: 'drand', round, randomness, signature }),
    })
    expect(page.source).toEqual({
      kind: 'drand',
      rounds: [
        { round: 1000, at: '2023-08-23T15:59:24.000Z' },
        { round: 657_413, at: expect.any(String) },
      ],
    })
    expect(page.value).toMatchObject({ round, randomness, signature })
  })
})

describe('how the floor went', () => {
  it('counts every club of a hall once, by what it got there', () => {
    const [hall] = hallShares(manifest, draw)
    const winners = new Set(draw.substitutes.map(({ entry }) => entry))
    const newcomers = manifest.entries.filter(({ newcomer }) => newcomer)
    const luckless = manifest.entries.filter(({ tickets }) => tickets > 1)
    expect(hall!.byPeriods.reduce((sum, clubs) => sum + clubs, 0)).toBe(hall!.clubs)
    expect(hall!.byPeriods.reduce((sum, clubs, n) => sum + clubs * n, 0)).toBe(draw.substitutes.length)
    expect(hall).toMatchObject({
      clubs: 60,
      newcomers: { clubs: newcomers.length, served: newcomers.filter(({ number }) => winners.has(number)).length },
      luckless: { clubs: luckless.length, served: luckless.filter(({ number }) => winners.has(number)).length },
      firstWish: { clubs: 60, served: draw.turns.filter(({ taken }) => taken?.wish === 1).length },
    })
    expect(hall!.byPeriods[0]).toBe(60 - winners.size)
  })

  it('counts a club in each hall that it wished for, and none that nobody wished for', () => {
    const second = { ...manifest.facilities[0]!, code: 'TEN', name: { tw: '網球', en: 'Tennis' }, courts: [] }
    const both = { ...manifest, facilities: [...manifest.facilities, second] }
    expect(hallShares(both, draw).map(({ facility }) => facility.en)).toEqual(['Badminton hall'])
  })
})
