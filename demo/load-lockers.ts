import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#db/connect.ts'
import { addDays, dayOf, momentAt, type Day } from '#lib/zone.ts'
import { depositWords, rentWords } from '#modules/lockers/rent-locker.ts'
import { addMonths, endOfTerm, lockersOf, monthsOf, type Term } from '#modules/lockers/rules.ts'
import { orderNumber } from '#modules/orders/rules.ts'
import { titleColumns } from '#modules/orders/store.ts'
import file from './catalogue.json' with { type: 'json' }
import { returnRental } from './return-rental.ts'

const { sizes, walls } = file.lockers
const lockers = walls.flatMap(lockersOf).map((locker, n) => ({ id: n + 1, ...locker }))

/** Loads rentals of the lockers that the demo's file describes. */
export async function loadRentals(trx: Trx, now: Date): Promise<void> {
  const guests = await trx.selectFrom('members').select('id').where('account', 'like', 'guest%').orderBy('account').execute()
  await insertRentals(
    trx,
    lockers.filter(isRented).flatMap((locker, n) => {
      const guest = guests[n * 5]
      const term = n > 1 && n % 3 === 0 ? 'half-year' : 'month'
      return guest ? [rentalOf(locker, guest.id, { day: addDays(dayOf(now), -begunDaysAgo(n)), term }, now)] : []
    }),
  )
  const member = await trx.selectFrom('members').select('id').where('account', '=', 'member').executeTakeFirst()
  if (member) await rentForMember(trx, member.id, now)
}

/** The demo member's rentals: one about to end, and an earlier one. */
async function rentForMember(trx: Trx, memberId: string, now: Date): Promise<void> {
  const today = dayOf(now)
  const [standard, large] = [lockers.find(({ number }) => number === 'B09')!, lockers.find(({ number }) => number === 'C03')!]
  const before = rentalOf(large, memberId, { day: addDays(today, -75), term: 'month' }, now)
  await insertRentals(trx, [before])
  await returnRental(trx, before, momentAt(addDays(today, -48), 18 * 60 + 20))
  await insertRentals(trx, [rentalOf(standard, memberId, { day: addMonths(addDays(today, 4), -1), term: 'month' }, now)])
}

/** About half of the lockers, the same in every demo. */
const isRented = ({ id }: { id: number }) => (id * 37) % 97 < 46

/** Age of each rental. The first two are overdue; their reminders count as sent. */
const begunDaysAgo = (n: number) => (n === 0 ? 36 : n === 1 ? 50 : (n * 11) % 28)

function rentalOf({ id, number, size }: (typeof lockers)[number], memberId: string, { day, term }: { day: Day; term: Term }, now: Date) {
  const startsAt = new Date(Math.min(momentAt(day, 10 * 60).getTime(), now.getTime()))
  const { name: sizeName, deposit, terms } = sizes.find(({ code }) => code === size)!
  const { price } = terms.find(({ months }) => months === monthsOf(term))!
  const orderNo = orderNumber(startsAt, randomBytes(7))
  const rent = rentWords({ number, sizeName }, term, false)
  return {
    rentalId: randomUUID(),
    orderId: randomUUID(),
    attemptId: randomUUID(),
    orderNo,
    lockerId: id,
    memberId,
    term,
    price,
    deposit,
    startsAt,
    endsAt: endOfTerm(day, term),
    ...titleColumns([{ words: rent }, { words: depositWords() }]),
    lines: [
      { words: rent, amount: price },
      { words: depositWords(), amount: deposit, purpose: 'deposit' },
    ],
  }
}

async function insertRentals(trx: Trx, rows: ReturnType<typeof rentalOf>[]): Promise<void> {
  await sql`create temporary table demo_rentals on commit drop as select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (
    "rentalId" uuid, "orderId" uuid, "attemptId" uuid, "orderNo" text, "lockerId" integer, "memberId" uuid, term text, price integer, deposit integer,
    "startsAt" timestamptz, "endsAt" timestamptz, "titleTw" text, "titleEn" text, lines jsonb)`.execute(trx)
  await sql`
    insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at, confirmed_at, title_tw, title_en)
    select "orderId", "orderNo", 'locker', "memberId", 'confirmed', price + deposit, 'demo-' || "orderNo", '', "startsAt", "startsAt", "titleTw", "titleEn" from demo_rentals`.execute(
    trx,
  )
  await sql`select write_lines("orderId", lines) from demo_rentals`.execute(trx)
  await sql`
    insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at, starts_at, ends_at, told_end, told_overdue)
    select "rentalId", "lockerId", "memberId", 'active', deposit, "startsAt", "startsAt", "endsAt", "endsAt", 3 from demo_rentals`.execute(
    trx,
  )
  await sql`
    insert into locker_terms (id, rental_id, order_id, term, is_first, price, deposit, state, starts_at, ends_at, created_at)
    select gen_random_uuid(), "rentalId", "orderId", term, true, price, deposit, 'paid', "startsAt", "endsAt", "startsAt" from demo_rentals`.execute(
    trx,
  )
  await sql`
    insert into payment_attempts (id, order_id, trade_no, state, method, amount, gateway_trade_no, created_at, settled_at)
    select "attemptId", "orderId", 'D' || "orderNo", 'paid', 'card', price + deposit, 'D' || "orderNo", "startsAt", "startsAt" from demo_rentals`.execute(
    trx,
  )
  await sql`
    insert into ledger (order_id, attempt_id, kind, way, amount, cause, at)
    select "orderId", "attemptId", 'payment', 'card', price + deposit, 'payment:' || "attemptId", "startsAt" from demo_rentals order by "startsAt"`.execute(
    trx,
  )
  await sql`drop table demo_rentals`.execute(trx)
}
