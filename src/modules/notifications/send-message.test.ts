import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openJobs, type Jobs } from '#db/jobs.ts'
import { openLog } from '#http/log.ts'
import { ok, refuse } from '#lib/result.ts'
import { deadPort } from '#testing/http-stand-in.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { startSmtpStandIn } from '#testing/smtp-stand-in.ts'
import type { Carrier, Carriers } from './carrier.ts'
import { queueMessage } from './queue-message.ts'
import { mostTries, type SendFailure } from './rules.ts'
import { resumeMessages } from './look-again.ts'
import { sendMessage } from './send-message.ts'
import { smtpCarrier } from './smtp.ts'
import { readTestLetterhead } from '#testing/read-letter.ts'

const log = openLog('silent')
const start = new Date('2025-11-15T10:00:00Z')
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
beforeEach(() => db.deleteFrom('messages').execute())

async function queueMail(cause = 'confirm-email:1'): Promise<string> {
  await queueMessage(
    db,
    jobs,
    { cause, channel: 'mail', recipient: 'lin@example.com', subject: 'Confirm', body: 'https://centre.example/secret', locale: 'en' },
    start,
  )
  return (await db.selectFrom('messages').select('id').where('cause', '=', cause).executeTakeFirstOrThrow()).id
}
const rowOf = (id: string) =>
  db.selectFrom('messages').select(['state', 'tries', 'body', 'last_error', 'sent_at']).where('id', '=', id).executeTakeFirstOrThrow()
const send = (id: string, carriers: Carriers, attempt = 1, now = start) =>
  sendMessage({ db, carriers, letters: {}, clock: { now: () => now }, log }, id, attempt)

function carrierThat(...answers: (SendFailure | 'sent')[]): Carrier & { carried: number } {
  const carrier = {
    name: 'stand-in',
    keepsBody: false,
    carried: 0,
    async carry() {
      const answer = answers[Math.min(carrier.carried, answers.length - 1)]!
      carrier.carried += 1
      return answer === 'sent' ? ok({ reference: 'r' }) : refuse(answer)
    },
  }
  return carrier
}
const temporary: SendFailure = { code: 'temporary', reason: 'busy' }
const unsure: SendFailure = { code: 'unsure', reason: 'line broke' }

describe('a message that is sent', () => {
  it('keeps no text outside the demo', async () => {
    const id = await queueMail()
    expect(await send(id, { mail: carrierThat('sent') })).toBe('sent')
    expect(await rowOf(id)).toEqual({ state: 'sent', tries: 1, body: null, last_error: null, sent_at: start })
  })

  it('keeps its text in the inbox of the demo', async () => {
    const id = await queueMail()
    await send(id, { mail: { ...carrierThat('sent'), keepsBody: true } })
    expect(await rowOf(id)).toMatchObject({ state: 'sent', body: 'https://centre.example/secret' })
  })

  it('is not sent again when its job runs again', async () => {
    const id = await queueMail()
    const carrier = carrierThat('sent')
    await send(id, { mail: carrier })
    expect(await send(id, { mail: carrier }, 2)).toBe('not-ours')
    expect([carrier.carried, (await rowOf(id)).state]).toEqual([1, 'sent'])
  })
})

describe('a message that was surely not sent', () => {
  it('is sent at the next try, after a refused connection', async () => {
    const id = await queueMail()
    const nobody = smtpCarrier(`smtp://127.0.0.1:${await deadPort()}`, 'c@example.com', readTestLetterhead)
    expect(await send(id, { mail: nobody })).toBe('again')
    expect(await rowOf(id)).toMatchObject({
      state: 'queued',
      tries: 1,
      body: 'https://centre.example/secret',
      last_error: expect.stringContaining('ECONNREFUSED'),
    })

    const server = await startSmtpStandIn()
    expect(await send(id, { mail: smtpCarrier(server.url, 'c@example.com', readTestLetterhead) }, 2)).toBe('sent')
    await server.close()
    expect(server.letters).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ state: 'sent', tries: 2, body: null, last_error: null })
  })

  it('fails after its last try, and keeps its text for as long as staff may send it again', async () => {
    const id = await queueMail()
    const carrier = carrierThat(temporary)
    for (let attempt = 1; attempt < mostTries; attempt++) expect(await send(id, { mail: carrier }, attempt)).toBe('again')
    expect(await send(id, { mail: carrier }, mostTries)).toBe('failed')
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      tries: mostTries,
      body: 'https://centre.example/secret',
      last_error: 'temporary: busy',
    })
    await resumeMessages(db, jobs, {}, log, new Date('2025-11-18T09:59:59Z'))
    expect((await rowOf(id)).body).not.toBeNull()
    await resumeMessages(db, jobs, {}, log, new Date('2025-11-18T10:00:01Z'))
    expect((await rowOf(id)).body).toBeNull()
  })

  it('fails at once when no retry would help', async () => {
    const id = await queueMail()
    expect(await send(id, { mail: carrierThat({ code: 'permanent', reason: '550' }) })).toBe('failed')
  })

  it('is not sent when it is too old', async () => {
    const id = await queueMail()
    const carrier = carrierThat('sent')
    expect(await send(id, { mail: carrier }, 1, new Date('2025-11-19T10:00:00Z'))).toBe('failed')
    expect(carrier.carried).toBe(0)
  })
})

describe('a message that was perhaps sent', () => {
  it('is never sent again', async () => {
    const id = await queueMail()
    const carrier = carrierThat(unsure, 'sent')
    expect(await send(id, { mail: carrier })).toBe('unsure')
    expect(await send(id, { mail: carrier }, 2)).toBe('not-ours')
    expect(await send(id, { mail: carrier })).toBe('not-ours')
    expect(carrier.carried).toBe(1)
    expect(await rowOf(id)).toMatchObject({ state: 'unsure', body: null, last_error: 'unsure: line broke' })
  })

  it('is found by the next try of its job when the process ended while sending', async () => {
    const id = await queueMail()
    await db.updateTable('messages').set({ state: 'sending', tries: 1 }).where('id', '=', id).execute()
    const carrier = carrierThat('sent')
    expect(await send(id, { mail: carrier }, 2)).toBe('unsure')
    expect([carrier.carried, (await rowOf(id)).state]).toEqual([0, 'unsure'])
  })

  it('becomes sent when the first sender reports success late', async () => {
    const id = await queueMail()
    const slow: Carrier = {
      ...carrierThat('sent'),
      async carry() {
        await send(id, { mail: carrierThat('sent') }, 2)
        return ok({ reference: undefined })
      },
    }
    expect(await send(id, { mail: slow })).toBe('sent')
    expect((await rowOf(id)).state).toBe('sent')
  })
})

it('a message stays queued while its channel has no carrier', async () => {
  const id = await queueMail()
  expect(await send(id, {})).toBe('waiting')
  expect(await rowOf(id)).toMatchObject({ state: 'queued', tries: 0 })
})
