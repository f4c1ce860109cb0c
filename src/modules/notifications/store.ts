import { anyOf } from '#db/any-of.ts'
import type { Db, DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { sql } from 'kysely'
import { messageMoves, type Attachment, type Channel, type MessageMove, type MessageState } from './rules.ts'

export type NewMessage = {
  id: string
  cause: string
  channel: Channel
  recipient: string
  subject: string | null
  body: string
  attachments: Attachment[]
  locale: Locale
  createdAt: Date
}

/** False when the cause has written a message before. */
export async function insertMessage(db: DbOrTrx, { createdAt, attachments, ...message }: NewMessage): Promise<boolean> {
  const inserted = await db
    .insertInto('messages')
    .values({
      ...message,
      attachments: attachments.length > 0 ? JSON.stringify(attachments) : null,
      state: 'queued' satisfies MessageState,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteMessage(db: DbOrTrx, id: string): Promise<void> {
  await db.deleteFrom('messages').where('id', '=', id).execute()
}

/** The message has no turn in the budget of texts yet. */
export async function letWait(db: DbOrTrx, id: string, until: Date): Promise<void> {
  await db.updateTable('messages').set({ waits_until: until }).where('id', '=', id).execute()
}

export type Waiting = Pick<NewMessage, 'id' | 'cause' | 'channel'>

/** False while another run releases texts: two at once would reverse the order of texts to one mobile, and wait for each other. */
export async function lockReleasing(trx: DbOrTrx): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`select pg_try_advisory_xact_lock(hashtext('fieldhouse-texts')) as ok`.execute(trx)
  return rows[0]!.ok
}

/** The oldest text that waits for the mobile whose next text is of use for the shortest time, locked. `except`: ids that are left out. */
export async function lockWaiting(trx: DbOrTrx, except: string[], now: Date): Promise<Waiting | undefined> {
  // Grouped once: a subquery for each row would read all that wait as often as there are some.
  const { rows } = await sql<Waiting>`
    with mobiles as materialized (
      select recipient, min(waits_until) as soonest from messages where waits_until > ${now} and state = 'queued' group by recipient)
    select m.id, m.cause, m.channel from messages m join mobiles s on s.recipient = m.recipient
    where m.waits_until > ${now} and m.state = 'queued' and m.id <> all (${except}::uuid[])
    order by s.soonest, m.recipient, m.created_at, m.id
    limit 1 for update of m skip locked`.execute(trx)
  return rows[0]
}

/** Whether an older text to the same mobile waits: the next one must not pass it. */
export async function hasWaiting(db: DbOrTrx, recipient: string): Promise<boolean> {
  const waits = db.selectFrom('messages').select('id').where('waits_until', 'is not', null).where('recipient', '=', recipient)
  return (
    (await waits
      .where('state', '=', 'queued' satisfies MessageState)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function lockQueued(trx: DbOrTrx, id: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`select id, cause, channel from messages where id = ${id} and state = 'queued' for update`.execute(trx)
  return rows[0]
}

type Rewritten = Pick<NewMessage, 'channel' | 'recipient' | 'subject' | 'body' | 'attachments' | 'locale'>

export async function rewriteMessage(trx: DbOrTrx, id: string, { attachments, ...written }: Rewritten): Promise<void> {
  const files = attachments.length > 0 ? JSON.stringify(attachments) : null
  await trx
    .updateTable('messages')
    .set({ ...written, attachments: files })
    .where('id', '=', id)
    .execute()
}

/** It has its turn, and its age counts from now. */
export async function endWaiting(trx: DbOrTrx, id: string, now: Date): Promise<void> {
  await trx.updateTable('messages').set({ waits_until: null, created_at: now }).where('id', '=', id).execute()
}

/** Fails messages that have waited in vain. Returns their number. */
export async function failWaitingBefore(db: DbOrTrx, now: Date): Promise<number> {
  const { from, to } = messageMoves.expire
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ state: to, body: null, waits_until: null, last_error: 'text_budget_spent' })
    .where('waits_until', '<=', now)
    .where('state', '=', anyOf(from))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function deleteQueued(db: DbOrTrx, cause: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('messages')
    .where('cause', '=', cause)
    .where('state', '=', 'queued' satisfies MessageState)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

export async function hasMessage(db: DbOrTrx, cause: string): Promise<boolean> {
  return (await db.selectFrom('messages').select('id').where('cause', '=', cause).executeTakeFirst()) !== undefined
}

export type ClaimedMessage = NewMessage & { tries: number }

/** Claims a message for sending: of concurrent callers one gets it. */
export async function claimMessage(db: Db, id: string): Promise<ClaimedMessage | undefined> {
  const { from, to } = messageMoves.claim
  const row = await db
    .updateTable('messages')
    .set((eb) => ({ state: to, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', anyOf(from))
    .returning(['id', 'cause', 'channel', 'recipient', 'subject', 'body', 'attachments', 'locale', 'tries', 'created_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const { created_at: createdAt, ...message } = row
  return {
    ...message,
    channel: row.channel as Channel,
    locale: row.locale as Locale,
    body: row.body ?? '',
    attachments: (row.attachments ?? []) as Attachment[],
    createdAt,
  }
}

export async function moveMessage(
  db: Db,
  id: string,
  move: MessageMove,
  change: { error?: string; sentAt?: Date; emptyBody: boolean },
): Promise<boolean> {
  const { from, to } = messageMoves[move]
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({
      state: to,
      last_error: change.error ?? null,
      ...(change.sentAt ? { sent_at: change.sentAt } : {}),
      ...(change.emptyBody ? { body: null, attachments: null } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', anyOf(from))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function readChannel(db: Db, id: string): Promise<Pick<NewMessage, 'channel' | 'createdAt'> | undefined> {
  const row = await db.selectFrom('messages').select(['channel', 'created_at as createdAt']).where('id', '=', id).executeTakeFirst()
  return row && { ...row, channel: row.channel as Channel }
}

/** Fails queued messages that are too old to be worth sending. Returns their number. */
export async function failMessagesBefore(db: Db, channel: Channel, before: Date): Promise<number> {
  const { from, to } = messageMoves.expire
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ state: to, body: null, attachments: null, last_error: 'too_old' })
    .where('channel', '=', channel)
    .where('state', '=', anyOf(from))
    .where('created_at', '<', before)
    .where('waits_until', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Empties the texts of failed messages that can no longer be sent again: a code or a link must not lie around. */
export async function emptyFailedBefore(db: Db, channel: Channel, before: Date): Promise<void> {
  await db
    .updateTable('messages')
    .set({ body: null, attachments: null })
    .where('channel', '=', channel)
    .where('state', '=', 'failed' satisfies MessageState)
    .where('body', 'is not', null)
    .where('created_at', '<', before)
    .execute()
}

export async function queuedMessageIds(db: Db, channels: readonly Channel[]): Promise<string[]> {
  if (channels.length === 0) return []
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('state', '=', 'queued' satisfies MessageState)
    .where('channel', '=', anyOf(channels))
    .where('waits_until', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}

export type InboxFilter = { recipient: string | undefined; channel: Channel | undefined; limit: number }
export type InboxMessage = {
  id: string
  channel: Channel
  recipient: string
  subject: string | null
  body: string
  attachments: Attachment[]
  createdAt: Date
  sentAt: Date
}

/** Messages for the demo inbox, newest first. Those that a real carrier has sent are left out: their body is empty. */
export async function readInbox(db: Db, { recipient, channel, limit }: InboxFilter): Promise<InboxMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'channel', 'recipient', 'subject', 'body', 'attachments', 'created_at', 'sent_at'])
    .where('state', '=', 'sent' satisfies MessageState)
    .where('body', 'is not', null)
    .$if(recipient !== undefined, (query) => query.where((eb) => eb(eb.fn('lower', ['recipient']), '=', recipient!.toLowerCase())))
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel as Channel,
    recipient: row.recipient,
    subject: row.subject,
    body: row.body!,
    attachments: (row.attachments ?? []) as Attachment[],
    createdAt: row.created_at,
    sentAt: row.sent_at!,
  }))
}

/** Messages to a member for their data export, without the text. */
export async function listMessagesTo(
  db: Db,
  recipients: string[],
): Promise<{ channel: Channel; recipient: string; subject: string | null; createdAt: Date }[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'subject', 'created_at as createdAt'])
    .where('recipient', '=', anyOf(recipients))
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, channel: row.channel as Channel }))
}
