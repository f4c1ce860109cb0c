import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#db/connect.ts'
import { minutes, overlaps } from '#lib/period.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { readOccupied } from '#modules/availability/store.ts'
import { orderNumber } from '#modules/orders/rules.ts'
import { countsForQuota } from '#modules/venues/hours-rules.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { clubs, people, type Person } from './people.ts'
import { planBookings, type Booking } from './plan-bookings.ts'

type DemoAccounts = { memberId: string | undefined; staffId: string | undefined }

/** Inserts generated members and their bookings in a few statements. `secretHash` is of a secret that nobody knows. */
export async function loadBookings(trx: Trx, catalogue: Catalogue, accounts: DemoAccounts, secretHash: string, now: Date): Promise<void> {
  const memberIds = await insertPeople(trx, people, 1, secretHash, now)
  const clubIds = await insertPeople(trx, clubs, 9, secretHash, now)
  await insertClubs(trx, clubIds, now)
  const closed = await readClosed(trx, catalogue, now)
  const guests = { memberIds, clubIds: new Map(clubs.map(({ club }, n) => [club!, clubIds[n]!])), ownId: accounts.memberId }
  const bookings = planBookings(
    catalogue,
    guests,
    (court, period) => closed.some((one) => court.spaces.includes(one.spaceId) && overlaps(one, period)),
    now,
  )
  const own = bookings.filter(({ memberId, period }) => memberId === accounts.memberId && period.end <= now)
  const missed = own.toSorted((a, b) => a.period.start.getTime() - b.period.start.getTime())[0]
  await insertBookings(
    trx,
    bookings.map((booking) => ({ ...rowOf(catalogue, booking, accounts, now), ...(booking === missed ? stillOpen : {}) })),
  )
}

async function insertPeople(trx: Trx, who: Person[], identityId: number, secretHash: string, now: Date): Promise<string[]> {
  const rows = who.map((one) => ({ id: randomUUID(), ...one }))
  await sql`
    insert into members (id, account, email, email_confirmed_at, name, mobile, secret_hash, locale, identity_id, created_at, demo)
    select id, account, email, ${now}::timestamptz, name, mobile, ${secretHash}, 'tw', ${identityId}, ${now}::timestamptz - interval '60 days', true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, account text, email text, name text, mobile text)`.execute(trx)
  return rows.map(({ id }) => id)
}

async function insertClubs(trx: Trx, clubIds: string[], now: Date): Promise<void> {
  const rows = clubs.map(({ club, name }, n) => ({
    member_id: clubIds[n]!,
    name: club!,
    registration_no: `青社字第 109${String(n + 1).padStart(4, '0')} 號`,
    representative: name,
    state: 'approved',
    submitted_at: now,
    reviewed_at: now,
  }))
  await trx.insertInto('communities').values(rows).execute()
}

async function readClosed(trx: Trx, catalogue: Catalogue, now: Date) {
  const spaces = catalogue.facilities.flatMap(({ courts }) => courts.flatMap((court) => court.spaces))
  const within = { start: momentAt(addDays(dayOf(now), -30), 0), end: momentAt(addDays(dayOf(now), 30), 0) }
  return (await readOccupied(trx, [...new Set(spaces)], within, now)).occupied
}

function rowOf(catalogue: Catalogue, booking: Booking, { memberId, staffId }: DemoAccounts, now: Date) {
  const { court, facility, period, bookedAt } = booking
  const price = priceOf(catalogue, court.id, period, booking.identityId)!
  const orderNo = orderNumber(bookedAt, randomBytes(7))
  return {
    id: randomUUID(),
    itemId: randomUUID(),
    attemptId: randomUUID(),
    orderNo,
    memberId: booking.memberId,
    state: period.end <= now ? 'completed' : period.start <= now ? 'checked-in' : 'confirmed',
    ...price,
    amount: price.price + price.lightFee + price.deposit,
    placedBy: booking.byStaff ? (staffId ?? null) : null,
    bookedAt,
    paidAt: new Date(bookedAt.getTime() + 4 * 60_000),
    closedAt: period.end <= now ? period.end : null,
    courtId: court.id,
    sport: facility.sport,
    start: period.start,
    end: period.end,
    day: booking.day,
    minutes: minutes(period),
    counts: countsForQuota(facility, booking.day),
    identityId: booking.identityId,
    // Generated members get no reminders; the demo's own member does.
    remindedAt: booking.memberId === memberId ? null : now,
  }
}

/** A missed booking; loadPoints gives its point. */
const stillOpen = { state: 'confirmed', closedAt: null }

type BookingRow = ReturnType<typeof rowOf>

async function insertBookings(trx: Trx, rows: BookingRow[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (
    id uuid, "itemId" uuid, "attemptId" uuid, "orderNo" text, "memberId" uuid, state text, price integer, "lightFee" integer, deposit integer,
    amount integer, "placedBy" uuid, "bookedAt" timestamptz, "paidAt" timestamptz, "closedAt" timestamptz, "courtId" integer, sport text,
    start timestamptz, "end" timestamptz, day date, minutes integer, counts boolean, "identityId" integer, "remindedAt" timestamptz)`
  await sql`create temporary table demo_bookings on commit drop as select * from ${given}`.execute(trx)
  await sql`
    insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, placed_by, created_at, confirmed_at, closed_at)
    select id, "orderNo", 'venue', "memberId", state, amount, 'demo-' || "orderNo", '', "placedBy", "bookedAt", "paidAt", "closedAt" from demo_bookings`.execute(
    trx,
  )
  await sql`
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit, reminded_at, checked_in_at)
    select "itemId", id, "memberId", "courtId", sport, tstzrange(start, "end"), day, minutes, counts, "identityId", price, "lightFee", deposit, "remindedAt",
      case when state in ('checked-in', 'completed') then start end
    from demo_bookings`.execute(trx)
  await sql`
    insert into occupancy (space_id, during, kind, holder_id, member_id)
    select cs.space_id, tstzrange(b.start, b."end"), 'order', b."itemId", b."memberId"
    from demo_bookings b join court_spaces cs on cs.court_id = b."courtId" order by 1, 2`.execute(trx)
  await sql`
    insert into payment_attempts (id, order_id, trade_no, state, method, amount, gateway_trade_no, created_at, settled_at)
    select "attemptId", id, 'D' || "orderNo", 'paid', 'card', amount, 'D' || "orderNo", "bookedAt", "paidAt" from demo_bookings where amount > 0`.execute(
    trx,
  )
  await sql`
    insert into ledger (order_id, attempt_id, kind, way, amount, cause, at)
    select id, "attemptId", 'payment', 'card', amount, 'payment:' || "attemptId", "paidAt" from demo_bookings where amount > 0 order by "paidAt"`.execute(
    trx,
  )
}
