import { id, idText, moment } from '#http/wire.ts'
import { someLine, someProse } from '#http/wire-text.ts'
import { z } from 'zod'
import { mostEntries } from './manifest-wire.ts'
import { StageWire } from './wish-wire.ts'

export const FairnessParams = z.object({ id: idText })
export const FairnessQuery = z.object({ roundId: idText })

const Served = z.object({ clubs: z.int(), served: z.int() })
const percent = z.int().min(0).max(100)

/** How the floor of a round went, for each hall that somebody asked for. No club is named. */
export const FairnessAnswer = z.array(
  z.object({
    venue1stId: id,
    venue1stName: z.string(),
    clubs: z.int(),
    /** Clubs by hours a week on average; `upTo` in hours, 0 for nothing, null for more than the last. */
    byHours: z.array(z.object({ upTo: z.int().nullable(), clubs: z.int() })),
    newcomers: Served,
    /** Clubs that asked in the season before, and got nothing. */
    luckless: Served,
    /** Share of all hours of the hall that clubs hold. */
    usedPercent: percent,
    /** Share that was gone so many minutes after the opening; null where a draw decides. */
    gone: z.array(z.object({ minutes: z.int(), percent })).nullable(),
  }),
)
export type FairnessAnswer = z.infer<typeof FairnessAnswer>

export const BallotParams = z.object({ id: idText })
export const RoundBody = z.object({ roundId: id })
export const FrozenAnswer = z.object({ hash: z.string(), dueAt: moment })
export const DrawnAnswer = z.object({ periods: z.int(), clubs: z.int() })
export const ObjectionBody = z.object({
  roundId: id,
  /** The entry that it is about, by its number in the manifest; null when it is about the round. */
  entryNumber: z.int().min(1).max(mostEntries).nullable(),
  note: someProse(1000),
  /** Accepted: what the entry draws goes to its substitutes. */
  isAccepted: z.boolean(),
})
export const NotedAnswer = z.object({})

/** `word`: any text; its hash is the test value. */
export const RehearseBody = z.object({ roundId: id, word: someLine(60) })
export const RehearsalAnswer = z.object({
  entries: z.int(),
  /** Weekly periods that were drawn. */
  periods: z.int(),
  /** Clubs that got something, that got their first wish, and that got nothing. */
  lucky: z.int(),
  firstWish: z.int(),
  without: z.int(),
  order: z.array(z.object({ number: z.int(), club: z.string(), tickets: z.int(), taken: z.array(z.string()) })),
})
export type RehearsalAnswer = z.infer<typeof RehearsalAnswer>

export const StaffBallotAnswer = z.object({
  roundId: z.int(),
  stage: StageWire,
  end: moment,
  entries: z.array(
    z.object({
      club: z.string(),
      memberId: z.uuid(),
      title: z.string(),
      wishes: z.array(z.string()),
      changedAt: moment,
      number: z.int().nullable(),
      tickets: z.int().nullable(),
      isPassedOver: z.boolean(),
      drawn: z.int().nullable(),
    }),
  ),
  manifest: z.object({ hash: z.string(), frozenAt: moment, dueAt: moment, source: z.enum(['drand', 'commit-reveal']) }).nullable(),
  objections: z.array(
    z.object({
      id: z.uuid(),
      entryNumber: z.int().nullable(),
      club: z.string().nullable(),
      note: z.string(),
      isAccepted: z.boolean(),
      notedAt: moment,
      notedBy: z.string(),
    }),
  ),
  drawnAt: moment.nullable(),
  substitutes: z.array(
    z.object({
      turn: z.int(),
      court: z.string(),
      place: z.int(),
      number: z.int(),
      club: z.string(),
      state: z.enum(['waiting', 'offered', 'accepted', 'declined', 'lapsed', 'passed']),
      why: z.string().nullable(),
      until: moment.nullable(),
    }),
  ),
  now: moment,
})
export type StaffBallotAnswer = z.infer<typeof StaffBallotAnswer>
