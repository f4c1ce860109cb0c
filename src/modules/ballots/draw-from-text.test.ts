import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyManifest, revealed } from '#testing/ballots.ts'
import { makeDraw } from './draw-ballot.ts'
import { publishedText } from './hashes.ts'
import type { Draw, Manifest } from './manifest-wire.ts'

/*
 * A third drawer, written from the text of decision 073 (The draw, exactly) and from nothing else: where it comes to another draw
 * than the program, the text does not say enough, or says something else.
 */
type Court = Manifest['facilities'][number]['courts'][number] & { facility: Manifest['facilities'][number] }
type Entry = Manifest['entries'][number]
type Wish = Entry['wishes'][number]
type Period = Manifest['periods'][number]
type Taken = { turn: number; entry: Entry; wish: number; court: Court; period: Period; dates: string[] }
type Failed = { turn: number; wish: number; reason: object }
type Found = { take: Omit<Taken, 'turn' | 'entry' | 'wish'> } | { reason: object }

const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const fourBytes = (number: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

class Drawing {
  readonly manifest: Manifest
  readonly courts: Court[]
  readonly taken: Taken[] = []
  readonly failed = new Map<number, Failed[]>()
  readonly turns: object[] = []

  constructor(manifest: Manifest) {
    this.manifest = manifest
    this.courts = manifest.facilities.flatMap((facility) => facility.courts.map((court) => ({ ...court, facility })))
    for (const { number } of manifest.entries) this.failed.set(number, [])
  }

  takenBy = ({ number }: Entry) => this.taken.filter(({ entry }) => entry.number === number)
  failedOf = ({ number }: Entry) => this.failed.get(number)!
  isUndecided = (entry: Entry, wish: number) => ![...this.takenBy(entry), ...this.failedOf(entry)].some((one) => one.wish === wish)
  periodOf = (court: Court, { weekday, start, end }: Pick<Wish, 'weekday' | 'start' | 'end'>) =>
    this.manifest.periods.find((one) => one.court === court.code && one.weekday === weekday && one.start === start && one.end === end)
  accepts = ({ leastPercent }: Wish, dates: string[], of: number) => dates.length > 0 && dates.length * 100 >= leastPercent * of
  isAtCap = (entry: Entry) => this.takenBy(entry).length + entry.held >= this.manifest.caps.periodsPerWeek

  run(order: Entry[]): void {
    for (let pass = 1, someone = true; someone; pass++) {
      someone = false
      for (const entry of pass === 1 ? order : order.toReversed()) {
        if (entry.wishes.every((_, n) => !this.isUndecided(entry, n + 1))) continue
        if (this.turn(entry, pass)) someone = true
      }
    }
  }

  turn(entry: Entry, pass: number): boolean {
    const turn = this.turns.length + 1
    const failed: { wish: number; reason: object }[] = []
    for (const [n, wish] of entry.wishes.entries()) {
      if (!this.isUndecided(entry, n + 1)) continue
      const found = this.tryWish(entry, wish)
      if ('take' in found) {
        this.taken.push({ turn, entry, wish: n + 1, ...found.take })
        const taken = { wish: n + 1, court: found.take.court.code, dates: found.take.dates }
        this.turns.push({ turn, pass, entry: entry.number, taken, failed })
        return true
      }
      failed.push({ wish: n + 1, reason: found.reason })
      this.failedOf(entry).push({ turn, wish: n + 1, reason: found.reason })
    }
    this.turns.push({ turn, pass, entry: entry.number, taken: null, failed })
    return false
  }

  tryWish(entry: Entry, wish: Wish): Found {
    if (this.isAtCap(entry)) return { reason: { why: 'over_cap', allowed: Math.max(0, this.manifest.caps.periodsPerWeek - entry.held) } }
    const named = this.courts.filter(
      ({ code, facility }) => facility.code === wish.facility && (wish.court === null || wish.court === code),
    )
    const atFreeze = named.flatMap((court) => {
      const period = this.periodOf(court, wish)
      return period && this.accepts(wish, period.dates, period.of) ? [{ court, period }] : []
    })
    if (atFreeze.length === 0) return { reason: { why: 'not_free' } }
    const left = atFreeze.map(({ court, period }) => {
      const gone = this.taken.filter((other) => this.isInTheWay(other, court, period))
      return { court, period, gone, dates: period.dates.filter((day) => !gone.some(({ dates }) => dates.includes(day))) }
    })
    const free = left.filter(({ period, dates }) => this.accepts(wish, dates, period.of))
    if (free.length === 0) {
      const by = left.flatMap(({ gone, period }) => gone.filter(({ dates }) => dates.some((day) => period.dates.includes(day))))
      return { reason: { why: 'taken', by: [...new Set(by.map(({ turn }) => turn))].toSorted((a, b) => a - b) } }
    }
    const allowed = free
      .map(({ court, period, dates }) => ({ court, period, dates: dates.slice(0, this.datesLeft(entry, court, period)) }))
      .filter(({ period, dates }) => this.accepts(wish, dates, period.of))
    if (allowed.length === 0) return { reason: { why: 'set_aside' } }
    const has = ({ code }: Court) => (this.takenBy(entry).some(({ court }) => court.code === code) ? 0 : 1)
    const [best] = allowed.toSorted(
      (a, b) => b.dates.length - a.dates.length || has(a.court) - has(b.court) || a.court.number - b.court.number,
    )
    return { take: best! }
  }

  isInTheWay = (other: Taken, court: Court, { weekday, start, end }: Period) =>
    other.court.spaces.some((space) => court.spaces.includes(space)) &&
    other.period.weekday === weekday &&
    other.period.start < end &&
    start < other.period.end

  costOf = (court: Court, { start, end }: Period, dates: number) => (end - start) * dates * court.spaces.length

  /** What is left of each group's share and of the open part, of what was taken except one. */
  sharesOf({ code, floor, setAsides }: Court['facility'], without?: Taken) {
    const share = new Map(setAsides.map(({ group, percent }) => [group, Math.floor((floor * percent) / 100)]))
    let open = floor - [...share.values()].reduce((sum, minutes) => sum + minutes, 0)
    const paidFrom = { own: 0, open: 0 }
    for (const one of this.taken.filter(({ court }) => court.facility.code === code)) {
      const cost = this.costOf(one.court, one.period, one.dates.length)
      const own = Math.min(cost, one.entry.group === null ? 0 : (share.get(one.entry.group) ?? 0))
      if (one.entry.group !== null && share.has(one.entry.group)) share.set(one.entry.group, share.get(one.entry.group)! - own)
      open -= cost - own
      if (one === without) Object.assign(paidFrom, { own, open: cost - own })
    }
    if (without?.entry.group != null && share.has(without.entry.group))
      share.set(without.entry.group, share.get(without.entry.group)! + paidFrom.own)
    return { share, open: open + paidFrom.open }
  }

  datesLeft(entry: Entry, court: Court, period: Period, without?: Taken): number {
    if (court.facility.setAsides.length === 0) return Infinity
    const { share, open } = this.sharesOf(court.facility, without)
    const minutes = open + (entry.group === null ? 0 : (share.get(entry.group) ?? 0))
    return Math.max(0, Math.floor(minutes / this.costOf(court, period, 1)))
  }

  outcomes = () =>
    this.manifest.entries
      .toSorted((a, b) => a.number - b.number)
      .map((entry) => ({
        entry: entry.number,
        wishes: entry.wishes.map((_, n) => {
          const got = this.takenBy(entry).find(({ wish }) => wish === n + 1)
          if (got) return { turn: got.turn, court: got.court.code, dates: got.dates }
          const { turn, reason } = this.failedOf(entry).find(({ wish }) => wish === n + 1)!
          return { turn, reason }
        }),
      }))

  substitutes = (order: Entry[]) =>
    this.taken.map((one) => {
      const { court, period, dates, entry: holder, wish } = one
      const { weekday, start, end } = period
      const substitutes = order.flatMap((entry) => {
        if (entry.number === holder.number || this.isAtCap(entry)) return []
        const at = entry.wishes.findIndex(
          (other, n) =>
            other.weekday === weekday &&
            other.start === start &&
            other.end === end &&
            other.facility === court.facility.code &&
            (other.court === null || other.court === court.code) &&
            !this.takenBy(entry).some((got) => got.wish === n + 1) &&
            this.accepts(other, dates, period.of) &&
            this.datesLeft(entry, court, period, one) >= dates.length,
        )
        return at === -1 ? [] : [{ entry: entry.number, wish: at + 1 }]
      })
      return { court: court.code, weekday, start, end, dates, entry: holder.number, wish, substitutes }
    })
}

function drawFromText(manifest: Manifest, manifestText: string, randomness: string): Omit<Draw, 'value'> {
  const manifestHash = sha256(Buffer.from(manifestText))
  const seed = sha256(Buffer.from('fieldhouse-ballot-1'), manifestHash, Buffer.from(randomness, 'hex'))
  const smallest = manifest.entries.map((entry) => {
    const tickets = Array.from({ length: entry.tickets }, (_, i) => sha256(seed, fourBytes(entry.number), fourBytes(i + 1)))
    return { entry, ticket: tickets.toSorted(Buffer.compare)[0]! }
  })
  const order = smallest.toSorted((a, b) => Buffer.compare(a.ticket, b.ticket) || a.entry.number - b.entry.number)
  const drawing = new Drawing(manifest)
  const entries = order.map(({ entry }) => entry)
  drawing.run(entries)
  return {
    format: 'fieldhouse-draw',
    program: 'fieldhouse-ballot-1',
    manifestHash: manifestHash.toString('hex'),
    seed: seed.toString('hex'),
    order: order.map(({ entry, ticket }) => ({ entry: entry.number, ticket: ticket.toString('hex') })),
    turns: drawing.turns as Draw['turns'],
    outcomes: drawing.outcomes() as Draw['outcomes'],
    substitutes: drawing.substitutes(entries),
  }
}

it('comes to the draw of the program by the text of the decision alone, for random rounds', () => {
  fc.assert(
    fc.property(anyManifest, (manifest) => {
      const { value, ...draw } = makeDraw(manifest, revealed)
      expect(drawFromText(manifest, publishedText(manifest), value.randomness)).toEqual(draw)
    }),
    { numRuns: 240 },
  )
}, 60_000)
