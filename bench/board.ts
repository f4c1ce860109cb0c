import { get, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { momentAt } from '#lib/zone.ts'
import { atMostOnceIn, readAgainAfter } from '#ui/staff/kit/staff-live.ts'
import { benchDay, courts } from './centre.ts'
import { fire, repeat, type Outcome, type Shot } from './load.ts'
import { inPairs, type Load, type Measured } from './pairs.ts'
import { benchPeople } from './people.ts'

const boardBookings = 200
const boards = 50
const firstHour = 12
const address = `facility=BENCH&day=${benchDay}`

/** (j) The board of a hall of twenty courts with two hundred bookings: how long its page takes, and what fifty of them cost bookings. */
export async function board(db: Db, url: string, load: Load, scale: number): Promise<{ found: Measured[]; ratio: string }> {
  await fillBoard(db)
  const desks = await benchDesks(db)
  const page: Shot = {
    method: 'GET',
    path: `/staff/board?${address}`,
    headers: { accept: 'text/html', 'accept-encoding': 'gzip', cookie: `sports_v2_jwt=${desks[0]}` },
  }
  const data: Shot = { method: 'GET', path: `/api/Staff/Board?${address}`, headers: { authorization: `Bearer ${desks[0]}` } }
  await fire(url, 1, repeat(page, 50))
  const found: Measured[] = [
    { what: `(j) page of the board: ${courts} courts, ${boardBookings} bookings`, outcome: await one(url, page, Math.ceil(300 * scale)) },
    { what: '(j) its call', outcome: await one(url, data, Math.ceil(600 * scale)) },
  ]
  const { alone, beside, ratio } = await inPairs(url, load, async () => openBoards(url, desks))
  found.push({ what: `(j) ${load.what}, no board open`, outcome: alone })
  found.push({ what: `(j) ${load.what}, ${boards} boards open and following`, outcome: beside })
  return { found, ratio }
}

/** One person after the other: what counts is how long one waits. */
const one = (url: string, shot: Shot, count: number): Promise<Outcome> => fire(url, 1, repeat(shot, count))

/** Paid bookings on every court from noon on, each of another member. */
async function fillBoard(db: Db): Promise<void> {
  const people = await benchPeople(db, boardBookings, 'board', '07')
  const start = (n: number) => momentAt(benchDay, (firstHour + Math.floor(n / courts)) * 60)
  const rows = people.map(({ id }, n) => ({ member: id, court: (n % courts) + 1, start: start(n), no: `B${String(n).padStart(13, '0')}` }))
  await sql`
    with wanted as (
      select member, court, start, no, gen_random_uuid() as order_id, gen_random_uuid() as item_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (member uuid, court integer, start timestamptz, no text)
    ), placed as (
      insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at, confirmed_at)
      select order_id, no, 'venue', member, 'confirmed', 300, no, '', now(), now() from wanted
    ), items as (
      insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit)
      select item_id, order_id, member, court, 'badminton', tstzrange(start, start + interval '1 hour'), ${benchDay}::date, 60, true, 1, 300, 0, 0 from wanted
    )
    insert into occupancy (space_id, during, kind, holder_id, member_id)
    select court, tstzrange(start, start + interval '1 hour'), 'order', item_id, member from wanted`.execute(db)
  await sql`analyze orders, order_items, occupancy, members`.execute(db)
}

/** People at the desk who have proven themselves twice. */
export async function benchDesks(db: Db): Promise<string[]> {
  const people = await benchPeople(db, boards, 'desk', '06')
  const ids = people.map(({ id }) => id)
  await sql`update members set roles = array['desk'] where id = any (${ids}::uuid[])`.execute(db)
  await sql`update sessions set proven_at = now() where member_id = any (${ids}::uuid[])`.execute(db)
  return people.map(({ token }) => token)
}

/** Boards as pages of the console keep them: one stream each, and the board is read again when it is told, as often as a page does. */
async function openBoards(url: string, desks: string[]): Promise<() => Promise<void>> {
  const opened = await Promise.all(desks.map((token) => openBoard(url, token)))
  return async () => {
    for (const close of opened) close()
  }
}

async function openBoard(url: string, token: string): Promise<() => void> {
  const headers = { authorization: `Bearer ${token}` }
  const read = atMostOnceIn(readAgainAfter, () => void get(`${url}/api/Staff/Board?${address}`, { headers }, (answer) => answer.resume()))
  const stream = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${url}/api/Staff/Live?topics=desk,floor:1:any,floor:1:${benchDay},tills,waiting`, { headers }, resolve).on('error', reject),
  )
  if (stream.statusCode !== 200) throw new Error(`a board was refused: ${stream.statusCode}`)
  stream.setEncoding('utf8').on('data', (text: string) => text.includes('event: change') && read.call())
  stream.on('error', () => {})
  return () => {
    read.stop()
    stream.destroy()
  }
}
