import { z } from 'zod'
import { moment } from '#http/wire.ts'

/** History of something that is written, published and withdrawn. */
export const HistoryAnswer = z.object({
  /** Newest first; the fields that differ from the version before. */
  versions: z.array(
    z.object({
      version: z.int(),
      savedAt: moment,
      savedBy: z.string().nullable(),
      restoredFrom: z.int().nullable(),
      changed: z.array(z.string()),
    }),
  ),
  moves: z.array(
    z.object({
      at: moment,
      by: z.string(),
      action: z.enum(['published', 'withdrawn']),
      publishAt: z.string().nullable(),
      expiresAt: z.string().nullable(),
    }),
  ),
})
export type HistoryAnswer = z.infer<typeof HistoryAnswer>
