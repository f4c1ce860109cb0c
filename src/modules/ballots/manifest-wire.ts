import { z } from 'zod'
import { day, id, moment } from '#http/wire.ts'

/**
 * The published manifest of a ballot: everything that decides a draw, except the random value. It is fixed at the freeze and
 * published as canonical JSON (canonical-json.ts), whose SHA-256 is the manifest's hash.
 *
 * Numbers are integers. Times are minutes after midnight in the centre's time zone, so a period that ends at midnight ends at 1440.
 * Objects are strict: an unknown key is refused, because it would be hashed without having a meaning.
 */
export const manifestFormat = 'fieldhouse-ballot'
/** Version of the program, and the text that the seed begins with. A change of any rule of the draw takes another one. */
export const ballotProgram = 'fieldhouse-ballot-1'

export const mostEntries = 5000
export const mostWishes = 8
/** One ticket, and one more for each season in a row without luck. */
export const mostTickets = 4

const words = z.strictObject({ tw: z.string().max(200), en: z.string().max(200) })
const code = z.string().min(1).max(40)
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
const weekday = z.int().min(1).max(7)
const minuteOfDay = z.int().min(0).max(1440)
/** One weekly period of a court: the weekday (1 is Monday) and from when to when. */
const weekly = { weekday, start: minuteOfDay, end: minuteOfDay }
const entryNumber = z.int().min(1).max(mostEntries)
const wishNumber = z.int().min(1).max(mostWishes)

/** A public random value of drand's quicknet: the first named round decides, the later ones should it stay silent for 24 hours. */
const DrandSource = z.strictObject({
  source: z.literal('drand'),
  chain: hex(32),
  publicKey: hex(96),
  rounds: z.array(z.int().min(1)).min(1).max(10),
})
/** A secret of the centre: its SHA-256 is published at the freeze, the secret itself at the draw. Weaker, because the centre knows it before. */
const CommitSource = z.strictObject({ source: z.literal('commit-reveal'), commitment: hex(32) })

const Court = z.strictObject({
  code,
  name: words,
  /** Order among the courts of the manifest, each number once: the lowest wins when "any court" is undecided. */
  number: z.int().min(1),
  /** Spaces that it stands on: a period of it excludes periods of every court that shares one. */
  spaces: z.array(id).min(1).max(50),
})

const Facility = z.strictObject({
  code,
  name: words,
  courts: z.array(Court).min(1).max(200),
  /** Free space-minutes of the season within the round's hours: what the shares of the set-asides are shares of. */
  floor: z.int().min(0),
  /** Shares of the floor that only entries of a group may take; the sum is at most 100. */
  setAsides: z.array(z.strictObject({ group: code, name: words, percent: z.int().min(1).max(100) })).max(10),
})

/** A weekly period that somebody wishes for: the dates on which it was free at the freeze, of all on which the court is open then. */
const FreePeriod = z.strictObject({ court: code, ...weekly, of: z.int().min(0).max(200), dates: z.array(day).max(200) })

const Wish = z
  .strictObject({
    ...weekly,
    facility: code,
    /** Without a court: any court of the facility. */
    court: code.nullable(),
    /** The least share of the period's dates that is accepted, in percent. */
    leastPercent: z.int().min(1).max(100),
  })
  .refine(({ start, end }) => start < end, { path: ['end'] })

const Entry = z.strictObject({
  /** 1, 2, 3 … within this manifest; the club is told its own. No name is published. */
  number: entryNumber,
  tickets: z.int().min(1).max(mostTickets),
  /** Whether the club has no earlier season of this sport. Shown, and of no effect on the draw. */
  newcomer: z.boolean(),
  /** The group whose set-aside it may use. */
  group: code.nullable(),
  /** Periods a week that it holds already, which count for the cap. */
  held: z.int().min(0).max(100),
  /** In the order of its ranking: wish 1 first. */
  wishes: z.array(Wish).max(mostWishes),
})

