import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'

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

export type IdentityRecord = {
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
