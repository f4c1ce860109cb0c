import { letterAddress } from './club-store.ts'
import { allOf, anyOf } from '#db/any-of.ts'
import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { sqlWords } from '#db/words.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { sql } from 'kysely'
import { reviewMoves, type ReviewState } from './rules.ts'
import type { FileRow } from './profile-store.ts'

export async function insertProof(
  db: DbOrTrx,
  proof: { id: string; memberId: string; identityId: number; fileId: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('identity_proofs')
    .values({
      id: proof.id,
      member_id: proof.memberId,
      identity_id: proof.identityId,
      file_id: proof.fileId,
      state: 'under-review',
      submitted_at: now,
    })
    .execute()
}

/** Deletes proofs that were not reviewed yet, when a new one replaces them. Returns the files that are no longer needed. */
export async function dropOpenProofs(db: DbOrTrx, memberId: string): Promise<string[]> {
  const gone = await db
    .deleteFrom('identity_proofs')
    .where('member_id', '=', memberId)
    .where('state', '=', 'under-review')
    .returning('file_id')
    .execute()
  return gone.flatMap((row) => row.file_id ?? [])
}

export async function insertCommunity(
  db: DbOrTrx,
  community: { memberId: string; name: string; registrationNo: string; representative: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('communities')
    .values({
      member_id: community.memberId,
      name: community.name,
      registration_no: community.registrationNo,
      representative: community.representative,
      state: 'under-review',
      submitted_at: now,
    })
    .execute()
}

/** Applies, or applies again. False when the community is approved already: staff must not be shown one thing and approve another. */
export async function submitCommunityRow(
  db: DbOrTrx,
  community: { memberId: string; name: string; registrationNo: string; representative: string },
  now: Date,
): Promise<boolean> {
  const row = {
    name: community.name,
    registration_no: community.registrationNo,
    representative: community.representative,
    state: 'under-review',
    reason: null,
    submitted_at: now,
    reviewed_at: null,
    reviewed_by: null,
  }
  const written = await db
    .insertInto('communities')
    .values({ member_id: community.memberId, ...row })
    .onConflict((c) => c.column('member_id').doUpdateSet(row).where('communities.state', '=', anyOf(reviewMoves.submitAgain.from)))
    .returning('member_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Whether another club was approved with this club's registration number; the number may be written otherwise. */
export async function isNumberTaken(db: DbOrTrx, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from communities c join communities o on o.number_key = c.number_key and o.member_id <> c.member_id
    where c.member_id = ${memberId} and c.number_key <> '' and o.state = 'approved' limit 1`.execute(db)
  return rows.length > 0
}

/** Replaces the documents; answers the files that no longer belong to it. */
export async function replaceDocuments(db: DbOrTrx, memberId: string, fileIds: string[]): Promise<string[]> {
  const gone = await db
    .deleteFrom('community_documents')
    .where('member_id', '=', memberId)
    .where('file_id', '<>', allOf(fileIds))
    .returning('file_id')
    .execute()
  if (fileIds.length > 0) {
    const rows = fileIds.map((fileId) => ({ member_id: memberId, file_id: fileId }))
    await db
      .insertInto('community_documents')
      .values(rows)
      .onConflict((c) => c.doNothing())
      .execute()
  }
  return gone.map((row) => row.file_id)
}

export type OpenProof = {
  proofId: string
  memberId: string
  name: string
  account: string
  identityTw: string
  identityEn: string
  fileId: string
  submittedAt: Date
  total: number
}

export async function listOpenProofs(db: DbOrTrx, page: number, pageSize: number): Promise<OpenProof[]> {
  const found = await sql<OpenProof>`
    select p.id as "proofId", m.id as "memberId", m.name, m.account, i.name_tw as "identityTw", i.name_en as "identityEn", p.file_id as "fileId", p.submitted_at as "submittedAt",
      count(*) over () as total
    from identity_proofs p join members m on m.id = p.member_id join identities i on i.id = p.identity_id
    where p.state = 'under-review' and m.email_confirmed_at is not null and m.closed_at is null
    order by p.submitted_at limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return found.rows
}

export type OpenCommunity = {
  memberId: string
  account: string
  name: string
  registrationNo: string
  representative: string
  documents: FileRow[]
  submittedAt: Date
  total: number
}

export async function listOpenCommunities(db: DbOrTrx, page: number, pageSize: number): Promise<OpenCommunity[]> {
  const found = await sql<OpenCommunity>`
    select m.id as "memberId", m.account, c.name, c.registration_no as "registrationNo", c.representative, c.submitted_at as "submittedAt",
      coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) order by f.created_at)
        from community_documents d join files f on f.id = d.file_id where d.member_id = m.id), '[]') as documents,
      count(*) over () as total
    from communities c join members m on m.id = c.member_id
    where c.state = 'under-review' and m.email_confirmed_at is not null and m.closed_at is null
    order by c.submitted_at limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return found.rows
}

/** Retention: deletes old refused proofs and documents. The community's application itself stays. */
export async function dropRefusedUploads(db: Db, before: Date, most: number, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ fileId: string }>`
      with proofs as (
        delete from identity_proofs where id in (
          select id from identity_proofs where state = 'refused' and reviewed_at < ${before} limit ${most})
        returning file_id
      ), papers as (
        delete from community_documents where (member_id, file_id) in (
          select d.member_id, d.file_id from community_documents d join communities c on c.member_id = d.member_id
          where c.state = 'refused' and c.reviewed_at < ${before} limit ${most})
        returning file_id
      )
      select file_id as "fileId" from proofs union all select file_id from papers`.execute(trx)
    const files = rows.map(({ fileId }) => fileId)
    await releaseFiles(trx, files, now)
    return rows.length
  })
}

export type ProofRow = {
  identityTw: string
  identityEn: string
  state: ReviewState
  reason: string | null
  submittedAt: Date
  reviewedAt: Date | null
  /** Null: the proof was seen at the desk. */
  fileId: string | null
}

export async function listProofsOf(db: DbOrTrx, memberId: string): Promise<ProofRow[]> {
  const rows = await db
    .selectFrom('identity_proofs as p')
    .innerJoin('identities as i', 'i.id', 'p.identity_id')
    .select([
      'i.name_tw as identityTw',
      'i.name_en as identityEn',
      'p.state',
      'p.reason',
      'p.submitted_at as submittedAt',
      'p.reviewed_at as reviewedAt',
      'p.file_id as fileId',
    ])
    .where('p.member_id', '=', memberId)
    .orderBy('p.submitted_at')
    .execute()
  return rows as ProofRow[]
}

export type EndingProof = {
  proofId: string
  name: string
  email: string
  locale: Locale
  identity: { tw: string; en: string }
  validUntil: Day
}

/**
 * `p` of `m` ends by this day and was not reminded of. Left out: proofs that do not decide the member's price any more, and those for
 * which a new proof waits for its review.
 */
const isEnding = (
  until: Day,
  now: Date,
) => sql`m.id = p.member_id and i.id = p.identity_id and p.state = 'approved' and p.reminded_at is null
  and p.valid_until between ${dayOf(now)}::date and ${until}::date and p.valid_until = m.price_identity_until
  and m.closed_at is null and m.email_confirmed_at is not null
  and not exists (select from identity_proofs o where o.member_id = m.id and o.state = 'under-review')`

export async function listEndingProofs(db: DbOrTrx, until: Day, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from identity_proofs p, priced_members m join identities i on i.id = m.price_identity_id where ${isEnding(until, now)} order by p.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Marks proofs that end by this day as reminded of, and returns those that it has marked. */
export async function takeEndingProofs(trx: Trx, ids: string[], until: Day, now: Date): Promise<EndingProof[]> {
  const { rows } = await sql<EndingProof>`
    update identity_proofs p set reminded_at = ${now}
    from priced_members m join identities i on i.id = m.price_identity_id
    where p.id = any(${ids}::uuid[]) and ${isEnding(until, now)}
    returning p.id as "proofId", m.name, ${letterAddress()} as email, m.locale, ${sqlWords('i.name')} as identity, p.valid_until as "validUntil"`.execute(
    trx,
  )
  return rows
}
