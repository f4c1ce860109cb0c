import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './read-config.ts'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { DatabaseUnavailable } from '#db/unavailable.ts'
import { openLog } from '#http/log.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { newMember, type TestMember } from '#testing/test-service.ts'
import { openTransactionPooler } from '#testing/transaction-pooler.ts'
import { openBackend, type Backend } from './backend.ts'
import { checkDatabase } from './checks/database.ts'
import { openDatabase } from './database.ts'

const AUTH_SECRET = 'a secret that only tests know, long enough'
const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-pooler-'))

let database: FreshDatabase
let pooler: Awaited<ReturnType<typeof openTransactionPooler>>
/** Not through the pooler. */
let db: Db
beforeAll(async () => {
  database = await freshDatabase()
  pooler = await openTransactionPooler(database.url, 3)
})
afterAll(async () => {
  await closeDb(db)
  await pooler.close()
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

const gateway = { PAYMENT_URL: 'https://gateway.example', PAYMENT_MERCHANT_ID: '1', PAYMENT_HASH_KEY: 'key', PAYMENT_HASH_IV: 'iv' }
const settings = () =>
  readConfig({
    DATA_DIR: dir,
    DEMO: '0',
    AUTH_SECRET,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_POOL: '8',
    ...gateway,
  })

describe('the service behind a pooler in transaction mode', () => {
  let backend: Backend
  let members: TestMember[]
  beforeAll(async () => {
    const config = settings()
    const { url } = await openDatabase(config)
    db = openDb(database.url, 2)
    await smallCentre(db)
    const tokens = new Tokens(AUTH_SECRET)
    members = []
    for (let n = 0; n < 14; n++) members.push(await newMember(db, tokens, new Date(), {}))
    backend = await openBackend(config, url, openLog('silent'), true)
  })
  afterAll(() => backend.stop())

  const call = (path: string, init: RequestInit = {}) => backend.apiFetch(new Request(`http://localhost:3000${path}`, init))
  const book = async (member: TestMember, hour: number) => {
    const start = new Date(Date.parse(`${addDays(dayOf(new Date()), 2)}T00:00:00+08:00`) + hour * 3_600_000)
    const answer = await call('/api/Order/Member', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        items: [{ venue2ndId: 1, start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() }],
      }),
    })
    return answer.status
  }

  it('is ready, and books each hour once while all press together, again and again', async () => {
    expect(await backend.ready()).toBe(true)
    for (const [round, hour] of [7, 8, 9].entries()) {
      const statuses = await Promise.all(members.slice(round * 4, round * 4 + 4).map((member) => book(member, hour)))
      expect(statuses.toSorted()).toEqual([201, 409, 409, 409])
    }
  })

  it('tells open grids of a booking, by the address of PostgreSQL itself', async () => {
    const stop = new AbortController()
    const stream = await call('/api/Availability/Stream?venue1stId=1', { signal: stop.signal })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    const untilTold = async () => {
      for (let text = ''; !text.includes('event: change');) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`the stream has ended: ${text}`)
        text += value
      }
    }
    await untilTold()
    const told = untilTold()
    expect(await book(members[12]!, 13)).toBe(201)
    await told
    stop.abort()
  })

  it('runs jobs as soon as they are committed', async () => {
    const { email } = members[13]!
    const headers = { 'content-type': 'application/json' }
    expect((await call('/api/AccountMember/ForgetPKey', { method: 'POST', headers, body: JSON.stringify({ email }) })).status).toBe(204)
    const letters = () => db.selectFrom('messages').select('id').where('recipient', '=', email).execute()
    await expect.poll(async () => (await letters()).length, { timeout: 8000 }).toBe(1)
  })
})

describe('statements that keep coming', () => {
  const ask = async (url: string) => {
    const pooled = openDb(url, 1)
    try {
      for (let n = 0; n < 12; n++) await sql`select ${n}::integer as n`.execute(pooled)
    } finally {
      await closeDb(pooled)
    }
  }

  it('are not prepared by name behind a pooler', () => expect(ask(settings().databaseUrl!)).resolves.toBeUndefined())

  it('fail when they are, so the tests above mean something', () =>
    expect(ask(`${pooler.url}?prepare=true`)).rejects.toThrow(/prepared statement .* does not exist/))
})

it('an outage of PostgreSQL is noticed though the pooler still takes connections, and is over when it answers again', async () => {
  const other = await openTransactionPooler(database.url, 2)
  const pooled = openDb(`${other.url}?prepare=false`, 2)
  const ask = () => sql`select ${1}::integer as one`.execute(pooled)
  try {
    await ask()
    other.silence()
    await expect(ask()).rejects.toThrow(DatabaseUnavailable)
    other.restore()
    await expect
      .poll(
        () =>
          ask().then(
            () => 'answered',
            () => 'not',
          ),
        { timeout: 8000 },
      )
      .toBe('answered')
  } finally {
    await closeDb(pooled)
    await other.close()
  }
})

describe('without the address of PostgreSQL itself', () => {
  it('the service does not start, and says what to set', () =>
    expect(
      openDatabase({ dataDir: dir, databaseUrl: pooler.url, databaseDirectUrl: undefined, databaseOwnerUrl: undefined }),
    ).rejects.toThrow('set DATABASE_DIRECT_URL to the address of PostgreSQL itself'))

  it('the doctor says so too, and what is right or wrong with that address', async () => {
    const codes = async (databaseUrl: string, databaseDirectUrl: string | undefined) => {
      const { findings, client } = await checkDatabase({
        dataDir: dir,
        databaseUrl,
        databaseDirectUrl,
        databaseOwnerUrl: undefined,
        databasePool: 2,
        workers: 1,
      })
      await client?.end()
      return findings.map(({ code }) => code).filter((code) => code.startsWith('pooler'))
    }
    expect(await codes(database.url, undefined)).toEqual([])
    expect(await codes(pooler.url, undefined)).toEqual(['pooler_alone'])
    expect(await codes(pooler.url, database.url)).toEqual(['pooler_with_direct'])
    expect(await codes(pooler.url, pooler.url)).toEqual(['pooler_direct_silent'])
  })
})
