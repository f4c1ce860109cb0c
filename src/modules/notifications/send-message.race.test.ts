import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { ok } from '#lib/result.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import type { Carrier } from './carrier.ts'
import { sendMessage } from './send-message.ts'
import { insertMessage } from './store.ts'

const now = new Date('2025-11-15T10:00:00Z')
const workers = 8
let database: FreshDatabase
let db: Db

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, workers)
})
afterAll(async () => {
  await closeDb(db)
  await database?.drop()
})

/** Eight workers hold the same job at the same moment. Returns how often the message went out. */
async function sendTogether(id: string): Promise<number> {
  let carried = 0
  const carrier: Carrier = {
    name: 'slow',
    keepsBody: false,
    async carry() {
      carried += 1
      await sleep(50)
      return ok({ reference: undefined })
    },
  }
  await insertMessage(db, {
    id,
    cause: id,
    channel: 'mail',
    recipient: 'lin@example.com',
    subject: null,
    body: 'x',
    attachments: [],
    locale: 'tw',
    createdAt: now,
  })
  await Promise.all(
    Array.from({ length: workers }, () =>
      sendMessage({ db, carriers: { mail: carrier }, letters: {}, clock: { now: () => now }, log: openLog('silent') }, id, 1),
    ),
  )
  return carried
}

it('sends a message once when eight workers hold its job together', async () => {
  expect(await sendTogether('00000000-0000-4000-8000-000000000001')).toBe(1)
})

it('sends it more than once when a claim does not change the state, so the test above means something', async () => {
  await sql`create function forget_claim() returns trigger language plpgsql as $$ begin if new.state = 'sending' then new.state := 'queued'; end if; return new; end $$`.execute(
    db,
  )
  await sql`create trigger forget_claim before update on messages for each row execute function forget_claim()`.execute(db)
  expect(await sendTogether('00000000-0000-4000-8000-000000000002')).toBeGreaterThan(1)
})
