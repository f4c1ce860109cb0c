import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { addDays, dayOf, momentAt, type Day } from '#lib/zone.ts'
import { markSetUp } from '#modules/centre/store.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { unaskedGateway } from '#testing/built-service.ts'
import { far, workbook } from '#testing/far-workbook.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { zip } from '#testing/sample-files.ts'
import { builtServer, startServer, type ServerProcess } from '#testing/server-process.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { newMember, testAuthSecret as secret, type TestMember } from '#testing/test-service.ts'

let dir: string
let database: FreshDatabase
let db: Db
let server: ServerProcess
let members: TestMember[]
let admin: TestMember
let clerks: TestMember[]
let payers: TestMember[]
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'fieldhouse-attacks-'))
  database = await freshDatabase()
  db = openDb(database.url, 4)
  await smallCentre(db)
  await markSetUp(db, new Date())
  const tokens = new Tokens(secret)
  admin = await newMember(db, tokens, new Date(), { role: 'admin' })
  const several = (count: number, more = {}) => Promise.all(Array.from({ length: count }, () => newMember(db, tokens, new Date(), more)))
  members = await several(4)
  payers = await several(5)
  clerks = await several(2, { role: 'desk' })
  const env = { DATA_DIR: dir, DATABASE_URL: database.url, AUTH_SECRET: secret, WORKERS: '2', SITE_ACCESS: 'open', LOG_LEVEL: 'error' }
  // What cannot be paid cannot be ordered.
  server = await startServer({ ...env, ...unaskedGateway }, builtServer)
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

/** Small files and bodies that would take much to be read. */
async function sendBombs(): Promise<void> {
  const headers = { authorization: `Bearer ${admin.token}` }
  const upload = async (path: string, field: string, bytes: Uint8Array<ArrayBuffer> | string, name: string) => {
    const form = new FormData()
    form.set(field, new File([bytes], name))
    return (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: form })).text()
  }
  const nested = `{"facilities":${'['.repeat(500_000)}`
  const [json, sheets, parts] = await Promise.all([
    upload('/api/Staff/Catalogue/Import', 'file', nested, 'catalogue.json'),
    upload('/api/Staff/Catalogue/Import', 'file', new Uint8Array(workbook(20, far, 1000)), 'catalogue.xlsx'),
    upload('/api/Upload', 'upload', new Uint8Array(zip([{ name: '[Content_Types].xml', content: '<Override '.repeat(50_000) }])), 'a.docx'),
  ])
  expect([json, sheets, parts]).toEqual([
    expect.stringContaining('"not_json"'),
    expect.stringContaining('"not_workbook"'),
    expect.stringContaining('"file_type_not_allowed"'),
  ])
  const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  for (const body of [nested, `${'['.repeat(400_000)}"\\u0000"${']'.repeat(400_000)}`])
    expect((await fetch(`${server.url}/api/AccountMember/Login`, { ...post, body })).status).toBe(400)
}

/** Two clerks take the money for one order in the same moment, ten times: one of each pair has it. */
async function payTwiceAtOnce(day: Day): Promise<void> {
  const post = async (as: TestMember, path: string, body: object) => {
    const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const { tillId } = (await post(clerks[0]!, '/api/Staff/Till/Open', { name: '櫃檯', float: 2000 })).body
  for (let hour = 8; hour < 18; hour++) {
    const [start, end] = [momentAt(day, hour * 60).toISOString(), momentAt(day, (hour + 1) * 60).toISOString()]
    const { body } = await post(payers[hour % payers.length]!, '/api/Order/Member', { items: [{ venue2ndId: 8, start, end }] })
    expect(body).toHaveProperty('orderNo')
    const pay = (as: TestMember) => post(as, '/api/Staff/Payment/Desk', { orderNo: body['orderNo'], way: 'cash', tillId, given: 1000 })
    const statuses = (await Promise.all(clerks.map(pay))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  }
}

it('attacks on the built service with two workers fail no request of members who book meanwhile', { timeout: 120_000 }, async () => {
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
  await sendBombs()
  await payTwiceAtOnce(day)

  over.abort()
  const statuses = (await booking).flat()
  expect(statuses).toContain(201)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(server.stdout()).not.toContain('nobody caught')
})
