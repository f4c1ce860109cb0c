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
