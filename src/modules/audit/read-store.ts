import type { DbOrTrx } from '#db/connect.ts'
import type { StaffRole } from '#http/session.ts'
import { addDays, momentAt, type Day } from '#lib/zone.ts'
import { sql, type RawBuilder } from 'kysely'
import type { AuditCursor } from './rules.ts'

export type AuditFilter = {
  from?: Day | undefined
  to?: Day | undefined
  person?: string | undefined
  action?: string | undefined
  kind?: string | undefined
  subject?: string | undefined
  /** Words that an entry has all of, in itself or in the sentence of its action. */
  words?: WantedWord[] | undefined
  /** Members whom the words name: the log itself has only their ids. */
  named?: string[]
}

export type WantedWord = { word: string; /** Actions whose sentences have the word: the log has only their codes. */ actions: string[] }

export type LoggedAction = {
  id: number
  at: Date
  memberId: string | null
  actorName: string
  actorRoles: StaffRole[]
  address: string
  call: string
  requestId: string | null
  action: string
  subjectKind: string
  subjectId: string
  subjectLabel: string
  before: unknown
  after: unknown
  note: string
}

const columns = sql`
  id, at, member_id as "memberId", actor_name as "actorName", coalesce(actor_roles, array_remove(array[actor_role], null)) as "actorRoles", address, call, request_id as "requestId", action,
  subject_kind as "subjectKind", subject_id as "subjectId", subject_label as "subjectLabel", before, after, note`

/** Newest first, from `after` on. */
export async function readActions(
  db: DbOrTrx,
  filter: AuditFilter,
  { after, limit }: { after: AuditCursor | undefined; limit: number },
): Promise<LoggedAction[]> {
  const older = after ? [sql`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`] : []
  const where = sql.join([...conditionsOf(filter), ...older], sql` and `)
  const { rows } = await sql<LoggedAction>`
    select ${columns} from audit_log where ${where} order by at desc, id desc limit ${limit}`.execute(db)
  return rows
}

function conditionsOf({ from, to, person, action, kind, subject, words, named = [] }: AuditFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(from === undefined ? [] : [sql`at >= ${momentAt(from, 0)}::timestamptz`]),
    ...(to === undefined ? [] : [sql`at < ${momentAt(addDays(to, 1), 0)}::timestamptz`]),
    ...(person === undefined ? [] : [sql`member_id = ${person}::uuid`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(kind === undefined ? [] : [sql`subject_kind = ${kind}`]),
    ...(subject === undefined ? [] : [sql`subject_id = ${subject}`]),
    ...(words === undefined ? [] : [matching(words, named)]),
  ]
}

/** Words without a letter or a digit find nothing. */
function matching(words: WantedWord[], named: string[]): RawBuilder<unknown> {
  const inRow = words.map(({ word, actions }) =>
    actions.length === 0 ? sql`words @@ search_query(${word})` : sql`(words @@ search_query(${word}) or action = any(${actions}::text[]))`,
  )
  const all = inRow.length === 0 ? sql`false` : sql.join(inRow, sql` and `)
  return named.length === 0
    ? all
    : sql`(${all} or subject_kind = 'member' and subject_id = any(${named}::text[])
    or actor_name = '' and member_id = any(${named}::uuid[]))`
}

/** Everybody who has acted, with the name of their last action, or without one who was no staff then: members are named as of today. A loose index scan: as fast as there are few people. */
export async function readActors(db: DbOrTrx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive actors as (
      (select member_id, actor_name from audit_log where member_id is not null order by member_id, at desc, id desc limit 1)
      union all
      select next.member_id, next.actor_name from actors, lateral (
        select member_id, actor_name from audit_log where member_id > actors.member_id order by member_id, at desc, id desc limit 1
      ) as next
    )
    select member_id as id, actor_name as name from actors order by actor_name`.execute(db)
  return rows
}

/** Every action that was ever written, by the same scan. */
export async function readActionNames(db: DbOrTrx): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive actions as (
      (select action from audit_log order by action limit 1)
      union all
      select next.action from actions, lateral (select action from audit_log where action > actions.action order by action limit 1) as next
    )
    select action from actions`.execute(db)
  return rows.map(({ action }) => action)
}

/** Whether somebody did this to the subject since a moment. */
export async function hasActed(
  db: DbOrTrx,
  { memberId, action, subject }: { memberId: string; action: string; subject: { kind: string; id: string } },
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log where subject_kind = ${subject.kind} and subject_id = ${subject.id} and at >= ${since}
      and member_id = ${memberId} and action = ${action} limit 1`.execute(db)
  return rows.length > 0
}
