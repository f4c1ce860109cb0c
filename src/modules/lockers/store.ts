import { anyOf } from '#db/any-of.ts'
import { askFunction } from '#db/ask-function.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { PaidTerm, RentalState, Term, Words } from './rules.ts'

export type LockerOrder = {
  id: string
  kind: 'locker'
  orderNo: string
  memberId: string
  term: Term
  months: number
  /** Words of its lines; what they cost the database knows. */
  rent: Words
  depositWords: Words
  /** For processes of the version before. */
  titleTw: string | null
  titleEn: string | null
  idempotencyKey: string
  requestHash: string
}

const Ordered = z.object({ again: z.boolean(), orderNo: z.string(), amount: z.number(), payBefore: z.string().pipe(z.coerce.date()) })
export type Ordered = z.infer<typeof Ordered>
const Answered = z.union([Ordered, z.object({ refused: z.enum(['no_such_member', 'key_reused']) })])
const Rented = z.union([Answered, z.object({ refused: z.enum(['no_such_locker', 'no_such_term', 'one_locker_each', 'locker_taken']) })])

const Renewed = z.union([Ordered, z.object({ refused: z.literal('no_such_term') })])
type Renewed = z.infer<typeof Renewed>

/** Decides in one statement: see db/functions/rent_locker.sql. */
export async function insertRental(
  db: DbOrTrx,
  order: LockerOrder,
  lockerId: number,
  payBefore: Date,
  now: Date,
): Promise<z.infer<typeof Rented>> {
  const json = JSON.stringify(order)
  const call = sql`select rent_locker(${json}::jsonb, ${lockerId}::integer, ${payBefore}::timestamptz, ${now}::timestamptz) as outcome`
  const [row] = await askFunction(db, z.object({ outcome: Rented }), call)
  return row!.outcome
}

/** Locks the member, so that their requests are decided in turn; answers the earlier result of the same idempotency key. */
export async function findAnswered(trx: Trx, order: LockerOrder, now: Date): Promise<z.infer<typeof Answered> | undefined> {
  const call = sql`select outcome from answer_orders(${JSON.stringify([order])}::jsonb, ${now}::timestamptz)`
  const [row] = await askFunction(trx, z.object({ outcome: Answered }), call)
  return row?.outcome
}

export async function insertRenewal(trx: Trx, order: LockerOrder, rentalId: string, payBefore: Date, now: Date): Promise<Renewed> {
  const json = JSON.stringify(order)
  const call = sql`select renew_locker(${json}::jsonb, ${rentalId}::uuid, ${payBefore}::timestamptz, ${now}::timestamptz) as outcome`
  const [row] = await askFunction(trx, z.object({ outcome: Renewed }), call)
  return row!.outcome
}

export async function findLocker(db: DbOrTrx, id: number): Promise<{ number: string; sizeName: Words; deposit: number } | undefined> {
  const row = await db
    .selectFrom('lockers as l')
    .innerJoin('locker_sizes as s', 's.size', 'l.size')
    .select(['l.number', 's.name_tw', 's.name_en', 's.deposit'])
    .where('l.id', '=', id)
    .where('l.retired_at', 'is', null)
    .executeTakeFirst()
  return row && { number: row.number, sizeName: { tw: row.name_tw, en: row.name_en }, deposit: row.deposit }
}

/** Ends unpaid terms and reservations of this locker or member whose deadline has passed. */
export async function lapseOf(db: DbOrTrx, { lockerId, memberId }: { lockerId: number; memberId: string }, now: Date): Promise<void> {
  await sql`select lapse_lockers(${lockerId}::integer, ${memberId}::uuid, ${now}::timestamptz)`.execute(db)
}

export type RentalRow = {
  id: string
  lockerId: number
  number: string
  memberId: string
  state: RentalState
  startsAt: Date | null
  endsAt: Date | null
}

/** Locks a rental until the end of the transaction; terms before rentals (lock order). With `memberId`: only theirs. */
export async function lockRental(trx: Trx, id: string, memberId?: string): Promise<RentalRow | undefined> {
  await trx.selectFrom('locker_terms').select('id').where('rental_id', '=', id).orderBy('id').forUpdate().execute()
  let query = trx
    .selectFrom('locker_rentals as r')
    .innerJoin('lockers as l', 'l.id', 'r.locker_id')
    .select([
      'r.id',
      'r.locker_id as lockerId',
      'l.number',
      'r.member_id as memberId',
      'r.state',
      'r.starts_at as startsAt',
      'r.ends_at as endsAt',
    ])
    .where('r.id', '=', id)
    .forUpdate('r')
  if (memberId !== undefined) query = query.where('r.member_id', '=', memberId)
  return (await query.executeTakeFirst()) as RentalRow | undefined
}

