import { z } from 'zod'
import { day, idText, moment } from '#http/wire.ts'
import { Draw, Manifest, mostEntries } from './manifest-wire.ts'

export const PublishedParams = z.object({ id: idText })

const about = {
  roundId: z.int(),
  name: z.string(),
  /** SHA-256 of the manifest's text. */
  hash: z.string(),
  frozenAt: moment,
  dueAt: moment,
  drawnAt: moment.nullable(),
}
export const PublishedListAnswer = z.array(z.object(about))
export type PublishedListAnswer = z.infer<typeof PublishedListAnswer>

/** Everything that is published about a ballot: what decides it, and once it is drawn the value and every turn. */
export const PublishedAnswer = z.object({
  ...about,
  manifest: Manifest,
  draw: Draw.nullable(),
  /** Objections that were heard, and whether what the entry draws goes to its substitutes. */
  objections: z.array(z.object({ entry: z.int().nullable(), isAccepted: z.boolean(), at: moment })),
})

export const DrawPageParams = z.object({ id: idText })
export const DrawPageQuery = z.object({
  /** The entry to explain. */
  entry: z.coerce.number().int().min(1).max(mostEntries).optional(),
  /** The page of turns. */
  page: z.coerce.number().int().min(1).max(1000).default(1),
})

/** Minutes after midnight, and the weekday from 1, Monday. */
const weekly = { weekday: z.int(), start: z.int(), end: z.int() }
/** An entry by its number, with its smallest ticket once it is drawn. */
const Holder = z.object({ turn: z.int(), entry: z.int(), ticket: z.string(), court: z.string() })

const WishResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('got'), turn: z.int(), court: z.string(), dates: z.array(day), of: z.int() }),
  z.object({ kind: z.literal('not_free') }),
  z.object({ kind: z.literal('taken'), turn: z.int(), by: z.array(Holder), more: z.int() }),
  z.object({ kind: z.literal('over_cap'), allowed: z.int() }),
  z.object({ kind: z.literal('set_aside') }),
])
export type WishResult = z.infer<typeof WishResult>

const WishShown = z.object({
  rank: z.int(),
  ...weekly,
  facility: z.string(),
  /** Null: any court of the facility. */
  court: z.string().nullable(),
  leastPercent: z.int(),
  /** Null before the draw. */
  result: WishResult.nullable(),
})
export type WishShown = z.infer<typeof WishShown>

const EntryShown = z.object({
  number: z.int(),
  tickets: z.int(),
  newcomer: z.boolean(),
  group: z.string().nullable(),
  held: z.int(),
  passedOver: z.boolean(),
  place: z.int().nullable(),
  ticket: z.string().nullable(),
  wishes: z.array(WishShown),
  /** Periods for which it is next in line, and at which place. */
  substituteFor: z.array(z.object({ court: z.string(), ...weekly, place: z.int() })),
})
export type EntryShown = z.infer<typeof EntryShown>

const TurnShown = z.object({
  turn: z.int(),
  pass: z.int(),
  entry: z.int(),
  ticket: z.string(),
  taken: z.object({ rank: z.int(), court: z.string(), ...weekly, dates: z.int() }).nullable(),
  failed: z.array(z.object({ rank: z.int(), why: z.enum(['not_free', 'taken', 'over_cap', 'set_aside']) })),
})
export type TurnShown = z.infer<typeof TurnShown>

const Group = z.object({ clubs: z.int(), served: z.int() })
const HallShare = z.object({
  facility: z.string(),
  clubs: z.int(),
  /** How many clubs got no weekly period, one, two …; as many numbers as somebody got, and one more. */
  byPeriods: z.array(z.int()),
  /** Clubs that got their first wish, of those whose first wish was here. */
  firstWish: Group,
  newcomers: Group,
  /** Clubs with seasons without luck before. */
  luckless: Group,
})
export type HallShare = z.infer<typeof HallShare>

export const DrawPageAnswer = z.object({
  roundId: z.int(),
  /** The page's address to pass on: signed, so that it opens where other addresses do not. */
  link: z.string(),
  name: z.string(),
  season: z.object({ from: day, to: day }),
  hash: z.string(),
  frozenAt: moment,
  drawAt: moment,
  drawnAt: moment.nullable(),
  entries: z.int(),
  /** Weekly periods that were taken. */
  periods: z.int().nullable(),
  periodsPerWeek: z.int(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('drand'), rounds: z.array(z.object({ round: z.int(), at: moment })) }),
    z.object({ kind: z.literal('commit-reveal'), commitment: z.string() }),
  ]),
  value: z.object({ randomness: z.string(), round: z.int().nullable(), signature: z.string().nullable(), seed: z.string() }).nullable(),
  passedOver: z.array(z.int()),
  halls: z.array(HallShare),
  turns: z.object({ items: z.array(TurnShown), total: z.int(), page: z.int(), pageSize: z.int() }),
  /** Null: none was asked for. Undefined number: there is no such entry. */
  entry: EntryShown.nullable(),
})
export type DrawPageAnswer = z.infer<typeof DrawPageAnswer>
