import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { openLog } from '#http/log.ts'
import { freshDb } from '#testing/postgres.ts'
import { addToOutbox } from './outbox-store.ts'
import { writeLetters, type LetterWriter, type LetterWriters } from './write-letters.ts'

let db: Db
let close: () => Promise<void>
const log = openLog('silent')
const jobs: Jobs = { send: async () => {}, work: async () => {}, schedule: async () => {}, stop: async () => {} }
const now = new Date('2026-11-15T10:00:00+08:00')
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)

beforeAll(async () => {
  ;({ db, close } = await freshDb(8))
})
afterAll(() => close())
beforeEach(async () => {
  await db.deleteFrom('outbox').execute()
  await db.deleteFrom('messages').execute()
})

const add = (topic: string, subjectId: string, ...says: string[]) =>
  addToOutbox(
    db,
    topic,
    says.map((text) => ({ subjectId, payload: { text } })),
    now,
  )
/** A letter for each event, which says what the event says. */
const eachSaid: LetterWriter = async (_, events) =>
  events.map(({ id, payload }) => ({
    eventId: id,
    channel: 'mail',
    recipient: 'lin@example.com',
    locale: 'tw',
    subject: (payload as { text: string }).text,
    body: '',
  }))
const failing: LetterWriter = async () => {
  throw new Error('no words')
}
const write = (writers: LetterWriters, at = now) => writeLetters({ db, jobs, log }, writers, at)
const untold = async () => (await db.selectFrom('outbox').select('id').where('told_at', 'is', null).execute()).length
const subjects = async () => (await db.selectFrom('messages').select('subject').execute()).map(({ subject }) => subject).toSorted()
const inOrderOfWriting = async () =>
  (await db.selectFrom('messages').select('subject').orderBy('created_at').execute()).map(({ subject }) => subject)

describe('an event in the outbox', () => {
  it('commits or rolls back with its change', async () => {
    const change = db.transaction().execute(async (trx) => {
      await addToOutbox(trx, 'order', [{ subjectId: randomUUID(), payload: { text: 'never' } }], now)
      throw new Error('the change fails')
    })
    await expect(change).rejects.toThrow('the change fails')
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
    expect(await write({ order: eachSaid })).toBe(0)
  })

  it('is handled once, and is kept with the time at which it was handled', async () => {
    await add('order', randomUUID(), 'placed', 'confirmed')
    expect(await write({ order: eachSaid }, minutes(1))).toBe(2)
    expect(await write({ order: eachSaid }, minutes(2))).toBe(0)
    expect(await inOrderOfWriting()).toEqual(['placed', 'confirmed'])
    const rows = await db.selectFrom('outbox').select(['at', 'told_at']).execute()
    expect(rows).toEqual([1, 2].map(() => ({ at: now, told_at: minutes(1) })))
  })

  it('is left while its writer waits for the letter of another subject, and keeps no other waiting', async () => {
    const [waiting, other] = [randomUUID(), randomUUID()]
    await add('refund', waiting, 'went back')
    await add('order', other, 'cancelled')
    const after: LetterWriter = async (trx, events, at) => ((await isTold(trx, other)) ? eachSaid(trx, events, at) : 'later')
    const isTold = async (trx: Trx, id: string) =>
      (await trx.selectFrom('outbox').select('told_at').where('subject_id', '=', id).executeTakeFirstOrThrow()).told_at !== null
    expect(await write({ refund: async () => 'later', order: eachSaid })).toBe(1)
    expect(await subjects()).toEqual(['cancelled'])
    await db.deleteFrom('outbox').execute()
    await add('order', other, 'cancelled again')
    await add('refund', waiting, 'went back')
    // In the same batch: the other subject comes first.
    expect(await write({ refund: after, order: eachSaid })).toBe(2)
    expect(await subjects()).toEqual(['cancelled', 'cancelled again', 'went back'])
    expect(await untold()).toBe(0)
  })

  it('reaches its writer in order, all events of one subject together, also with many waiting', async () => {
    const seen = new Map<string, string[]>()
    const writer: LetterWriter = async (_, events) => {
      const [{ subjectId }] = events as [(typeof events)[number]]
      expect(seen.has(subjectId), 'in one piece').toBe(false)
      seen.set(
        subjectId,
        events.map(({ payload }) => (payload as { text: string }).text),
      )
      return []
    }
    const ids = Array.from({ length: 60 }, () => randomUUID())
    for (const text of ['1', '2', '3']) for (const id of ids) await add('order', id, text)
    expect(await write({ order: writer })).toBe(180)
    expect([...seen.keys()]).toEqual(ids)
    expect([...seen.values()].every((texts) => texts.join('') === '123')).toBe(true)
  })

  it('is marked as handled when its topic has no writer', async () => {
    await add('space-freed', randomUUID(), 'court 1')
    expect(await write({ order: eachSaid })).toBe(1)
    expect([await untold(), await subjects()]).toEqual([0, []])
  })
})

describe('a letter that cannot be written', () => {
  it('delays neither other topics nor other subjects of its topic', async () => {
    const [broken, whole] = [randomUUID(), randomUUID()]
    const writer: LetterWriter = (trx, events, at) => (events[0]!.subjectId === broken ? failing : eachSaid)(trx, events, at)
    await add('order', broken, 'broken')
    await add('order', whole, 'whole')
    await add('refund', randomUUID(), 'refund')
    await write({ order: writer, refund: eachSaid })
    expect([await untold(), await subjects()]).toEqual([1, ['refund', 'whole']])
  })

  it('is tried again after 1, 2 and 4 minutes, and later events of its subject wait for it', async () => {
    const id = randomUUID()
    await add('order', id, 'first')
    await write({ order: failing })
    await add('order', id, 'second')
    expect(await write({ order: eachSaid }, minutes(0.9))).toBe(0)
    await write({ order: failing }, minutes(1))
    expect(await write({ order: eachSaid }, minutes(2.9))).toBe(0)
    await write({ order: failing }, minutes(3))
    expect(await write({ order: eachSaid }, minutes(6.9))).toBe(0)
    expect(await write({ order: eachSaid }, minutes(7))).toBe(2)
    expect(await subjects()).toEqual(['first', 'second'])
  })

  it('rolls back its batch: the other letters are written once', async () => {
    const statement: LetterWriter = async (trx) => {
      // The database refuses it: the transaction is over for everybody in it.
      await trx
        .selectFrom('outbox')
        .select('nothing' as 'id')
        .execute()
      return []
    }
    await add('order', randomUUID(), 'before')
    await add('refund', randomUUID(), 'breaks')
    await add('order', randomUUID(), 'after')
    expect(await write({ order: eachSaid, refund: statement })).toBe(2)
    expect([await untold(), await subjects()]).toEqual([1, ['after', 'before']])
  })
})
