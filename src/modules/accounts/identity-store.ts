import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { dayOf, type Day } from '#lib/zone.ts'

export type Identity = {
  id: number
  code: string
  name_tw: string
  name_en: string
  needs_proof: boolean
  for_community: boolean
  /** How many months an approved proof is good; null: for ever. */
  proof_months: number | null
  retired_at: Date | null
}

/** All identities, in the centre's order, retired ones too. */
export async function readIdentities(db: DbOrTrx): Promise<Identity[]> {
  return db
    .selectFrom('identities')
    .select(['id', 'code', 'name_tw', 'name_en', 'needs_proof', 'for_community', 'proof_months', 'retired_at'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Identities that a member can choose. */
export async function listIdentities(db: DbOrTrx): Promise<Identity[]> {
  return (await readIdentities(db)).filter(({ retired_at }) => retired_at === null)
}

type IdentityRecord = {
  code: string
  name: { tw: string; en: string }
  needsProof: boolean
  proofMonths: number | null
  forCommunity: boolean
  retiredAt: Date | null
}

/** Changes identities by their code and adds the others, in this order. Identities that are not named stay as they are. */
export async function writeIdentities(trx: Trx, identities: readonly IdentityRecord[]): Promise<void> {
  for (const [n, { code, name, needsProof, proofMonths, forCommunity, retiredAt }] of identities.entries()) {
    const row = {
      name_tw: name.tw,
      name_en: name.en,
      needs_proof: needsProof,
      proof_months: proofMonths,
      for_community: forCommunity,
      retired_at: retiredAt,
      position: n + 1,
    }
    const next = sql<number>`(select max(id) + 1 from identities)`
    await trx
      .insertInto('identities')
      .values({ ...row, code, id: next })
      .onConflict((c) => c.column('code').doUpdateSet(row))
      .execute()
  }
}

/** Deletes identities that no member, proof, booking or price refers to. */
export async function deleteIdentities(trx: Trx, codes: readonly string[]): Promise<void> {
  if (codes.length > 0) await sql`delete from identities where code = any(${[...codes]}::text[])`.execute(trx)
}

/** Condition of SQL: the identity by which a row `m` of priced_members is priced on a day. Proofs that ran out do not count. */
export const pricedIdentity = (day: string) =>
  sql<number>`case when m.price_identity_until < ${day}::date then 1 else m.price_identity_id end`

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
