import { ok, refuse, type Result } from '#lib/result.ts'

/** News, documents and stories are written, published and withdrawn alike. Once published, dates alone decide whether visitors see them. */
export type PublishingState = 'draft' | 'published' | 'withdrawn'

/** Moves of staff, and the states they start from. Publishing again changes the dates. */
export const publishingMoves = {
  publish: { from: ['draft', 'published', 'withdrawn'], to: 'published' },
  withdraw: { from: ['published'], to: 'withdrawn' },
} as const satisfies Record<string, { from: readonly PublishingState[]; to: PublishingState }>
export type PublishingMove = keyof typeof publishingMoves

export type Dates = { publishAt: Date; expiresAt: Date | null }
export type Dated = { state: PublishingState; publishAt: Date | null; /** Null: for good. */ expiresAt: Date | null }

/** What visitors see of it now: shown from publishAt (included) to expiresAt (excluded). */
export const visibilities = ['draft', 'scheduled', 'shown', 'expired', 'withdrawn'] as const
export type Visibility = (typeof visibilities)[number]

export function visibilityOf({ state, publishAt, expiresAt }: Dated, now: Date): Visibility {
  if (state !== 'published') return state
  if (publishAt === null || publishAt > now) return 'scheduled'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'shown'
}

export type ExpiresTooEarly = { code: 'expires_too_early'; path: 'expiresAt' }

/** Published from `publishAt` or from now on. What is shown keeps its date unless another is given. */
export function publishingDates(
  there: Dated,
  { publishAt, expiresAt }: { publishAt?: Date | undefined; expiresAt: Date | null },
  now: Date,
): Result<Dates, ExpiresTooEarly> {
  const from = publishAt ?? (visibilityOf(there, now) === 'shown' ? there.publishAt! : now)
  if (expiresAt !== null && (expiresAt <= from || expiresAt <= now)) return refuse({ code: 'expires_too_early', path: 'expiresAt' })
  return ok({ publishAt: from, expiresAt })
}
