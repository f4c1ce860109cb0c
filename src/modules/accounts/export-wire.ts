import { moment } from '#http/wire.ts'
import { z } from 'zod'

/** Wishes of the waiting list in the data export. */
export const ExportedWishes = z.array(
  z.object({
    where: z.string(),
    day: z.string(),
    from: z.string(),
    to: z.string(),
    minutes: z.int(),
    courts: z.int(),
    status: z.string(),
    createdAt: moment,
    orderNo: z.string().nullable(),
  }),
)

/** Entries into ballots in the data export. */
export const ExportedBallotEntries = z.array(
  z.object({
    roundId: z.int(),
    title: z.string(),
    purpose: z.string(),
    contactName: z.string(),
    contactPhone: z.string(),
    headcount: z.int(),
    changedAt: moment,
    number: z.int().nullable(),
    drawn: z.int().nullable(),
    wishes: z.array(
      z.object({
        weekday: z.int(),
        start: z.string(),
        end: z.string(),
        facility: z.string(),
        court: z.string().nullable(),
        leastPercent: z.int(),
      }),
    ),
  }),
)
