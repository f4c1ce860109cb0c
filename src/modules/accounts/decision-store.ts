import { sqlWords } from '#db/words.ts'
import { randomUUID } from 'node:crypto'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import { reviewMoves, type ReviewState } from './rules.ts'

export type Decision = { move: 'approve' | 'refuse'; reason: string; by: string }

export async function decideProof(
  db: DbOrTrx,
  proofId: string,
  { move, reason, by, validUntil }: Decision & { validUntil: Day | null },
  now: Date,
): Promise<boolean> {
  const decided = await db
    .updateTable('identity_proofs')
    .set({
      state: reviewMoves[move].to,
      reason: reason || null,
      reviewed_at: now,
      reviewed_by: by,
      valid_until: move === 'approve' ? validUntil : null,
    })
    .where('id', '=', proofId)
    .where('state', '=', anyOf(reviewMoves[move].from))
    .returning('id')
    .executeTakeFirst()
  return decided !== undefined
}

/** Decides about the application, and keeps the decision: the next application overwrites this one. */
export async function decideCommunity(
  db: DbOrTrx,
  memberId: string,
  { move, reason, by }: Decision,
  now: Date,
): Promise<{ name: string; submittedAt: Date } | undefined> {
  const { rows } = await sql<{ name: string; submittedAt: Date }>`
    with decided as (
      update communities set state = ${reviewMoves[move].to}, reason = ${reason || null}, reviewed_at = ${now}, reviewed_by = ${by}
      where member_id = ${memberId} and state = ${anyOf(reviewMoves[move].from)}
      returning member_id, name, state, reason, submitted_at, reviewed_at, reviewed_by
    ), kept as (
      insert into community_decisions (id, member_id, name, state, reason, submitted_at, reviewed_at, reviewed_by)
      select ${randomUUID()}::uuid, member_id, name, state, reason, submitted_at, reviewed_at, reviewed_by from decided)
    select name, submitted_at as "submittedAt" from decided`.execute(db)
  return rows[0]
}

/** What is known of an entry that is reviewed: for the colleague who came second, and for taking a decision back. */
export type ReviewedEntry = {
  memberId: string
  state: ReviewState
  reason: string | null
  submittedAt: Date
  reviewedAt: Date | null
  reviewedBy: { id: string; name: string } | null
}

export type ProofToDecide = ReviewedEntry & { identityId: number; identity: { tw: string; en: string }; latest: Day | null }

const reviewer = (alias: string) => sql`
  case when ${sql.ref(alias)} is null then null else (select json_build_object('id', r.id, 'name', r.name) from members r where r.id = ${sql.ref(alias)}) end`

/** Locks the proof. `latest`: the last day that its identity allows a proof of today; null without a limit. */
export async function lockProof(trx: Trx, proofId: string, today: Day): Promise<ProofToDecide | undefined> {
  const { rows } = await sql<ProofToDecide>`
    select p.member_id as "memberId", p.state, p.reason, p.submitted_at as "submittedAt", p.reviewed_at as "reviewedAt",
      ${reviewer('p.reviewed_by')} as "reviewedBy", i.id as "identityId", ${sqlWords('i.name')} as identity,
      (${today}::date + make_interval(months => i.proof_months))::date as latest
    from identity_proofs p join identities i on i.id = p.identity_id where p.id = ${proofId} for update of p`.execute(trx)
  return rows[0]
}

/** Locks the application and all others with its registration number: two of them are not approved at once. */
export async function lockCommunity(trx: Trx, memberId: string): Promise<(ReviewedEntry & { name: string }) | undefined> {
  await sql`
    select from communities where member_id = ${memberId}
      or (number_key <> '' and number_key = (select c.number_key from communities c where c.member_id = ${memberId}))
    order by member_id for update`.execute(trx)
  const { rows } = await sql<ReviewedEntry & { name: string }>`
    select c.member_id as "memberId", c.name, c.state, c.reason, c.submitted_at as "submittedAt", c.reviewed_at as "reviewedAt",
      ${reviewer('c.reviewed_by')} as "reviewedBy"
    from communities c where c.member_id = ${memberId}`.execute(trx)
  return rows[0]
}

/** Back to waiting. False when the member has sent another proof since, which waits in its place. */
export async function reopenProof(trx: Trx, proofId: string): Promise<boolean> {
  const { rows } = await sql`
    update identity_proofs p set state = 'under-review', reason = null, reviewed_at = null, reviewed_by = null, valid_until = null
    where p.id = ${proofId} and not exists (
      select from identity_proofs o where o.member_id = p.member_id and o.state = 'under-review')
    returning id`.execute(trx)
  return rows.length > 0
}

export async function reopenCommunity(trx: Trx, memberId: string, reviewedAt: Date): Promise<void> {
  await sql`
    update communities set state = 'under-review', reason = null, reviewed_at = null, reviewed_by = null where member_id = ${memberId}`.execute(
    trx,
  )
  await sql`delete from community_decisions where member_id = ${memberId} and reviewed_at = ${reviewedAt}`.execute(trx)
}
