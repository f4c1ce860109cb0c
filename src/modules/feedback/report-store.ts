import { letterAddress } from '#modules/accounts/club-store.ts'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { isOpen } from '#modules/accounts/admission-store.ts'
import { sql, type RawBuilder } from 'kysely'
import type { ReportKind, ReportMove, ReportState, WaterKind } from './rules.ts'
import { reportMoves } from './rules.ts'

export type NewReport = {
  id: string
  kind: ReportKind
  facilityId: number
  courtId: number | null
  title: string
  waterKind: WaterKind | null
  description: string
  contactName: string
  contactPhone: string
  memberId: string | null
  mobile: string | null
  locale: Locale
}

/** The insert itself draws the ticket number. */
export async function insertReport(db: DbOrTrx, report: NewReport, now: Date): Promise<string> {
  const { ticket_no } = await db
    .insertInto('reports')
    .values({
      id: report.id,
      kind: report.kind,
      facility_id: report.facilityId,
      court_id: report.courtId,
      title: report.title,
      water_kind: report.waterKind,
      description: report.description,
      contact_name: report.contactName,
      contact_phone: report.contactPhone,
      member_id: report.memberId,
      mobile: report.mobile,
      locale: report.locale,
      state: 'received',
      created_at: now,
      changed_at: now,
    })
    .returning('ticket_no')
    .executeTakeFirstOrThrow()
  return ticket_no
}

export async function insertPhotos(db: DbOrTrx, reportId: string, fileIds: string[]): Promise<void> {
  if (fileIds.length > 0)
    await db
      .insertInto('report_photos')
      .values(fileIds.map((file_id, position) => ({ report_id: reportId, file_id, position })))
      .execute()
}

export type NewNote = { reportId: string; by: string | null; public: boolean; state: ReportState | null; text: string }

