import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openJobs, type Jobs } from '#db/jobs.ts'
import { openLog } from '#http/log.ts'
import { failuresOf } from '#lib/failures.ts'
import { ok } from '#lib/result.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { addToOutbox } from './outbox-store.ts'
import { releaseTexts } from './release-texts.ts'
import { sendMessage } from './send-message.ts'
import { insertMessage, letWait, lockWaiting } from './store.ts'
import { writeLetters, type LetterWriters } from './write-letters.ts'

const log = openLog('silent')
const now = new Date('2026-11-15T10:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
let database: FreshDatabase
let db: Db
let jobs: Jobs
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 5)
  jobs = await openJobs(database.url, log, { workers: false })
})
afterAll(async () => {
  await jobs?.stop()
  await closeDb(db)
  await database?.drop()
})

type Booking = { court: number; isHeld: boolean; start: Date; email?: string; mobile?: string }
const bookings = new Map<string, Booking>()
/** One letter for each kind of event about a booking, by what is so now. */
const letters: LetterWriters = {
  booking: async (_, events) =>
    [...Map.groupBy(events, ({ payload }) => (payload as { kind: string }).kind)].flatMap(([kind, together]) => {
      const { id, subjectId } = together[0]!
      const { court, isHeld, start, email, mobile = subjectId } = bookings.get(subjectId)!
      if (kind === 'offered' && !isHeld) return []
      const channel = kind === 'mailed' || email ? ('mail' as const) : ('sms' as const)
      return [{ eventId: id, channel, recipient: email ?? mobile, locale: 'tw', body: `${kind} ${court}`, until: start }]
    }),
}
const tell = async (subjectId: string, kind: string, at: Date) => {
  await addToOutbox(db, 'booking', [{ subjectId, payload: { kind } }], at)
  await writeLetters({ db, jobs, log }, letters, at)
}
const release = (at: Date) => releaseTexts({ db, jobs, log }, letters, at)
const texts = async (waits: boolean) => {
  const all = await db.selectFrom('messages').select(['body', 'waits_until']).orderBy('created_at').execute()
  return all.filter(({ waits_until }) => (waits_until !== null) === waits).map(({ body }) => body)
}
const newBooking = (): string => {
  const id = randomUUID()
  bookings.set(id, { court: 1, isHeld: true, start: after(600) })
  return id
}

/** Of five texts an hour four are for notices, and those are gone. */
beforeEach(async () => {
  await db.deleteFrom('messages').execute()
  await db.deleteFrom('rate_limits').execute()
  await writeSetting(db, 'sms', { perCentreHour: 5 }, null, now)
  for (let n = 0; n < 4; n++) await tell(newBooking(), 'placed', now)
  await db.deleteFrom('messages').execute()
})

it('says once where a booking is that was moved twice meanwhile, though the second text is needed first', async () => {
  const id = newBooking()
  bookings.set(id, { court: 2, isHeld: true, start: after(180) })
  await tell(id, 'moved', now)
  bookings.set(id, { court: 3, isHeld: true, start: after(120) })
  await tell(id, 'moved', after(1))
  expect(await texts(true)).toEqual(['moved 2', 'moved 3'])
  await release(after(61))
  expect([await texts(true), await texts(false)]).toEqual([[], ['moved 3']])
})

it('goes to the number of now, and as a mail to who has an account by now', async () => {
  const [moved, joined] = [newBooking(), newBooking()]
  for (const id of [moved, joined]) await tell(id, 'moved', now)
  bookings.get(moved)!.mobile = '0912000111'
  bookings.get(joined)!.email = 'joined@example.com'
  await release(after(61))
  const sent = await db.selectFrom('messages').select(['channel', 'recipient']).orderBy('channel').execute()
  expect(sent).toEqual([
    { channel: 'mail', recipient: 'joined@example.com' },
    { channel: 'sms', recipient: '0912000111' },
  ])
})

it('drops what is over, without a turn in the budget', async () => {
  const ids = Array.from({ length: 6 }, newBooking)
  for (const id of ids) await tell(id, 'offered', now)
  for (const id of ids.slice(0, 2)) bookings.get(id)!.isHeld = false
  await release(after(61))
  expect([await texts(true), (await texts(false)).length]).toEqual([[], 4])
})

it('keeps the order of texts to one mobile: a new one waits behind those that wait, also when there is room', async () => {
  const id = newBooking()
  await tell(id, 'offered', now)
  bookings.set(id, { court: 1, isHeld: true, start: after(90) })
  await tell(id, 'moved', after(61))
  expect(await texts(true)).toEqual(['offered 1', 'moved 1'])
  // Room for one.
  for (let n = 0; n < 3; n++) await tell(newBooking(), 'placed', after(61))
  await release(after(61))
  expect(await texts(true)).toEqual(['moved 1'])
})