export const Manifest = z.strictObject({
  format: z.literal(manifestFormat),
  program: z.literal(ballotProgram),
  round: z.strictObject({ id, name: words }),
  season: z.strictObject({ from: day, to: day }),
  frozenAt: moment,
  /** Not drawn before this moment; objections are heard until then. */
  drawAt: moment,
  randomness: z.discriminatedUnion('source', [DrandSource, CommitSource]),
  caps: z.strictObject({ periodsPerWeek: z.int().min(1).max(100), minutesPerPeriod: z.int().min(1).max(1440) }),
  facilities: z.array(Facility).min(1).max(100),
  periods: z.array(FreePeriod).max(100_000),
  /** By number. */
  entries: z.array(Entry).max(mostEntries),
})
export type Manifest = z.output<typeof Manifest>
export type ManifestEntry = Manifest['entries'][number]
export type ManifestWish = ManifestEntry['wishes'][number]
export type ManifestFacility = Manifest['facilities'][number]
export type ManifestCourt = ManifestFacility['courts'][number]
export type ManifestPeriod = Manifest['periods'][number]

/** The random value that decided, with what proves it. */
export const DrawnValue = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('drand'), round: z.int().min(1), randomness: hex(32), signature: hex(48) }),
  z.strictObject({ source: z.literal('commit-reveal'), randomness: hex(32) }),
])
export type DrawnValue = z.output<typeof DrawnValue>

/**
 * Why a wish cannot be taken (any more). Floor, caps and shares only ever shrink, so a wish that fails once has failed for good.
 * `by`: numbers of the turns that took floor which it needed.
 */
const Reason = z.discriminatedUnion('why', [
  /** Fewer dates than it accepts were free at the freeze. */
  z.strictObject({ why: z.literal('not_free') }),
  z.strictObject({ why: z.literal('taken'), by: z.array(z.int().min(1)).min(1) }),
  z.strictObject({ why: z.literal('over_cap'), allowed: z.int().min(0) }),
  /** What is left of the facility's floor is set aside for other groups. */
  z.strictObject({ why: z.literal('set_aside') }),
])
export type Reason = z.output<typeof Reason>

const Taken = z.strictObject({ wish: wishNumber, court: code, dates: z.array(day).min(1) })

const Turn = z.strictObject({
  /** 1, 2, 3 … through all passes. */
  turn: z.int().min(1),
  pass: z.int().min(1),
  entry: entryNumber,
  taken: Taken.nullable(),
  /** Wishes that failed in this turn, before the one that was taken. */
  failed: z.array(z.strictObject({ wish: wishNumber, reason: Reason })),
})
export type Turn = z.output<typeof Turn>

const Outcome = z.strictObject({
  entry: entryNumber,
  /** One for each wish, in its order: the turn that took it, or the turn in which it failed and why. */
  wishes: z.array(
    z.union([
      z.strictObject({ turn: z.int().min(1), court: code, dates: z.array(day).min(1) }),
      z.strictObject({ turn: z.int().min(1), reason: Reason }),
    ]),
  ),
})
export type Outcome = z.output<typeof Outcome>

/** A weekly period that was taken, and who may have it next, in draw order. */
const Substitutes = z.strictObject({
  court: code,
  ...weekly,
  dates: z.array(day).min(1),
  entry: entryNumber,
  wish: wishNumber,
  substitutes: z.array(z.strictObject({ entry: entryNumber, wish: wishNumber })),
})

const drawn = {
  /** Every entry once, by its smallest ticket. */
  order: z.array(z.strictObject({ entry: entryNumber, ticket: hex(32) })),
  turns: z.array(Turn),
  /** By number of the entry. */
  outcomes: z.array(Outcome),
  /** In the order in which the periods were taken. */
  substitutes: z.array(Substitutes),
}
/** What the pure program makes of a manifest and a seed. */
export const Drawn = z.strictObject(drawn)
export type Drawn = z.output<typeof Drawn>

/** The published result; canonical JSON too. */
export const Draw = z.strictObject({
  format: z.literal('fieldhouse-draw'),
  program: z.literal(ballotProgram),
  manifestHash: hex(32),
  value: DrawnValue,
  seed: hex(32),
  ...drawn,
})
export type Draw = z.output<typeof Draw>

/** What the published verifier answers: each check in its order, up to the first that fails. */
export type Check = { name: 'manifest' | 'value' | 'seed' | 'draw' | 'readable'; isGood: boolean }
export type Verified = { isGood: boolean; manifestHash: string; checks: Check[] }
