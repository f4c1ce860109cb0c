import type { DbOrTrx } from '#db/connect.ts'
import { addDays, momentAt, type Day } from '#lib/zone.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Words } from '#i18n/words.ts'
import { sqlWords } from '#db/words.ts'
import { sql, type RawBuilder } from 'kysely'
import { findMembersNamed } from './names-store.ts'
import type { FileRow } from './profile-store.ts'
import type { ReviewKind, ReviewState } from './rules.ts'

/** Names the last entry of a page. Moments of PostgreSQL have microseconds, which a Date would cut off. */
export type ReviewCursor = { micros: string; id: string }

export type ReviewFilter = {
  /** Waiting entries come oldest first; decided ones newest first. */
  state: 'waiting' | 'decided' | 'approved' | 'refused'
  kind: ReviewKind | undefined
  person: string | undefined
  /** Of the decision, or of sending where it waits. */
  day: Day | undefined
  words: string | undefined
}

export type ListedReview = {
  /** Unique in the list; `subjectId` is the proof, or the member whose club it is. */
  id: string
  subjectId: string
  kind: ReviewKind
  micros: string
  memberId: string
  name: string
  titleTw: string
  titleEn: string
  state: ReviewState
  reason: string | null
  submittedAt: Date
  reviewedAt: Date | null
  reviewedBy: string | null
  /** How many entries match the filter on all pages, and since when the oldest of them waits. */
  total: number
  oldest: Date
}

const isMember = sql`m.email_confirmed_at is not null and m.closed_at is null`

const sources = {
  waiting: {
    proof: sql`select p.id, p.id as subject, 'proof' as kind, p.member_id, i.name_tw as tw, i.name_en as en, p.state, p.reason, p.submitted_at, p.reviewed_at, p.reviewed_by, p.submitted_at as at
      from identity_proofs p join identities i on i.id = p.identity_id where p.state = 'under-review'`,
    club: sql`select c.member_id as id, c.member_id as subject, 'club' as kind, c.member_id, c.name as tw, c.name as en, c.state, c.reason, c.submitted_at, c.reviewed_at, c.reviewed_by, c.submitted_at as at
      from communities c where c.state = 'under-review'`,
  },
  decided: {
    proof: sql`select p.id, p.id as subject, 'proof' as kind, p.member_id, i.name_tw as tw, i.name_en as en, p.state, p.reason, p.submitted_at, p.reviewed_at, p.reviewed_by, p.reviewed_at as at
      from identity_proofs p join identities i on i.id = p.identity_id where p.reviewed_at is not null`,
    club: sql`select d.id, d.member_id as subject, 'club' as kind, d.member_id, d.name as tw, d.name as en, d.state, d.reason, d.submitted_at, d.reviewed_at, d.reviewed_by, d.reviewed_at as at
      from community_decisions d where true`,
  },
} as const

/** Proofs and clubs that match, in one list: one statement, and one before it for people by name. */
export async function listReviews(
  db: DbOrTrx,
  filter: ReviewFilter,
  { after, limit }: { after: ReviewCursor | undefined; limit: number },
): Promise<ListedReview[]> {
  const isWaiting = filter.state === 'waiting'
  const from = sources[isWaiting ? 'waiting' : 'decided']
  const kinds = filter.kind ? [from[filter.kind]] : [from.proof, from.club]
  const named = filter.words ? await findMembersNamed(db, filter.words) : undefined
  const conditions = sql.join([isMember, ...conditionsOf(filter, named)], sql` and `)
  const order = isWaiting ? sql`at, id` : sql`at desc, id desc`
  const { rows } = await sql<ListedReview>`
    with found as (
      select e.*, m.name from (${sql.join(kinds, sql` union all `)}) as e join members m on m.id = e.member_id where ${conditions}
    ), page as (select * from found where ${after ? behind(after, isWaiting) : sql`true`} order by ${order} limit ${limit})
    select e.id, e.subject as "subjectId", e.kind, (extract(epoch from e.at) * 1000000)::bigint::text as micros, e.member_id as "memberId", e.name,
      e.tw as "titleTw", e.en as "titleEn", e.state, e.reason, e.submitted_at as "submittedAt", e.reviewed_at as "reviewedAt",
      (select r.name from members r where r.id = e.reviewed_by) as "reviewedBy",
      (select count(*)::integer from found) as total, (select min(at) from found) as oldest
    from page e order by ${order}`.execute(db)
  return rows
}

const behind = ({ micros, id }: ReviewCursor, isWaiting: boolean): RawBuilder<unknown> => {
  const place = sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
  return isWaiting ? sql`(at, id) > ${place}` : sql`(at, id) < ${place}`
}

function conditionsOf({ state, person, day, words }: ReviewFilter, named: string[] | undefined): RawBuilder<unknown>[] {
  return [
    ...(state === 'approved' || state === 'refused' ? [sql`e.state = ${state}`] : []),
    ...(person === undefined ? [] : [sql`e.member_id = ${person}::uuid`]),
    ...(day === undefined ? [] : [sql`e.at >= ${momentAt(day, 0)} and e.at < ${momentAt(addDays(day, 1), 0)}`]),
    // A club's own name counts as well.
    ...(named === undefined
      ? []
      : [sql`(e.member_id = any(${named}::uuid[]) or (e.kind = 'club' and position(lower(${words ?? ''}) in lower(e.tw)) > 0))`]),
  ]
}

