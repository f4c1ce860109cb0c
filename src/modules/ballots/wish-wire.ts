import { day, id, idText, moment, time } from '#http/wire.ts'
import { prose, someLine } from '#http/wire-text.ts'
import { contactLimits } from '#modules/preorders/rules.ts'
import { z } from 'zod'
import { wishesAtMost } from './wish-rules.ts'

const weekday = z.int().min(1).max(7)
export const StageWire = z.enum(['soon', 'open', 'ended', 'frozen', 'drawn'])

export const WishBody = z
  .object({
    weekday,
    start: time,
    end: time,
    venue1stId: id,
    /** Null: any court of the facility. */
    venue2ndId: id.nullable(),
    /** The least share of the season's dates that is accepted. */
    leastPercent: z.int().min(1).max(100),
  })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'field_end_before_start' })
export type WishBody = z.output<typeof WishBody>

const about = {
  title: someLine(contactLimits.title),
  purpose: prose(contactLimits.purpose),
  contactName: someLine(contactLimits.name),
  contactPhone: someLine(contactLimits.phone),
  headcount: z.int().min(1).max(contactLimits.headcount),
}

/** `wishes` in their order. `version`: that of the entry as it was read, 0 for a new one. */
export const EntryBody = z.object({
  roundId: id,
  version: z.int().min(0).max(1_000_000),
  ...about,
  wishes: z.array(WishBody).min(1).max(wishesAtMost),
})
export const SavedEntryAnswer = z.object({ version: z.int() })
export const RoundIdBody = z.object({ roundId: id })
export const OwnBallotQuery = z.object({ roundId: idText })
export const OfferBody = z.object({ offerId: z.uuid(), accept: z.boolean() })
export const OfferAnswer = z.object({ orderNo: z.string().nullable() })

const BallotRound = {
  roundId: z.int(),
  name: z.string(),
  stage: StageWire,
  seasonFrom: day,
  seasonTo: day,
  /** When wishes open and end; after the draw, when what it left opens and ends. */
  orderStart: moment,
  end: moment,
  /** From when the value that decides can be known; null before the freeze. */
  dueAt: moment.nullable(),
  drawnAt: moment.nullable(),
}

/** Ballots that a club may see, with its own part in them. */
export const BallotsAnswer = z.array(
  z.object({
    ...BallotRound,
    wishes: z.int(),
    /** Weekly periods that the draw gave it; null before the draw, and without an entry. */
    drawn: z.int().nullable(),
    /** Offers that wait for its answer. */
    offers: z.int(),
  }),
)
export type BallotsAnswer = z.infer<typeof BallotsAnswer>

const Slot = z.object({ start: time, end: time })
const FacilityChoice = z.object({
  id: z.int(),
  name: z.string(),
  slots: z.array(Slot),
  /** The longest period, in slots. */
  mostSlots: z.int(),
  courts: z.array(z.object({ id: z.int(), name: z.string() })),
})
/** What became of a wish, in words. */
const WishOutcome = z.object({
  isDrawn: z.boolean(),
  court: z.string().nullable(),
  dates: z.int(),
  why: z.enum(['not_free', 'taken', 'over_cap', 'set_aside']).nullable(),
  reason: z.string(),
})
const OfferShown = z.object({
  id: z.uuid(),
  summary: z.string(),
  state: z.enum(['offered', 'accepted', 'declined', 'lapsed']),
  until: moment,
  dates: z.int(),
  amount: z.int(),
  orderNo: z.string().nullable(),
})

export const OwnBallotAnswer = z.object({
  ...BallotRound,
  periodsPerWeek: z.int(),
  /** Clubs that have entered. */
  entries: z.int(),
  facilities: z.array(FacilityChoice),
  /** How many clubs want each half hour of the week, in minutes after midnight. */
  demand: z.array(z.object({ venue1stId: z.int(), weekday, minute: z.int(), clubs: z.int() })),
  entry: z
    .object({
      version: z.int(),
      title: z.string(),
      purpose: z.string(),
      contactName: z.string(),
      contactPhone: z.string(),
      headcount: z.int(),
      wishes: z.array(WishBody),
      changedAt: moment,
      /** From the freeze on. */
      number: z.int().nullable(),
      tickets: z.int().nullable(),
      isPassedOver: z.boolean(),
      /** One for each wish, after the draw. */
      outcomes: z.array(WishOutcome).nullable(),
    })
    .nullable(),
  offers: z.array(OfferShown),
  /** SHA-256 of the manifest, from the freeze on. */
  manifestHash: z.string().nullable(),
  serverTime: moment,
})
export type OwnBallotAnswer = z.infer<typeof OwnBallotAnswer>