export type TermRow = { id: string; rentalId: string; orderId: string; term: Term; isFirst: boolean }

/** The term that an order pays for. Locks every term of its rental, in the order in which `lockRental` does. */
export async function lockTerm(trx: Trx, orderId: string): Promise<TermRow | undefined> {
  const rows = await trx
    .selectFrom('locker_terms')
    .select(['id', 'rental_id as rentalId', 'order_id as orderId', 'term', 'is_first as isFirst'])
    .where('rental_id', '=', (eb) => eb.selectFrom('locker_terms as paid').select('paid.rental_id').where('paid.order_id', '=', orderId))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.find((row) => row.orderId === orderId) as TermRow | undefined
}

/** False when the locker is taken, or the member has another one. */
export async function holdLocker(trx: Trx, rentalId: string, { start, end }: { start: Date; end: Date }, now: Date): Promise<boolean> {
  const call = sql`select hold_locker(${rentalId}::uuid, ${start}::timestamptz, ${end}::timestamptz, ${now}::timestamptz) as held`
  const [row] = await askFunction(trx, z.object({ held: z.boolean() }), call)
  return row!.held
}

export async function payTerm(trx: Trx, id: string, { start, end }: { start: Date; end: Date }): Promise<void> {
  await trx.updateTable('locker_terms').set({ state: 'paid', starts_at: start, ends_at: end }).where('id', '=', id).execute()
}

export async function prolongRental(trx: Trx, id: string, endsAt: Date): Promise<void> {
  await trx
    .updateTable('locker_rentals')
    .set({ ends_at: endsAt, told_overdue: 0 })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute()
}

export async function lapseTerm(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('locker_terms').set({ state: 'lapsed' }).where('id', '=', id).where('state', '=', 'waiting').execute()
}

/** Ends terms of expired orders and the reservations among them. Locks terms before rentals (lock order). */
export async function lapseOrders(trx: Trx, orderIds: string[], now: Date): Promise<void> {
  await sql`
    with gone as (
      update locker_terms set state = 'lapsed' where state = 'waiting' and order_id = any(${orderIds}::uuid[]) returning rental_id
    )
    update locker_rentals r set state = 'lapsed', closed_at = ${now} from gone where r.id = gone.rental_id and r.state = 'reserved'`.execute(
    trx,
  )
}

/** Lockers that were reserved by these orders. */
export async function findReservedBy(db: DbOrTrx, orderIds: string[]): Promise<{ orderId: string; memberId: string; number: string }[]> {
  return db
    .selectFrom('locker_terms as t')
    .innerJoin('locker_rentals as r', 'r.id', 't.rental_id')
    .innerJoin('lockers as l', 'l.id', 'r.locker_id')
    .select(['t.order_id as orderId', 'r.member_id as memberId', 'l.number'])
    .where('t.order_id', '=', anyOf(orderIds))
    .where('t.is_first', '=', true)
    .execute()
}

export type ClosedState = 'returned' | 'cleared'

/** The WHERE is the guard: a rental ends once. */
export async function closeRental(trx: Trx, id: string, state: ClosedState, by: string, now: Date): Promise<boolean> {
  const closed = await trx
    .updateTable('locker_rentals')
    .set({ state, closed_at: now, closed_by: by })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

/** Paid terms, and orders that await payment. */
export async function readTerms(db: DbOrTrx, rentalId: string): Promise<{ paid: PaidTerm[]; waiting: string[] }> {
  const rows = await db
    .selectFrom('locker_terms')
    .select(['id', 'order_id as orderId', 'price', 'deposit', 'starts_at as startsAt', 'state'])
    .where('rental_id', '=', rentalId)
    .orderBy('created_at')
    .execute()
  return {
    paid: rows.flatMap(({ state, startsAt, ...term }) => (state === 'paid' && startsAt ? [{ ...term, startsAt }] : [])),
    waiting: rows.filter(({ state }) => state === 'waiting').map(({ orderId }) => orderId),
  }
}
