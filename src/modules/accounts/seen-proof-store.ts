import { randomUUID } from 'node:crypto'
import type { DbOrTrx } from '#db/connect.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import { sql } from 'kysely'

/** The last day of a proof that is approved now; null where the identity does not limit it. */
export async function readProofEnd(db: DbOrTrx, identityId: number, now: Date): Promise<Day | null> {
  const { rows } = await sql<{ until: Day | null }>`
    select (${dayOf(now)}::date + make_interval(months => proof_months))::date as until from identities where id = ${identityId}`.execute(
    db,
  )
  return rows[0]!.until
}

type SeenProof = { memberId: string; identityId: number; until: Day | null }

/** Whether there is an approved proof that is good for as long. */
export async function hasProofUntil(db: DbOrTrx, { memberId, identityId, until }: SeenProof): Promise<boolean> {
  const { rows } = await sql`
    select from identity_proofs where member_id = ${memberId} and identity_id = ${identityId} and state = 'approved'
      and (valid_until is null or valid_until >= ${until}::date) limit 1`.execute(db)
  return rows.length > 0
}

/** A proof that the desk has seen: approved, and without a file. */
export async function insertSeenProof(
  db: DbOrTrx,
  { memberId, identityId, until, by }: SeenProof & { by: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('identity_proofs')
    .values({
      id: randomUUID(),
      member_id: memberId,
      identity_id: identityId,
      state: 'approved',
      submitted_at: now,
      reviewed_at: now,
      reviewed_by: by,
      valid_until: until,
    })
    .execute()
}
