import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { sqlWords } from '#db/words.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { sql } from 'kysely'
import { z } from 'zod'

/** The outbox payload of what happened to an entry. `substituteId`: the offer. */
export const BallotPayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('extended') }),
  z.object({ kind: z.literal('frozen') }),
  z.object({ kind: z.literal('drawn') }),
  z.object({ kind: z.literal('offered'), substituteId: z.uuid() }),
])
export type BallotPayload = z.infer<typeof BallotPayload>

/** Adds events of entries to the outbox, in the same transaction. */
export async function noteBallot(db: DbOrTrx, events: (BallotPayload & { entryId: string })[], now: Date): Promise<void> {
  await addToOutbox(
    db,
    'ballot',
    events.map(({ entryId, ...payload }) => ({ subjectId: entryId, payload })),
    now,
  )
}

/** Every club that has entered is told that the window ends later. */
export async function noteExtended(db: DbOrTrx, roundId: number, now: Date): Promise<void> {
  const entries = await db.selectFrom('ballot_entries').select('id').where('round_id', '=', roundId).orderBy('id').execute()
  await noteBallot(
    db,
    entries.map(({ id }) => ({ kind: 'extended', entryId: id })),
    now,
  )
}

export type BallotRecipient = {
  name: string
  email: string
  locale: Locale
  roundId: number
  round: { tw: string; en: string }
  number: number | null
  tickets: number | null
  drawn: number | null
  hash: string | null
  dueAt: Date | null
  /** The end of the window. */
  end: Date
}

/** Recipient of letters about an entry; undefined when the account is closed. */
export async function readBallotRecipient(db: DbOrTrx, entryId: string): Promise<BallotRecipient | undefined> {
  const { rows } = await sql<BallotRecipient>`
    select m.name, m.email, m.locale, e.round_id as "roundId", ${sqlWords('r.name')} as round, e.number, e.tickets, e.drawn,
      f.hash, f.due_at as "dueAt", r.ends as "end"
    from ballot_entries e join members m on m.id = e.member_id join rounds r on r.id = e.round_id left join ballot_manifests f on f.round_id = e.round_id
    where e.id = ${entryId} and m.closed_at is null`.execute(db)
  return rows[0]
}
