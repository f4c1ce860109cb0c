import { z } from 'zod'
import { largestInteger, moment, toDate } from '#http/wire.ts'
import { visibilities } from './publishing-rules.ts'

const versionAtMost = largestInteger - 1
/** Optimistic locking: the version that was read. */
export const version = z.int().min(1).max(versionAtMost)
/** The same in an address. */
export const versionText = z.coerce.number().int().min(1).max(versionAtMost)
export const standing = z.enum(visibilities)

/** `publishAt` in the future schedules the publishing; without it, it happens now. */
export const publishing = { publishAt: toDate.optional(), expiresAt: toDate.nullable().default(null) }
/** Who saved it last, and when. */
export const savedLast = { savedBy: z.string().nullable(), savedAt: moment.nullable() }
/** One version, as it was saved. */
export const savedVersion = { version: z.int(), savedAt: moment, savedBy: z.string().nullable() }

export const PreviewAnswer = z.object({ token: z.string(), url: z.string(), expiresAt: moment })
export const DraftAnswer = z.object({ token: z.string(), path: z.string(), expiresAt: moment })
export type DraftAnswer = z.infer<typeof DraftAnswer>

/** History of something that is written, published and withdrawn. */
export const HistoryAnswer = z.object({
  /** Newest first; the fields that differ from the version before. */
  versions: z.array(z.object({ ...savedVersion, restoredFrom: z.int().nullable(), changed: z.array(z.string()) })),
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
