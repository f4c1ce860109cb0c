import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { openLog } from '#http/log.ts'
import { barrier } from '#testing/moments.ts'
import { freshDb } from '#testing/postgres.ts'
import { addToOutbox, markTold, type OutboxEvent } from './outbox-store.ts'
import { writeLetters, type LetterWriter } from './write-letters.ts'

let db: Db
let close: () => Promise<void>
const log = openLog('silent')
const jobs: Jobs = { send: async () => {}, work: async () => {}, schedule: async () => {}, stop: async () => {} }
const now = new Date('2026-11-15T10:00:00+08:00')

beforeAll(async () => {
  ;({ db, close } = await freshDb(12))
})
afterAll(() => close())
beforeEach(() => db.deleteFrom('outbox').execute())

/** The events that writers were given, in the order in which they were given them. */
let seen: OutboxEvent[]
beforeEach(() => {
  seen = []
})
const writer: LetterWriter = async (trx, events) => {
  seen.push(...events)
  await sql`select pg_sleep(0.002)`.execute(trx)
  return []
}
const happen = (subjectIds: string[]) =>
  addToOutbox(
    db,
    'order',
    subjectIds.map((subjectId) => ({ subjectId, payload: {} })),
    now,
  )

describe('several jobs at once', { timeout: 60_000 }, () => {
  it('handle every event once, and those of one subject in their order, while more are written', async () => {
    const subjectIds = Array.from({ length: 40 }, () => randomUUID())
    for (let n = 0; n < 3; n++) await happen(subjectIds)
    const more = async () => {
      for (let n = 0; n < 10; n++) await happen(subjectIds)
    }
    await Promise.all([more(), ...Array.from({ length: 4 }, () => writeLetters({ db, jobs, log }, { order: writer }, now))])
    await writeLetters({ db, jobs, log }, { order: writer }, now)
    const ids = seen.map(({ id }) => id)
    expect(new Set(ids).size).toBe(13 * subjectIds.length)
    expect(ids).toHaveLength(13 * subjectIds.length)
    for (const events of Map.groupBy(seen, ({ subjectId }) => subjectId).values())
      expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted((a, b) => a - b))
  })

  it('handle them twice when they do not lock the rows that they take, so the test above means something', async () => {
    await happen([randomUUID(), randomUUID()])
    const both = barrier(2)
    const unlocked = () =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<OutboxEvent>`select * from outbox where told_at is null order by id`.execute(trx)
        await both()
        seen.push(...rows)
        await markTold(
          trx,
          rows.map(({ id }) => id),
          now,
        )
      })
    await Promise.all([unlocked(), unlocked()])
    expect(seen).toHaveLength(4)
  })
})
