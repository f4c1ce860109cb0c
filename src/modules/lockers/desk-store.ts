import { sqlWords } from '#db/words.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { CallOutcome, PaidTerm, RentalState, Words } from './rules.ts'
import { inForce } from './read-store.ts'

export type LockerCall = { at: string; by: string; outcome: CallOutcome; note: string }

/** A locker as the desk sees it, with the rental that holds it. */
export type DeskLocker = {
  id: number
  number: string
  size: string
  sizeName: Words
  wall: string
  column: number
  row: number
  outOfOrderAt: string | null
  outOfOrderWhy: string
  rental: {
    id: string
    state: RentalState
    memberId: string
    name: string
    mobile: string
    endsAt: string | null
    waitingOrderNo: string | null
    paid: (Omit<PaidTerm, 'startsAt'> & { startsAt: string })[]
    /** The latest first. */
    calls: LockerCall[]
  } | null
}

/** Every locker in use, by wall and place, in one statement. */
export async function readDeskPlan(db: DbOrTrx, now: Date): Promise<DeskLocker[]> {
  const { rows } = await sql<DeskLocker>`
    select l.id, l.number, l.size, ${sqlWords('s.name')} as "sizeName", l.wall, l.col as "column", l.row,
      l.out_of_order_at as "outOfOrderAt", l.out_of_order_why as "outOfOrderWhy", h.rental
    from lockers l join locker_sizes s on s.size = l.size
    left join lateral (
      select json_build_object('id', r.id, 'state', r.state, 'memberId', m.id, 'name', m.name, 'mobile', m.mobile, 'endsAt', r.ends_at,
        'waitingOrderNo', (select o.order_no from locker_terms t join orders o on o.id = t.order_id where t.rental_id = r.id and t.state = 'waiting' and o.state = 'awaiting-payment' and o.pay_before > ${now}),
        'paid', (select coalesce(json_agg(json_build_object('id', t.id, 'orderId', t.order_id, 'price', t.price, 'deposit', t.deposit, 'startsAt', t.starts_at)), '[]') from locker_terms t where t.rental_id = r.id and t.state = 'paid'),
        'calls', (select coalesce(json_agg(json_build_object('at', c.at, 'by', b.name, 'outcome', c.outcome, 'note', c.note) order by c.at desc), '[]') from locker_calls c join members b on b.id = c.by where c.rental_id = r.id)) as rental
      from locker_rentals r join members m on m.id = r.member_id where r.locker_id = l.id and ${inForce(now)} limit 1) as h on true
    where l.retired_at is null order by l.wall, l.row, l.col`.execute(db)
  return rows
}

/** Whose rental it is; undefined when there is none. */
export async function findRenter(
  db: DbOrTrx,
  rentalId: string,
): Promise<{ memberId: string; number: string; state: RentalState } | undefined> {
  const { rows } = await sql<{ memberId: string; number: string; state: RentalState }>`
    select r.member_id as "memberId", l.number, r.state from locker_rentals r join lockers l on l.id = r.locker_id where r.id = ${rentalId}`.execute(
    db,
  )
  return rows[0]
}

export async function insertCall(
  trx: Trx,
  { id, rentalId, outcome, note, by }: { id: string; rentalId: string; outcome: CallOutcome; note: string; by: string },
  now: Date,
): Promise<void> {
  await trx.insertInto('locker_calls').values({ id, rental_id: rentalId, outcome, note, by, at: now }).execute()
}

export type LockedLocker = { id: number; number: string; outOfOrderAt: Date | null; isRented: boolean }

/** Locks a locker against being rented, and answers whether somebody has it. Two statements: the second sees whom the first waited for. */
export async function lockLocker(trx: Trx, id: number, now: Date): Promise<LockedLocker | undefined> {
  await sql`select from lockers where id = ${id} for update`.execute(trx)
  const { rows } = await sql<LockedLocker>`
    select l.id, l.number, l.out_of_order_at as "outOfOrderAt", exists (select from locker_rentals r where r.locker_id = l.id and ${inForce(now)}) as "isRented"
    from lockers l where l.id = ${id} and l.retired_at is null`.execute(trx)
  return rows[0]
}

export async function writeOutOfOrder(trx: Trx, id: number, broken: { by: string; why: string; at: Date } | undefined): Promise<void> {
  const fields = { out_of_order_at: broken?.at ?? null, out_of_order_by: broken?.by ?? null, out_of_order_why: broken?.why ?? '' }
  await trx.updateTable('lockers').set(fields).where('id', '=', id).execute()
}

/** The numbers of orders, by their ids. */
export async function readOrderNos(db: DbOrTrx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string
    orderNo: string
  }>`select id, order_no as "orderNo" from orders where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, orderNo }) => [id, orderNo]))
}

/** Deletes what was noted about calls to a member who closes their account. */
export async function forgetInLockers(trx: Trx, { id }: { id: string }): Promise<void> {
  await sql`delete from locker_calls c using locker_rentals r where r.id = c.rental_id and r.member_id = ${id}`.execute(trx)
}
