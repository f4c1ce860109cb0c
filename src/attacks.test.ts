import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { markSetUp } from '#modules/centre/store.ts'
import { Tokens } from '#modules/accounts/tokens.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { builtServer, startServer, type ServerProcess } from '#testing/server-process.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { newMember, type TestMember } from '#testing/test-service.ts'

const secret = 'a secret that only tests know, long enough'
let dir: string
let database: FreshDatabase
let db: Db
let server: ServerProcess
let members: TestMember[]
let admin: TestMember
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'fieldhouse-attacks-'))
  database = await freshDatabase()
  db = openDb(database.url, 4)
  await smallCentre(db)
  await markSetUp(db, new Date())
  const tokens = new Tokens(secret)
  admin = await newMember(db, tokens, new Date(), { role: 'admin' })
  members = await Promise.all(Array.from({ length: 4 }, () => newMember(db, tokens, new Date(), {})))
  const env = { DATA_DIR: dir, DATABASE_URL: database.url, AUTH_SECRET: secret, WORKERS: '2', SITE_ACCESS: 'open', LOG_LEVEL: 'error' }
  // What cannot be paid cannot be ordered: a gateway is set, and never asked.
  const gateway = {
    PAYMENT_URL: 'https://gateway.example',
    PAYMENT_MERCHANT_ID: '1',
    PAYMENT_HASH_KEY: 'k'.repeat(16),
    PAYMENT_HASH_IV: 'i'.repeat(16),
  }
  server = await startServer({ ...env, ...gateway }, builtServer)
})
afterAll(async () => {
  await server.stop()
  await closeDb(db)
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

/** Bytes as an attacker sends them; the status of the answer, or nothing when the connection was closed. */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
  const late = setTimeout(() => socket.destroy(), 3000)
  socket.end(Buffer.from(bytes, 'latin1'))
  const answer = await text(socket).catch(() => '')
  clearTimeout(late)
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? ''
}

const get = (target: string, more = 'Host: x\r\n') => `GET ${target} HTTP/1.1\r\n${more}Connection: close\r\n\r\n`
const hosts = ['a:99999', '1.2.3.4.5', 'xn--a', 'a.1', '0x100000000']
const odd = [
  get('http://a:99999/'),
  get('*'),
  get('/', ''),
  get('/%ff%00%'),
  get('/venues', 'Host: x\r\nCookie: sports_v2_jwt=%ff%00; =; ;;\x80\r\n'),
  get('/', 'Host: x\r\nUpgrade: websocket\r\nSec-WebSocket-Key: \x01\r\n'),
  get('/', `Host: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n`),
  get('/', 'Host: x\r\nContent-Length: -1\r\n'),
  'CONNECT a:99999 HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /api/AccountMember/Login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{',
  'POST /api/Upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 30\r\n\r\n--x\r\n\0\0: \xff\r\n\r\n--x--',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
]

it('attacks on the built service with two workers fail no request of members who book meanwhile', async () => {
  const over = new AbortController()
  const day = addDays(dayOf(new Date()), 2)
  const book = async (member: TestMember, court: number) => {
    const statuses: number[] = []
    for (let hour = 8; !over.signal.aborted; hour = hour === 19 ? 8 : hour + 1) {
      const items = [
        { venue2ndId: court, start: momentAt(day, hour * 60).toISOString(), end: momentAt(day, (hour + 1) * 60).toISOString() },
      ]
      const headers = { authorization: `Bearer ${member.token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      const placed = await fetch(`${server.url}/api/Order/Member`, { method: 'POST', headers, body: JSON.stringify({ items }) })
      const page = await fetch(`${server.url}/venues`)
      await Promise.all([placed.text(), page.text()])
      statuses.push(placed.status, page.status)
    }
    return statuses
  }
  const booking = Promise.all(members.map((member, n) => book(member, n + 1)))
  booking.catch(() => over.abort())

  for (let round = 0; round < 3; round++) {
    for (const host of hosts) expect(await send(get('/', `Host: ${host}\r\n`)), host).toBe('400')
    for (const bytes of odd) expect(Number(await send(bytes)), bytes.slice(0, 60)).toBeLessThan(500)
  }
  const asStaff = { headers: { cookie: `sports_v2_jwt=${admin.token}`, authorization: `Bearer ${admin.token}`, accept: 'text/html' } }
  for (const search of ['day=x', `facility=${'x'.repeat(500)}`, `court=${'x'.repeat(500)}`])
    expect((await fetch(`${server.url}/staff/board?${search}`, asStaff)).status, search).toBe(404)
  expect((await fetch(`${server.url}/%ff`, { headers: { accept: 'text/html' } })).status).toBe(404)
  const form = new FormData()
  form.set('file', new File([`{"facilities":${'['.repeat(500_000)}`], 'catalogue.json'))
  const headers = { authorization: `Bearer ${admin.token}` }
  const imported = await fetch(`${server.url}/api/Staff/Catalogue/Import`, { method: 'POST', headers, body: form })
  expect(await imported.text()).toContain('"not_json"')

  over.abort()
  const statuses = (await booking).flat()
  expect(statuses).toContain(201)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(server.stdout()).not.toContain('nobody caught')
})
