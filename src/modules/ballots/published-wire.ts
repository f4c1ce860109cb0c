import { idText, moment } from '#http/wire.ts'
import { z } from 'zod'
import { Draw, Manifest } from './manifest-wire.ts'

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
