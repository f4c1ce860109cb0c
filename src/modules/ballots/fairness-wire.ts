import { id, idText } from '#http/wire.ts'
import { z } from 'zod'

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