export async function insertNote(db: DbOrTrx, note: NewNote, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('report_notes')
    .values({ report_id: note.reportId, at: now, by_id: note.by, public: note.public, state: note.state, body: note.text })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function readNote(db: DbOrTrx, id: number): Promise<{ state: ReportState | null; text: string }> {
  const { state, body } = await db.selectFrom('report_notes').select(['state', 'body']).where('id', '=', id).executeTakeFirstOrThrow()
  return { state: state as ReportState | null, text: body }
}

/** The WHERE is the guard: of two concurrent moves, one is written. */
export async function moveReport(db: DbOrTrx, id: string, move: ReportMove, now: Date): Promise<boolean> {
  const { from, to } = reportMoves[move]
  const moved = await db
    .updateTable('reports')
    .set({ state: to, changed_at: now, closed_at: to === 'done' ? now : null })
    .where('id', '=', id)
    .where('state', '=', anyOf(from))
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

export async function changeReport(
  db: DbOrTrx,
  id: string,
  change: { assignee_id?: string | null; block_id?: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('reports')
    .set({ ...change, changed_at: now })
    .where('id', '=', id)
    .execute()
}

export type ReadStep = { at: Date; state: ReportState | null; text: string; public: boolean; by: string | null }
export type ReadPhoto = { id: string; name: string; size: number; type: string }
export type ReadReport = {
  id: string
  ticketNo: string
  kind: ReportKind
  state: ReportState
  title: string
  waterKind: WaterKind | null
  facilityId: number
  courtId: number | null
  description: string
  contactName: string
  contactPhone: string
  createdAt: Date
  changedAt: Date
  memberId: string | null
  /** How to reach the reporter, and in which language. `reachable`: false when the account is closed. */
  reporter: { name: string; email: string; mobile: string; locale: Locale; reachable: boolean }
  assignee: { id: string; name: string; account: string } | null
  block: { id: string; start: Date; end: Date; lifted: boolean } | null
  photos: ReadPhoto[]
  steps: ReadStep[]
}

type Row = Omit<ReadReport, 'steps' | 'block'> & {
  steps: (Omit<ReadStep, 'at'> & { at: string })[]
  block: { id: string; start: string; end: string; lifted: boolean } | null
}

const columns = sql`
  r.id, r.ticket_no as "ticketNo", r.kind, r.state, r.title, r.water_kind as "waterKind", r.facility_id as "facilityId", r.court_id as "courtId", r.description,
  r.contact_name as "contactName", r.contact_phone as "contactPhone", r.created_at as "createdAt", r.changed_at as "changedAt", r.member_id as "memberId",
  json_build_object('name', coalesce(m.name, r.contact_name), 'email', coalesce(${letterAddress()}, ''), 'mobile', coalesce(r.mobile, m.mobile), 'locale', coalesce(m.locale, r.locale),
    'reachable', m.closed_at is null) as reporter,
  case when a.id is not null then json_build_object('id', a.id, 'name', a.name, 'account', a.account) end as assignee,
  case when b.id is not null then json_build_object('id', b.id, 'start', lower(b.during), 'end', upper(b.during), 'lifted', b.lifted_at is not null) end as block,
  (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) order by p.position), '[]')
    from report_photos p join files f on f.id = p.file_id where p.report_id = r.id) as photos,
  (select coalesce(json_agg(json_build_object('at', n.at, 'state', n.state, 'text', n.body, 'public', n.public, 'by', w.name) order by n.id), '[]')
    from report_notes n left join members w on w.id = n.by_id where n.report_id = r.id) as steps`
const tables = sql`reports r left join members m on m.id = r.member_id left join members a on a.id = r.assignee_id left join blocks b on b.id = r.block_id`

const fromRow = ({ steps, block, ...report }: Row): ReadReport => ({
  ...report,
  steps: steps.map((step) => ({ ...step, at: new Date(step.at) })),
  block: block && { ...block, start: new Date(block.start), end: new Date(block.end) },
})

/** The reader of reports: a member reads their own, a mobile those that came from it, `everybody` is for staff and signed links. */
export type ReadBy = { memberId: string } | { mobile: string } | 'everybody'

function isReadableBy(by: ReadBy): RawBuilder<unknown> {
  if (by === 'everybody') return sql`true`
  return 'memberId' in by
    ? sql`r.member_id = ${by.memberId}`
    : sql`coalesce(r.mobile, case when not m.mobile_unproven then m.mobile end) = ${by.mobile}`
}

export async function findReport(db: DbOrTrx, ticketNo: string, by: ReadBy): Promise<ReadReport | undefined> {
  const { rows } = await sql<Row>`select ${columns} from ${tables} where r.ticket_no = ${ticketNo} and ${isReadableBy(by)}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

/** Locks the report until the end of the transaction. */
export async function lockReport(db: DbOrTrx, ticketNo: string): Promise<ReadReport | undefined> {
  const locked = await db.selectFrom('reports').select('id').where('ticket_no', '=', ticketNo).forUpdate().executeTakeFirst()
  return locked && findReport(db, ticketNo, 'everybody')
}

export type ReportFilter = {
  memberId?: string | undefined
  kind?: ReportKind | undefined
  state?: ReportState | 'open' | undefined
  facilityId?: number | undefined
  /** Assigned to this account, or to nobody. */
  assignee?: { account: string } | { id: string } | 'nobody' | undefined
  keyword?: string | undefined
  /** The newest come first, or, in a queue, the oldest. */
  order?: 'newest' | 'oldest'
  page: number
  pageSize: number
}

export async function findReports(db: DbOrTrx, filter: ReportFilter): Promise<{ reports: ReadReport[]; total: number }> {
  const where = sql.join([sql`true`, ...conditions(filter)], sql` and `)
  const order = filter.order === 'oldest' ? sql`r.created_at, r.no` : sql`r.created_at desc, r.no desc`
  const { rows } = await sql<Row>`
    select ${columns} from ${tables} where ${where} order by ${order} limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from ${tables} where ${where}`.execute(db)
  return { reports: rows.map(fromRow), total: counted.rows[0]!.total }
}

function conditions({ memberId, kind, state, facilityId, assignee, keyword }: ReportFilter): RawBuilder<unknown>[] {
  const like = keyword ? `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined
  const all = [
    memberId !== undefined && sql`r.member_id = ${memberId}`,
    kind !== undefined && sql`r.kind = ${kind}`,
    state === 'open' && sql`r.state <> 'done'`,
    state !== undefined && state !== 'open' && sql`r.state = ${state}`,
    facilityId !== undefined && sql`r.facility_id = ${facilityId}`,
    assignee === 'nobody' && sql`r.assignee_id is null`,
    typeof assignee === 'object' && 'id' in assignee && sql`r.assignee_id = ${assignee.id}`,
    typeof assignee === 'object' && 'account' in assignee && sql`lower(a.account) = lower(${assignee.account})`,
    like !== undefined &&
      sql`(r.ticket_no ilike ${like} or r.title ilike ${like} or r.description ilike ${like} or r.contact_name ilike ${like})`,
  ]
  return all.filter((one) => one !== false)
}

/** A member of staff, by account or email. */
export async function findStaff(db: DbOrTrx, emailOrAccount: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from members where roles <> '{}' and ${isOpen()} and email_confirmed_at is not null
      and (lower(account) = lower(${emailOrAccount}) or lower(email) = lower(${emailOrAccount}))`.execute(db)
  return rows[0]?.id
}
