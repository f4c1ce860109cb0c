import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { sql } from 'kysely'
import type { ClosureCause, ClosureChoice, ClosureItemState, ClosureState } from './rules.ts'

/** A closure, or a block that was made by itself: on the board, for a day off, for a fault. */
export type ListedClosure = Period & {
  id: string
  isClosure: boolean
  /** Those that are still closed; of one that was lifted as a whole all. */
  facilityIds: number[]
  courtIds: number[]
  /** When the floor opens again next: the end of the period that is closed now, or of the first one ahead. */
  opensAt: Date | null
  fromMinute: number | null
  toMinute: number | null
  weekdays: number[]
  cause: ClosureCause | null
  state: ClosureState
  reasonTw: string
  reasonEn: string
  bookings: number
  waiting: number
  failed: number
  createdBy: string | null
  createdAt: Date
  liftedAt: Date | null
}

export type ListFilter = { isPast: boolean; facilityId: number | null; before: { at: Date; id: string } | null; most: number }

/** With all other facilities of the same closure. */
const isAskedFor = (facilityId: number | null) =>
  facilityId === null
    ? sql`true`
    : sql`(b.closure_id in (select x.closure_id from blocks x where x.facility_id = ${facilityId}) or b.closure_id is null and b.facility_id = ${facilityId})`

/** In force or ahead, the next first; or over and lifted, the latest first. One statement, by cursor of the end. */
export async function listClosures(db: DbOrTrx, { isPast, facilityId, before, most }: ListFilter, now: Date): Promise<ListedClosure[]> {
  const { rows } = await sql<ListedClosure>`
    with spans as (
      select coalesce(b.closure_id, b.id) as id, b.closure_id is not null as "isClosure", min(lower(b.during)) as start, max(upper(b.during)) as "end",
        coalesce(array_agg(distinct b.facility_id) filter (where b.lifted_at is null), array_agg(distinct b.facility_id)) as "facilityIds",
        min(upper(b.during)) filter (where upper(b.during) > ${now}) as "opensAt", case when bool_and(b.lifted_at is not null) then max(b.lifted_at) end as "liftedAt",
        array_remove(array_agg(distinct b.court_id), null) as "courtIds", min(b.reason_tw) as "reasonTw", min(b.reason_en) as "reasonEn", min(b.created_at) as "createdAt",
        (array_agg(b.created_by))[1] as by
      from blocks b where ${isAskedFor(facilityId)} group by 1, 2
    )
    select s.id, s."isClosure", s."facilityIds", s."courtIds", s.start, s."end", case when s."liftedAt" is null then s."opensAt" end as "opensAt", s."liftedAt", s."reasonTw", s."reasonEn", s."createdAt",
      c.from_minute as "fromMinute", c.to_minute as "toMinute", coalesce(c.weekdays, '{}') as weekdays, c.cause,
      coalesce(c.state, case when s."liftedAt" is null then 'done' else 'lifted' end) as state, m.name as "createdBy",
      coalesce(n.bookings, 0) as bookings, coalesce(n.waiting, 0) as waiting, coalesce(n.failed, 0) as failed
    from spans s left join closures c on s."isClosure" and c.id = s.id left join members m on m.id = s.by
    left join lateral (select count(*)::integer as bookings, count(*) filter (where i.state = 'waiting')::integer as waiting, count(*) filter (where i.state = 'failed')::integer as failed
      from closure_items i where i.closure_id = c.id) as n on true
    where (s."liftedAt" is not null or s."end" <= ${now}) = ${isPast}
      and (${before?.id ?? null}::uuid is null or case when ${isPast} then (s."end", s.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)
        else (s.start, s.id) > (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid) end)
    order by case when ${isPast} then s."end" end desc, case when ${isPast} then s.id end desc, s.start, s.id limit ${most}`.execute(db)
  return rows
}

export type ReadClosure = {
  id: string
  /** In order of ids. `liftedAt`: opened again early, by itself or with all others. */
  facilities: { id: number; liftedAt: string | null }[]
  courtIds: number[]
  fromDay: string
  toDay: string
  fromMinute: number
  toMinute: number
  weekdays: number[]
  cause: ClosureCause
  choice: ClosureChoice
  reasonTw: string
  reasonEn: string
  wordsTw: string
  wordsEn: string
  state: ClosureState
  version: number
  createdBy: string
  /** Closed by the viewer. */
  isOwn: boolean
  createdAt: Date
  finishedAt: Date | null
  liftedAt: Date | null
  liftedBy: string | null
  /** When the first of its floor closes, and when the last opens again. */
  begins: Date
  until: Date
}

export async function findClosure(db: DbOrTrx, id: string, viewerId: string): Promise<ReadClosure | undefined> {
  const { rows } = await sql<ReadClosure>`
    select c.id, (select json_agg(json_build_object('id', f.facility_id, 'liftedAt', f.lifted_at) order by f.facility_id)
        from (select facility_id, max(lifted_at) as lifted_at from blocks where closure_id = c.id group by 1) as f) as facilities, c.court_ids as "courtIds", c.from_day::text as "fromDay", c.to_day::text as "toDay", c.from_minute as "fromMinute", c.to_minute as "toMinute",
      c.weekdays, c.cause, c.choice, c.reason_tw as "reasonTw", c.reason_en as "reasonEn", c.words_tw as "wordsTw", c.words_en as "wordsEn", c.state, c.version,
      m.name as "createdBy", c.created_by = ${viewerId} as "isOwn", c.created_at as "createdAt", c.finished_at as "finishedAt", c.lifted_at as "liftedAt", l.name as "liftedBy",
      (select min(lower(b.during)) from blocks b where b.closure_id = c.id) as begins, (select max(upper(b.during)) from blocks b where b.closure_id = c.id) as until
    from closures c join members m on m.id = c.created_by left join members l on l.id = c.lifted_by where c.id = ${id}`.execute(db)
  return rows[0]
}

export type ReportItem = Period & {
  holderId: string
  state: ClosureItemState
  orderNo: string | null
  memberId: string
  name: string
  mobile: string
  isClub: boolean
  isGuest: boolean
  courtId: number | null
  /** Other floor that is or was held for it. */
  instead: { courtId: number; start: string; end: string } | null
  owed: number
  failure: string | null
  settledAt: Date | null
}

/** What became of each booking, in order of time. */
export async function readReport(db: DbOrTrx, closureId: string): Promise<ReportItem[]> {
  const { rows } = await sql<ReportItem>`
    select i.holder_id as "holderId", i.state, o.order_no as "orderNo", m.id as "memberId", m.name, m.mobile, i.is_club as "isClub", m.is_guest as "isGuest", i.court_id as "courtId", i.owed, i.failure,
      (select json_build_object('courtId', f.court_id, 'start', lower(f.during), 'end', upper(f.during)) from closure_offers f
        where f.closure_id = i.closure_id and f.item_id = i.holder_id order by f.created_at desc limit 1) as instead,
      i.settled_at as "settledAt", lower(i.during) as start, upper(i.during) as "end"
    from closure_items i join members m on m.id = i.member_id left join orders o on o.id = i.order_id
    where i.closure_id = ${closureId} order by lower(i.during), i.court_id, i.holder_id`.execute(db)
  return rows
}
