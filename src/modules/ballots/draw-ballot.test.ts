import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { largeManifest } from '#testing/ballots.ts'
import { canonicalJson, hashManifest, seedOf, ticketOf } from './hashes.ts'
import { drawBallot } from './draw-ballot.ts'
import type { Manifest, ManifestEntry, ManifestWish } from './manifest-wire.ts'

const seed = '00'.repeat(32)
const dates = ['2027-01-05', '2027-01-12', '2027-01-19', '2027-01-26']
const seven = { weekday: 2, start: 1140, end: 1200 }
const eight = { weekday: 2, start: 1200, end: 1260 }

type Free = Record<string, { at: { weekday: number; start: number; end: number }; dates: string[] }[]>
type Given = { cap?: number; percent?: number; floor?: number }

function manifestOf(free: Free, entries: Partial<ManifestEntry>[], { cap = 2, percent, floor = 0 }: Given = {}): Manifest {
  const setAsides = percent === undefined ? [] : [{ group: 'youth', name: { tw: '青少年', en: 'Youth' }, percent }]
  const courts = Object.keys(free).map((code, n) => ({ code, name: { tw: code, en: code }, number: n + 1, spaces: [n + 1] }))
  return {
    ...largeManifest(0, 1),
    season: { from: '2027-01-04', to: '2027-01-31' },
    caps: { periodsPerWeek: cap, minutesPerPeriod: 120 },
    facilities: [{ code: 'BAD', name: { tw: '羽球館', en: 'Badminton' }, courts, floor, setAsides }],
    periods: Object.entries(free).flatMap(([court, periods]) =>
      periods.map(({ at, dates: some }) => ({ court, ...at, of: 4, dates: some })),
    ),
    entries: entries.map((entry, n) => ({ number: n + 1, tickets: 1, newcomer: false, group: null, held: 0, wishes: [], ...entry })),
  }
}

const wish = (at: typeof seven, court: string | null = null, leastPercent = 1): ManifestWish => ({
  ...at,
  facility: 'BAD',
  court,
  leastPercent,
})
const whole = [
  { at: seven, dates },
  { at: eight, dates },
]

describe('canonical JSON', () => {
  it('is that of RFC 8785: keys by UTF-16, shortest escapes, nothing between', () => {
    const given = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 }
    expect(canonicalJson(given)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
    expect(canonicalJson({ b: [1, null, true], a: '羽球\n"\u000f' })).toBe('{"a":"羽球\\n\\"\\u000f","b":[1,null,true]}')
  })

  it('has no other numbers than whole ones, and no half characters', () => {
    for (const bad of [0.5, Number.NaN, 2 ** 53, undefined, '\ud800']) expect(() => canonicalJson({ bad })).toThrow(TypeError)
  })
})

describe('seed and tickets', () => {
  const sha256 = (...parts: (string | Buffer)[]) =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
      .digest('hex')

  it('are hashes of exactly these bytes', () => {
    const manifest = manifestOf({ A1: whole }, [{}])
    expect(hashManifest(manifest)).toBe(sha256(canonicalJson(manifest)))
    expect(seedOf('11'.repeat(32), '22'.repeat(32))).toBe(sha256('fieldhouse-ballot-1', Buffer.alloc(32, 0x11), Buffer.alloc(32, 0x22)))
    expect(ticketOf(seed, 258, 3)).toBe(sha256(Buffer.alloc(32), Buffer.from([0, 0, 1, 2, 0, 0, 0, 3])))
  })

  it('order the entries by the smallest ticket of each', () => {
    const { order } = drawBallot(manifestOf({ A1: whole }, [{ tickets: 4 }, {}, {}]), seed)
    const own = order.find(({ entry }) => entry === 1)!
    expect(own.ticket).toBe([1, 2, 3, 4].map((i) => ticketOf(seed, 1, i)).toSorted()[0])
    expect(order.map(({ ticket }) => ticket)).toEqual(order.map(({ ticket }) => ticket).toSorted())
  })
})