export type EarlierReview = {
  id: string
  kind: ReviewKind
  titleTw: string
  titleEn: string
  state: ReviewState
  reason: string | null
  submittedAt: string
  reviewedAt: string | null
  reviewedBy: string | null
  validUntil: Day | null
  fileId: string | null
  fileType: string | null
}

export type ReviewDetail = {
  id: string
  memberId: string
  name: string
  account: string
  mobile: string
  locale: Locale
  state: ReviewState
  reason: string | null
  submittedAt: Date
  reviewedAt: Date | null
  reviewedById: string | null
  reviewedBy: string | null
  files: FileRow[]
  earlier: EarlierReview[]
  /** Of a proof. */
  proof: {
    identity: Words
    current: Words
    months: number | null
    latest: Day | null
    validUntil: Day | null
    /** False: the desk has seen it, or the file was deleted by retention. */
    hasFile: boolean
  } | null
  /** Of a club; `same` are other clubs with its registration number. */
  club: {
    name: string
    registrationNo: string
    representative: string
    same: { memberId: string; name: string; state: ReviewState }[]
  } | null
}

const mostEarlier = 20
const named = (id: string) => sql`(select r.name from members r where r.id = ${sql.ref(id)})`
const fileJson = sql`json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type)`

/** Earlier decisions about the same person, proofs and clubs, newest first. */
const earlier = (except: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(one), '[]') from (
    select * from (
      select b.id, 'proof' as kind, i.name_tw as "titleTw", i.name_en as "titleEn", b.state, b.reason, b.submitted_at as "submittedAt", b.reviewed_at as "reviewedAt",
        ${named('b.reviewed_by')} as "reviewedBy", b.valid_until as "validUntil", b.file_id as "fileId",
        (select f.type from files f where f.id = b.file_id) as "fileType"
      from identity_proofs b join identities i on i.id = b.identity_id where b.member_id = m.id and b.reviewed_at is not null and b.id <> ${except}
      union all
      select d.id, 'club', d.name, d.name, d.state, d.reason, d.submitted_at, d.reviewed_at, ${named('d.reviewed_by')}, null, null, null
      from community_decisions d where d.member_id = m.id and d.id <> ${except}
    ) as both_kinds order by "reviewedAt" desc limit ${mostEarlier}) as one)`

const person = sql`m.id as "memberId", m.name, m.account, m.mobile, m.locale`

export async function readProofDetail(db: DbOrTrx, proofId: string, today: Day): Promise<ReviewDetail | undefined> {
  const { rows } = await sql<ReviewDetail>`
    select p.id, ${person}, p.state, p.reason, p.submitted_at as "submittedAt", p.reviewed_at as "reviewedAt", p.reviewed_by as "reviewedById",
      ${named('p.reviewed_by')} as "reviewedBy",
      coalesce((select json_agg(${fileJson}) from files f where f.id = p.file_id), '[]') as files, ${earlier(sql`p.id`)} as earlier,
      json_build_object('identity', ${sqlWords('i.name')}, 'current', ${sqlWords('now_is.name')}, 'months', i.proof_months,
        'latest', (${today}::date + make_interval(months => i.proof_months))::date, 'validUntil', p.valid_until, 'hasFile', p.file_id is not null) as proof,
      null as club
    from identity_proofs p join members m on m.id = p.member_id join identities i on i.id = p.identity_id join identities now_is on now_is.id = m.identity_id
    where p.id = ${proofId} and ${isMember}`.execute(db)
  return rows[0]
}

export async function readClubDetail(db: DbOrTrx, memberId: string): Promise<ReviewDetail | undefined> {
  const { rows } = await sql<ReviewDetail>`
    select c.member_id as id, ${person}, c.state, c.reason, c.submitted_at as "submittedAt", c.reviewed_at as "reviewedAt",
      c.reviewed_by as "reviewedById", ${named('c.reviewed_by')} as "reviewedBy",
      coalesce((select json_agg(${fileJson} order by f.created_at) from community_documents d join files f on f.id = d.file_id where d.member_id = m.id), '[]') as files,
      ${earlier(sql`coalesce((select d.id from community_decisions d where d.member_id = m.id and d.reviewed_at = c.reviewed_at), m.id)`)} as earlier,
      null as proof,
      json_build_object('name', c.name, 'registrationNo', c.registration_no, 'representative', c.representative, 'same', (
        select coalesce(json_agg(json_build_object('memberId', o.member_id, 'name', o.name, 'state', o.state)), '[]')
        from communities o where o.number_key = c.number_key and o.number_key <> '' and o.member_id <> c.member_id)) as club
    from communities c join members m on m.id = c.member_id where c.member_id = ${memberId} and ${isMember}`.execute(db)
  return rows[0]
}
