import { sqlWords } from '#db/words.ts'
import * as m from '#i18n/generated/messages.js'
import type { OpenThing } from '#modules/accounts/deps.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import type { LockerSize, RentalState, Term, Words } from './rules.ts'

export type PlanLocker = {
  id: number
  number: string
  size: LockerSize
  wall: string
  column: number
  row: number
  taken: boolean
  mine: boolean
}
export type SizePrice = { size: LockerSize; name: Words; terms: { months: number; price: number }[]; deposit: number }

/** SQL: a reservation holds its locker until the payment deadline, to the second; no job is needed. */
export const inForce = (now: Date) => sql`(r.state = 'active' or (r.state = 'reserved' and exists (
  select from locker_terms t join orders o on o.id = t.order_id where t.rental_id = r.id and t.state = 'waiting' and o.state = 'awaiting-payment' and o.pay_before > ${now})))`

/** All lockers with their state, in one statement. */
export async function readPlan(db: DbOrTrx, memberId: string | null, now: Date): Promise<{ lockers: PlanLocker[]; sizes: SizePrice[] }> {
  const { rows } = await sql<{ lockers: PlanLocker[]; sizes: SizePrice[] }>`
    select
      (select coalesce(json_agg(json_build_object('id', l.id, 'number', l.number, 'size', l.size, 'wall', l.wall, 'column', l.col, 'row', l.row,
        'taken', h.member_id is not null or l.out_of_order_at is not null, 'mine', coalesce(h.member_id = ${memberId}::uuid, false)) order by l.wall, l.row, l.col), '[]')
      from lockers l left join lateral (select r.member_id from locker_rentals r where r.locker_id = l.id and ${inForce(now)} limit 1) as h on true where l.retired_at is null) as lockers,
      (select coalesce(json_agg(json_build_object('size', s.size, 'name', ${sqlWords('s.name')}, 'deposit', s.deposit,
        'terms', (select coalesce(json_agg(json_build_object('months', p.months, 'price', p.price) order by p.months), '[]') from locker_prices p where p.size = s.size)) order by s.position, s.size), '[]')
      from locker_sizes s where s.retired_at is null) as sizes`.execute(db)
  return rows[0]!
}

export type ReadRental = {
  id: string
  lockerId: number
  number: string
  size: LockerSize
  sizeName: Words
  wall: string
  state: RentalState
  deposit: number
  createdAt: Date
  startsAt: Date | null
  endsAt: Date | null
  closedAt: Date | null
  /** The order that awaits payment: the first term's or a renewal's. */
  waiting: { orderNo: string; term: Term; amount: number; payBefore: Date } | null
  memberName: string
  memberAccount: string
  memberMobile: string
}
type Row = Omit<ReadRental, 'waiting'> & { waiting: { orderNo: string; term: Term; amount: number; payBefore: string } | null }

const columns = (now: Date) => sql`
  r.id, r.locker_id as "lockerId", l.number, l.size, ${sqlWords('s.name')} as "sizeName", l.wall, r.state, r.deposit, r.created_at as "createdAt", r.starts_at as "startsAt", r.ends_at as "endsAt", r.closed_at as "closedAt",
  (select json_build_object('orderNo', o.order_no, 'term', t.term, 'amount', o.amount, 'payBefore', o.pay_before) from locker_terms t join orders o on o.id = t.order_id
    where t.rental_id = r.id and t.state = 'waiting' and o.state = 'awaiting-payment' and o.pay_before > ${now}) as waiting,
  m.name as "memberName", coalesce(m.account, '') as "memberAccount", m.mobile as "memberMobile"`
const from = sql`locker_rentals r join lockers l on l.id = r.locker_id join locker_sizes s on s.size = l.size join members m on m.id = r.member_id`

const fromRow = ({ waiting, ...row }: Row): ReadRental => ({
  ...row,
  waiting: waiting && { ...waiting, payBefore: new Date(waiting.payBefore) },
})

const lastOnes = 20