describe('the draft', () => {
  it('goes through the order once, and every later time the other way round', () => {
    const wishes = [wish(seven), wish(eight), wish(seven), wish(eight)]
    const { order, turns } = drawBallot(
      manifestOf({ A1: whole, A2: whole, A3: whole, A4: whole }, [{ wishes }, { wishes }], { cap: 4 }),
      seed,
    )
    const [first, second] = order.map(({ entry }) => entry)
    expect(turns.filter(({ taken }) => taken).map(({ entry, pass }) => [pass, entry])).toEqual([
      [1, first],
      [1, second],
      [2, second],
      [2, first],
      [3, second],
      [3, first],
      [4, second],
      [4, first],
    ])
  })

  it('takes the first wish that still fits, and says which turn took what does not', () => {
    const wishes = [wish(seven, 'A1'), wish(eight, 'A1')]
    const { order, outcomes } = drawBallot(manifestOf({ A1: whole }, [{ wishes }, { wishes }], { cap: 1 }), seed)
    const of = (n: number) => outcomes.find(({ entry }) => entry === order[n]!.entry)!.wishes
    expect(of(0)).toEqual([
      { turn: 1, court: 'A1', dates },
      { turn: 3, reason: { why: 'over_cap', allowed: 1 } },
    ])
    expect(of(1)).toEqual([
      { turn: 2, reason: { why: 'taken', by: [1] } },
      { turn: 2, court: 'A1', dates },
    ])
  })

  it('gives "any court" where most dates are free, then where the club has a period, then the lowest number', () => {
    const most = drawBallot(
      manifestOf({ A1: [{ at: seven, dates: dates.slice(1) }], A2: [{ at: seven, dates }], A3: [{ at: seven, dates }] }, [
        { wishes: [wish(seven)] },
      ]),
      seed,
    )
    expect(most.turns[0]!.taken).toMatchObject({ court: 'A2' })
    const home = drawBallot(manifestOf({ A1: whole, A2: whole }, [{ wishes: [wish(seven, 'A2'), wish(eight)] }]), seed)
    expect(home.turns[1]!.taken).toMatchObject({ court: 'A2', wish: 2 })
  })

  it('gives what is left of a period if that is the share that is accepted, and not otherwise', () => {
    const long = { weekday: 2, start: 1140, end: 1260 }
    const free = {
      A1: [
        { at: long, dates: dates.slice(0, 2) },
        { at: seven, dates },
      ],
    }
    const wants = (leastPercent: number) =>
      drawBallot(manifestOf(free, [{ wishes: [wish(long, 'A1', 50), wish(seven, 'A1', leastPercent)] }]), seed)
    expect(wants(50).turns[1]!.taken).toMatchObject({ dates: dates.slice(2) })
    expect(wants(51).turns[1]!.failed).toEqual([{ wish: 2, reason: { why: 'taken', by: [1] } }])
    expect(drawBallot(manifestOf(free, [{ wishes: [wish(long, 'A1', 51)] }]), seed).turns[0]!.failed).toEqual([
      { wish: 1, reason: { why: 'not_free' } },
    ])
  })

  it('counts periods that a club holds already', () => {
    const { turns } = drawBallot(manifestOf({ A1: whole }, [{ held: 1, wishes: [wish(seven), wish(eight)] }]), seed)
    expect(turns.map(({ taken, failed }) => [taken?.wish, failed.map(({ reason }) => reason)])).toEqual([
      [1, []],
      [undefined, [{ why: 'over_cap', allowed: 1 }]],
    ])
  })

  it('keeps set-asides for their group, which may take from the open part too', () => {
    // 480 minutes, half of them for youth: a period of four dates is 240.
    const both = (group: string | null) => [{ group, wishes: [wish(seven), wish(eight)] }]
    const open = drawBallot(manifestOf({ A1: whole }, both(null), { percent: 50, floor: 480 }), seed)
    expect(open.turns.map(({ taken, failed }) => taken?.wish ?? failed[0]!.reason.why)).toEqual([1, 'set_aside'])
    const youth = drawBallot(manifestOf({ A1: whole }, both('youth'), { percent: 50, floor: 480 }), seed)
    expect(youth.turns.map(({ taken }) => taken?.wish)).toEqual([1, 2])
  })

  it('gives the first dates where set-asides leave too little for all, if the wish accepts so few', () => {
    // 360 of 480 minutes are open to all: four dates, and then two.
    const drawn = (leastPercent: number) =>
      drawBallot(
        manifestOf({ A1: whole }, [{ wishes: [wish(seven), wish(eight, null, leastPercent)] }], { percent: 25, floor: 480 }),
        seed,
      ).turns.map(({ taken, failed }) => taken?.dates ?? failed[0]!.reason.why)
    expect(drawn(50)).toEqual([dates, dates.slice(0, 2)])
    expect(drawn(75)).toEqual([dates, 'set_aside'])
  })

  it('names as substitutes those who wanted just this and may still have it, in draw order', () => {
    const wishes = [wish(seven, 'A1')]
    const { order, substitutes } = drawBallot(
      manifestOf({ A1: whole }, [{ wishes }, { wishes }, { wishes: [wish(seven)] }, { wishes, held: 2 }, { wishes: [wish(eight)] }]),
      seed,
    )
    const able = order.map(({ entry }) => entry).filter((entry) => entry <= 3)
    const ofSeven = substitutes.find(({ start }) => start === seven.start)!
    expect([ofSeven.entry, ...ofSeven.substitutes.map(({ entry }) => entry)]).toEqual(able)
  })
})