it('looks again at a mail that waited for its carrier: what is over is not sent, the rest says what is so now', async () => {
  const [moved, over] = [newBooking(), newBooking()]
  await tell(moved, 'mailed', now)
  const offeredByMail: LetterWriters = {
    booking: async (_, [event]) =>
      bookings.get(event!.subjectId)!.isHeld
        ? [
            {
              eventId: event!.id,
              channel: 'mail',
              recipient: event!.subjectId,
              locale: 'tw',
              body: `held ${bookings.get(event!.subjectId)!.court}`,
            },
          ]
        : [],
  }
  await addToOutbox(db, 'booking', [{ subjectId: over, payload: { kind: 'held' } }], now)
  await writeLetters({ db, jobs, log }, offeredByMail, now)
  bookings.get(moved)!.court = 7
  bookings.get(over)!.isHeld = false
  const carried: string[] = []
  const mail = {
    name: 'stand-in',
    keepsBody: false,
    carry: async ({ body }: { body: string }) => (carried.push(body), ok({ reference: 'r' })),
  }
  const outcomes = []
  for (const { id } of await db.selectFrom('messages').select('id').orderBy('created_at').execute())
    outcomes.push(await sendMessage({ db, carriers: { mail }, letters: offeredByMail, clock: { now: () => after(60) }, log }, id, 2))
  expect([outcomes, carried]).toEqual([['sent', 'outdated'], ['held 7']])
})

describe('a text whose letter cannot be written', () => {
  const failing = (bad: string): LetterWriters => ({
    booking: async (trx, events, at) => {
      // An error of the database: the transaction is of no use afterwards.
      if (events[0]!.subjectId === bad) await sql`select 1 / 0`.execute(trx)
      return letters.booking!(trx, events, at)
    },
  })

  it('waits for the next run, and those behind it are sent', async () => {
    const [bad, good] = [newBooking(), newBooking()]
    bookings.get(bad)!.start = after(120)
    await tell(bad, 'moved', now)
    await tell(good, 'offered', now)
    const before = failuresOf('job')
    await releaseTexts({ db, jobs, log }, failing(bad), after(61))
    expect([await texts(true), await texts(false), failuresOf('job') - before]).toEqual([['moved 1'], ['offered 1'], 1])
    await release(after(62))
    expect(await texts(true)).toEqual([])
  })

  it('is sent as it was written when it waited for its carrier', async () => {
    const id = newBooking()
    await tell(id, 'mailed', now)
    const carried: string[] = []
    const mail = {
      name: 'stand-in',
      keepsBody: false,
      carry: async ({ body }: { body: string }) => (carried.push(body), ok({ reference: 'r' })),
    }
    const { id: messageId } = await db.selectFrom('messages').select('id').executeTakeFirstOrThrow()
    const sending = { db, carriers: { mail }, letters: failing(id), clock: { now: () => after(60) }, log }
    expect([await sendMessage(sending, messageId, 2), carried]).toEqual(['sent', ['mailed 1']])
  })
})

describe('two runs at once', () => {
  /** Mobiles with two texts each about the same, and a third. Answers what was sent to each. */
  async function releaseTogether(mobiles: number) {
    await writeSetting(db, 'sms', { perCentreHour: 5000 }, null, now)
    const ids = Array.from({ length: mobiles }, newBooking)
    for (const kind of ['moved', 'moved', 'offered'])
      for (const id of ids) {
        await addToOutbox(db, 'booking', [{ subjectId: id, payload: { kind } }], now)
        const { id: event } = await db.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
        const message = { id: randomUUID(), cause: `outbox:${event}`, channel: 'sms' as const, recipient: id, subject: null, body: kind }
        await insertMessage(db, { ...message, attachments: [], locale: 'tw', createdAt: new Date(now.getTime() + event) })
        await letWait(db, message.id, after(600))
      }
    await db.updateTable('outbox').set({ told_at: now }).where('told_at', 'is', null).execute()
    const before = failuresOf('job')
    await Promise.all([release(after(61)), release(after(61)), release(after(61))])
    const sent = await Promise.all(
      ids.map(async (id) => {
        const rows = await db.selectFrom('messages').select(['body', 'waits_until']).where('recipient', '=', id).orderBy('body').execute()
        return rows.map(({ body, waits_until }) => `${body}${waits_until ? ' waits' : ''}`)
      }),
    )
    return { sent, failures: failuresOf('job') - before, all: ids.map(() => ['moved 1', 'offered 1']) }
  }

  it('release every text once, and none waits for another', async () => {
    const { sent, failures, all } = await releaseTogether(40)
    expect([sent, failures]).toEqual([all, 0])
  })

  it('wait for each other without the lock, so the test above means something', async () => {
    // Few: each time takes the database a second to notice.
    await sql`create function pg_try_advisory_xact_lock(integer) returns boolean language sql as 'select true'`.execute(db)
    try {
      let failures = 0
      // They need not meet every time.
      for (let n = 0; n < 20 && failures === 0; n++) ({ failures } = await releaseTogether(6))
      expect(failures).toBeGreaterThan(0)
    } finally {
      await sql`drop function pg_try_advisory_xact_lock(integer)`.execute(db)
    }
  })
})

it('finding the next of many texts reads each of them a few times, not once for each other', async () => {
  const many = 1000
  await sql`
    insert into messages (id, cause, channel, recipient, body, locale, state, created_at, waits_until)
    select gen_random_uuid(), 'many:' || n, 'sms', 'mobile ' || n, '', 'tw', 'queued', ${now}, case when n <= ${many} then ${after(600)}::timestamptz end
    from generate_series(1, ${many * 5}) as n`.execute(db)
  await sql`analyze messages`.execute(db)
  const read = await db.transaction().execute(async (trx) => {
    expect(await lockWaiting(trx, [], now)).toBeDefined()
    const { rows } = await sql<{ n: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_xact_user_tables where relname = 'messages'`.execute(
      trx,
    )
    return rows[0]!.n
  })
  expect(read).toBeGreaterThanOrEqual(many)
  expect(read).toBeLessThan(many * 15)
})