/** Current rentals first, then past ones. */
export async function findRentals(db: DbOrTrx, memberId: string, now: Date): Promise<ReadRental[]> {
  const { rows } = await sql<Row>`
    select ${columns(now)} from ${from} where r.member_id = ${memberId} order by r.state in ('reserved', 'active') desc, r.created_at desc limit ${lastOnes}`.execute(
    db,
  )
  return rows.map(fromRow)
}

export async function findRental(db: DbOrTrx, id: string, now: Date): Promise<ReadRental | undefined> {
  const { rows } = await sql<Row>`select ${columns(now)} from ${from} where r.id = ${id}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

/** The locker that the member has or has reserved. */
export async function openLockers(db: DbOrTrx, memberId: string, now: Date): Promise<OpenThing[]> {
  const { rows } = await sql<{ no: string }>`
    select l.number as no from locker_rentals r join lockers l on l.id = r.locker_id
    where r.member_id = ${memberId} and ${inForce(now)}`.execute(db)
  return rows.map(({ no }) => ({
    kind: 'locker',
    no,
    words: (locale) => m.setting_close_locker({ no }, { locale }),
    path: '/member/order/locker',
  }))
}

export type RentalFilter = { status: 'active' | 'overdue' | undefined; page: number; pageSize: number }

/** Rentals in use, the longest overdue first. */
export async function findHeld(
  db: DbOrTrx,
  { status, page, pageSize }: RentalFilter,
  now: Date,
): Promise<{ rentals: ReadRental[]; total: number }> {
  const which: RawBuilder<unknown> =
    status === 'overdue'
      ? sql`r.state = 'active' and r.ends_at <= ${now}`
      : status === 'active'
        ? sql`r.state = 'active' and r.ends_at > ${now}`
        : inForce(now)
  const { rows } = await sql<Row>`
    select ${columns(now)} from ${from} where ${which} order by r.ends_at nulls last, l.number limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${which}`.execute(db)
  return { rentals: rows.map(fromRow), total: counted.rows[0]!.total }
}

export type Held = {
  id: string
  number: string
  endsAt: Date
  toldOverdue: number
  deposit: number
  memberId: string
}
const told = sql`r.id, l.number, r.ends_at as "endsAt", r.told_overdue as "toldOverdue", r.deposit, r.member_id as "memberId"`

/** `r` of `m` ends before this moment, and its reminder is due. */
const isEnding = (before: Date, now: Date) =>
  sql`m.closed_at is null and r.state = 'active' and r.ends_at > ${now} and r.ends_at <= ${before} and r.told_end is distinct from r.ends_at`

const isOverdue = (now: Date) => sql`r.state = 'active' and r.ends_at <= ${now} and m.closed_at is null`

async function listRentals(db: DbOrTrx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select r.id from ${from} where ${which} order by r.id`.execute(db)
  return rows.map(({ id }) => id)
}

export const listEnding = (db: DbOrTrx, before: Date, now: Date): Promise<string[]> => listRentals(db, isEnding(before, now))
export const listOverdue = (db: DbOrTrx, now: Date): Promise<string[]> => listRentals(db, isOverdue(now))

/** Those of the rentals that end before this moment and whose reminder is due; marks them as reminded. */
export async function takeEndingRentals(db: DbOrTrx, ids: string[], before: Date, now: Date): Promise<Held[]> {
  const { rows } = await sql<Held>`
    update locker_rentals r set told_end = r.ends_at from lockers l, members m
    where r.id = any(${ids}::uuid[]) and l.id = r.locker_id and m.id = r.member_id and ${isEnding(before, now)}
    returning ${told}`.execute(db)
  return rows
}

/** Locks those of the rentals that are overdue. */
export async function lockOverdue(trx: Trx, ids: string[], now: Date): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select ${told} from ${from} where r.id = any(${ids}::uuid[]) and ${isOverdue(now)} order by r.id for update of r skip locked`.execute(
    trx,
  )
  return rows
}

export async function noteOverdueReminders(db: DbOrTrx, id: string, reminders: number): Promise<void> {
  await db.updateTable('locker_rentals').set({ told_overdue: reminders }).where('id', '=', id).execute()
}
