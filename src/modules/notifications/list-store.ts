import type { Db, DbOrTrx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import { messageMoves, type Channel, type MessageState } from './rules.ts'

export type MessageFilter = {
  channel: Channel | undefined
  state: MessageState | undefined
  recipient: string | undefined
  page: number
  pageSize: number
}
export type ListedMessage = {
  id: string
  channel: Channel
  recipient: string
  subject: string | null
  state: MessageState
  tries: number
  error: string | null
  createdAt: Date
  sentAt: Date | null
  hasText: boolean
  total: number
}

/** Newest first, without their texts: codes and links are secrets. */
export async function listMessages(db: Db, filter: MessageFilter): Promise<ListedMessage[]> {
  const { rows } = await sql<ListedMessage>`
    select id, channel, recipient, subject, state, tries, last_error as error, created_at as "createdAt", sent_at as "sentAt",
      body is not null as "hasText", count(*) over () as total
    from messages where ${sql.join(conditionsOf(filter), sql` and `)}
    order by created_at desc, id limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(db)
  return rows
}

function conditionsOf({ channel, state, recipient }: MessageFilter): RawBuilder<unknown>[] {
  const like = `%${(recipient ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return [
    sql`true`,
    ...(channel === undefined ? [] : [sql`channel = ${channel}`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(recipient === undefined ? [] : [sql`recipient ilike ${like}`]),
  ]
}

export async function countByState(db: Db, channel: Channel | undefined): Promise<Record<MessageState, number>> {
  const { rows } = await sql<{ state: MessageState; count: number }>`
    select state, count(*) as count from messages where ${channel ?? null}::text is null or channel = ${channel ?? null} group by state`.execute(
    db,
  )
  return { queued: 0, sending: 0, sent: 0, failed: 0, unsure: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Texts that wait for room in the hour's budget. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from messages where waits_until is not null and state = 'queued'`.execute(db)
  return rows[0]!.count
}

export type FailedMessage = { channel: Channel; recipient: string; state: MessageState; hasText: boolean; createdAt: Date }

/** Locked until the transaction ends: of two who press, one sends. */
export async function lockMessage(trx: DbOrTrx, id: string): Promise<FailedMessage | undefined> {
  const { rows } = await sql<FailedMessage>`
    select channel, recipient, state, body is not null as "hasText", created_at as "createdAt" from messages where id = ${id} for update`.execute(
    trx,
  )
  return rows[0]
}

/** Queued as if new: its tries count from the beginning. */
export async function requeueFailed(trx: DbOrTrx, id: string): Promise<void> {
  const { to } = messageMoves.sendAgain
  await trx.updateTable('messages').set({ state: to, tries: 0, last_error: null }).where('id', '=', id).execute()
}

export async function countFailedOfLastDay(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from messages
    where state = 'failed' and created_at > ${now}::timestamptz - interval '1 day'`.execute(db)
  return rows[0]!.count
}
