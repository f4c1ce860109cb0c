import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { Api } from '#http/call.ts'
import { openLog } from '#http/log.ts'
import { writeAudit } from '#modules/audit/store.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { demoInboxApi } from './staff-api.ts'
import type { DemoInboxAnswer } from './staff-wire.ts'

const newApi = () =>
  new Api({
    clock: { now: () => new Date() },
    log: openLog('silent'),
    trustProxy: 0,
    pagesOrigin: 'http://localhost:3000',
    readSession: async () => undefined,
    checkAnswers: true,
    writeAudit,
  })
let database: FreshDatabase
let db: Db

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 2)
  const row = (n: number, values: object) => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    cause: `c${n}`,
    channel: 'mail',
    recipient: 'Lin@example.com',
    subject: 's',
    body: `text ${n}`,
    locale: 'tw',
    state: 'sent',
    created_at: new Date(2025, 10, 15, 10, n),
    sent_at: new Date(2025, 10, 15, 11, n),
    ...values,
  })
  await db
    .insertInto('messages')
    .values([
      row(1, {}),
      row(2, { channel: 'sms', recipient: '0912345678', subject: null }),
      row(3, {}),
      row(4, { state: 'queued', sent_at: null }),
      row(5, { body: null }),
    ])
    .execute()
})
afterAll(async () => {
  await closeDb(db)
  await database?.drop()
})

async function inbox(query: string): Promise<string[]> {
  const api = newApi()
  demoInboxApi(api, { db })
  const answer = await api.app.request(`/api/Demo/Inbox${query}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as DemoInboxAnswer).map((message) => message.body)
}

it('the demo inbox shows messages of the demo, newest first, and none that a real carrier sent', async () => {
  expect(await inbox('')).toEqual(['text 3', 'text 2', 'text 1'])
})

it('the demo inbox filters by recipient and channel, and limits the number', async () => {
  expect(await inbox('?recipient=lin@EXAMPLE.com')).toEqual(['text 3', 'text 1'])
  expect(await inbox('?channel=sms')).toEqual(['text 2'])
  expect(await inbox('?limit=1')).toEqual(['text 3'])
})

it('the demo inbox refuses an unknown channel', async () => {
  const api = newApi()
  demoInboxApi(api, { db })
  expect((await api.app.request('/api/Demo/Inbox?channel=fax')).status).toBe(422)
})

it('the demo inbox does not exist outside the demo', async () => {
  const answer = await newApi().app.request('/api/Demo/Inbox')
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'no_such_call'])
})
