import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Something that happened. `subjectId`: what it happened to. The payload holds ids and numbers, no personal data. */
export type NewEvent = { subjectId: string; payload: object }
export type OutboxEvent = {
  id: number
  topic: string
  subjectId: string
  payload: unknown
  at: Date
  tries: number
  /** Told before: its letter is written once more. */
  isAgain?: boolean
}

/** Writes events of one topic in the caller's transaction: they exist if it commits, and only then. */
export async function addToOutbox(db: DbOrTrx, topic: string, events: NewEvent[], now: Date): Promise<void> {
  if (events.length === 0) return
  const subjects = events.map(({ subjectId }) => subjectId)
  const payloads = events.map(({ payload }) => JSON.stringify(payload))
  await sql`select add_to_outbox(${topic}, ${subjects}::uuid[], ${payloads}::jsonb[], ${now}::timestamptz)`.execute(db)
}

/**
 * Unhandled events of the subjects that have waited longest, in the order in which they happened; locked until the
 * transaction ends. A subject is taken by its oldest unhandled event, with `skip locked`: two jobs never handle events of one
 * subject at the same time, and a subject whose letter failed waits as a whole. `except`: subjects that are left for later.
 */
export async function lockUntold(trx: Trx, subjects: number, except: string[], now: Date): Promise<OutboxEvent[]> {
  const oldest = await sql<{ topic: string; subjectId: string }>`
    select o.topic, o.subject_id as "subjectId" from outbox o
    where o.told_at is null and (o.try_at is null or o.try_at <= ${now}) and o.subject_id <> all (${except}::uuid[])
      and not exists (select from outbox e where e.subject_id = o.subject_id and e.topic = o.topic and e.told_at is null and e.id < o.id)
    order by o.id limit ${subjects} for update of o skip locked`.execute(trx)
  if (oldest.rows.length === 0) return []
  const [topics, subjectIds] = [oldest.rows.map(({ topic }) => topic), oldest.rows.map(({ subjectId }) => subjectId)]
  const { rows } = await sql<OutboxEvent>`
    select o.id, o.topic, o.subject_id as "subjectId", o.payload, o.at, o.tries
    from unnest(${topics}::text[], ${subjectIds}::uuid[]) as s (topic, subject_id)
    join outbox o on o.subject_id = s.subject_id and o.topic = s.topic and o.told_at is null
    order by o.id for update of o skip locked`.execute(trx)
  return rows
}

export async function markTold(trx: Trx, ids: number[], now: Date): Promise<void> {
  await sql`update outbox set told_at = ${now} where id = any (${ids}::bigint[])`.execute(trx)
}

/** Schedules the retry of an event whose letter could not be written; later events of its subject wait for it. */
export async function postponeEvent(db: Db, id: number, until: Date): Promise<void> {
  await sql`update outbox set tries = tries + 1, try_at = ${until} where id = ${id} and told_at is null`.execute(db)
}

export async function deleteToldEvents(db: Db, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from outbox where id in (select id from outbox where told_at < ${before} limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}

/** An event and those that texts which wait are about too: of the same subject and kind. Oldest first. */
export async function readWaitingTogether(db: DbOrTrx, id: number): Promise<OutboxEvent[]> {
  const { rows } = await sql<OutboxEvent>`
    select o.id, o.topic, o.subject_id as "subjectId", o.payload, o.at, o.tries, true as "isAgain"
    from outbox e join outbox o on o.subject_id = e.subject_id and o.topic = e.topic and o.payload ->> 'kind' is not distinct from e.payload ->> 'kind'
    where e.id = ${id} and o.id >= e.id and exists (
      select from outbox t join messages w on w.cause = 'outbox:' || t.id and w.state = 'queued' and w.waits_until is not null
      where t.subject_id = o.subject_id and t.topic = o.topic and t.told_at = o.told_at
        and t.payload ->> 'kind' is not distinct from o.payload ->> 'kind')
    order by o.id`.execute(db)
  return rows
}

/** An event and those that its letter was about too: of the same subject and kind, told at the same moment. Oldest first. */
export async function readToldTogether(db: DbOrTrx, id: number): Promise<OutboxEvent[]> {
  const { rows } = await sql<OutboxEvent>`
    select o.id, o.topic, o.subject_id as "subjectId", o.payload, o.at, o.tries, true as "isAgain"
    from outbox e join outbox o on o.subject_id = e.subject_id and o.topic = e.topic and o.told_at = e.told_at
      and o.payload ->> 'kind' is not distinct from e.payload ->> 'kind'
    where e.id = ${id} and o.id >= e.id order by o.id`.execute(db)
  return rows
}

/** Age in seconds of the oldest event of which nobody was told yet. */
export async function readOldestUntold(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from ${now}::timestamptz - min(at)), 0)::float8 as seconds from outbox
    where told_at is null`.execute(db)
  return Math.max(0, rows[0]!.seconds)
}
