import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourcesBefore } from '#testing/old-sources.ts'
import { emptyDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { closeDb, openDb, type Db } from './connect.ts'
import { migrate } from './migrate.ts'

let database: FreshDatabase
let db: Db
const before = sourcesBefore('074')
const now = new Date('2026-11-15T10:00:00+08:00')
const member = randomUUID()
const other = randomUUID()
const rental = {
  id: randomUUID(),
  tw: '置物櫃 A01（標準櫃，月租，含押金 NT$1,500）',
  en: 'Locker A01 (Standard, 1 month, incl. NT$1,500 deposit)',
}
const renewal = { id: randomUUID(), tw: '置物櫃 A01 續租（標準櫃，月租）', en: 'Locker A01, renewal (Standard, 1 month)' }
const topUp = { id: randomUUID(), tw: '改期補差額：羽球館 羽球場 1', en: 'Price difference after move: Badminton Hall, Court 1' }
const booking = randomUUID()

const linesOf = async (id: string) => {
  const { rows } = await sql`
    select words_tw as tw, words_en as en, count, amount, purpose from order_lines where order_id = ${id} order by position`.execute(db)
  return rows
}
const line = (tw: string, en: string, amount: number, purpose = 'price') => ({ tw, en, count: 1, amount, purpose })
const sumsAgree = async () => {
  const { rows } = await sql`
    select o.order_no from orders o where o.title_tw is not null and o.amount <> (select coalesce(sum(l.amount), 0) from order_lines l where l.order_id = o.id)`.execute(
    db,
  )
  return rows.length === 0
}

beforeAll(async () => {
  database = await emptyDatabase()
  db = openDb(database.url, 2)
  await migrate(database.url, before)
  for (const [n, id] of [member, other].entries())
    await sql`insert into members (id, account, email, name, mobile, secret_hash, locale, identity_id, created_at, email_confirmed_at)
      values (${id}, ${`someone${n}`}, ${`someone${n}@example.com`}, '會員', ${`091000000${n}`}, '', 'tw', 1, ${now}, ${now})`.execute(db)
  const order = (id: string, no: number, kind: string, amount: number, title?: { tw: string; en: string }) =>
    sql`
    insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at, title_tw, title_en)
    values (${id}, ${`F26111500000${no}`}, ${kind}, ${member}, 'confirmed', ${amount}, ${id}, '', ${now}, ${title?.tw ?? null}, ${title?.en ?? null})`.execute(
      db,
    )
  await order(rental.id, 1, 'locker', 1650, rental)
  await order(renewal.id, 2, 'locker', 150, renewal)
  await order(topUp.id, 3, 'supplement', 200, topUp)
  await order(booking, 4, 'venue', 300)
  await sql`insert into locker_sizes (size, name_tw, name_en, deposit) values ('standard', '標準櫃', 'Standard', 1500)`.execute(db)
  await sql`insert into locker_prices (size, months, price) values ('standard', 1, 150)`.execute(db)
  await sql`insert into lockers (id, number, size, wall, col, row) values (1, 'A01', 'standard', 'A', 1, 1), (2, 'A02', 'standard', 'A', 2, 1)`.execute(
    db,
  )
  const rentalId = randomUUID()
  await sql`insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at, starts_at, ends_at)
    values (${rentalId}, 1, ${member}, 'active', 1500, ${now}, ${now}, ${now}::timestamptz + interval '1 month')`.execute(db)
  for (const [id, isFirst, deposit] of [
    [rental.id, true, 1500],
    [renewal.id, false, 0],
  ] as const)
    await sql`insert into locker_terms (id, rental_id, order_id, term, is_first, price, deposit, state, starts_at, ends_at, created_at)
      values (gen_random_uuid(), ${rentalId}, ${id}, 'month', ${isFirst}, 150, ${deposit}, 'paid', ${now}, ${now}::timestamptz + interval '1 month', ${now})`.execute(
      db,
    )
  await migrate(database.url)
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
  rmSync(before, { recursive: true, force: true })
})

describe('orders of before', () => {
  it('keep what they are for as lines, rent and deposit of a locker apart', async () => {
    expect(await linesOf(rental.id)).toEqual([
      line('置物櫃 A01（標準櫃，月租）', 'Locker A01 (Standard, 1 month)', 150),
      line('押金', 'Deposit', 1500, 'deposit'),
    ])
    expect(await linesOf(renewal.id)).toEqual([line(renewal.tw, renewal.en, 150)])
    expect(await linesOf(topUp.id)).toEqual([line(topUp.tw, topUp.en, 200)])
    expect(await linesOf(booking), 'its lines are its items').toEqual([])
    expect(await sumsAgree()).toBe(true)
  })
})

describe('while the version before goes on', () => {
  const asked = (memberId: string) => ({ id: randomUUID(), orderNo: `F2611150000${memberId.slice(0, 3)}`, memberId, requestHash: '' })

  it('a top-up that it writes has a line, which follows its amount', async () => {
    const order = {
      ...asked(member),
      kind: 'supplement',
      state: 'awaiting-payment',
      amount: 90,
      payBefore: now,
      idempotencyKey: 'top-up',
      now,
    }
    await sql`select from write_orders(${JSON.stringify([{ ...order, titleTw: topUp.tw, titleEn: topUp.en, items: [] }])}::jsonb)`.execute(
      db,
    )
    expect(await linesOf(order.id)).toEqual([line(topUp.tw, topUp.en, 90)])
    await sql`update orders set amount = ${40} where id = ${order.id}`.execute(db)
    expect(await linesOf(order.id)).toEqual([line(topUp.tw, topUp.en, 40)])
  })

  it('a locker that it rents out has rent and deposit apart', async () => {
    const order = { ...asked(other), kind: 'locker', term: 'month', months: 1, idempotencyKey: 'rental' }
    const titles = { titleTw: rental.tw.replace('A01', 'A02'), titleEn: rental.en.replace('A01', 'A02') }
    await sql`select rent_locker(${JSON.stringify({ ...order, ...titles })}::jsonb, 2, ${now}::timestamptz + interval '5 days', ${now}::timestamptz)`.execute(
      db,
    )
    expect(await linesOf(order.id)).toEqual([
      line('置物櫃 A02（標準櫃，月租）', 'Locker A02 (Standard, 1 month)', 150),
      line('押金', 'Deposit', 1500, 'deposit'),
    ])
    expect(await sumsAgree()).toBe(true)
  })
})
