import { sqlWords } from '#db/words.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { backOfItem } from '#modules/orders/refund-due-store.ts'
import type { Words } from '#modules/venues/rules.ts'
import { sql } from 'kysely'
import type { Floor } from './effect-store.ts'

export type OfferState = 'open' | 'accepted' | 'declined' | 'lapsed' | 'withdrawn'
export type Offer = {
  id: string
  closureId: string
  itemId: string
  orderId: string
  memberId: string
  moves: number
  courtId: number
  period: Period
  holdUntil: Date
  state: OfferState
}
type Row = Omit<Offer, 'period'> & Period
const fromRow = ({ start, end, ...offer }: Row): Offer => ({ ...offer, period: { start, end } })

export type NewOffer = Omit<Offer, 'orderId' | 'state'>

/** A booking has one open offer at most: the caller has withdrawn an older one. */
export async function insertOffers(trx: Trx, offers: NewOffer[], now: Date): Promise<void> {
  const rows = offers.map(({ period, ...offer }) => ({ ...offer, ...period }))
  await sql`
    insert into closure_offers (id, closure_id, item_id, member_id, moves, court_id, during, hold_until, created_at)
    select r.id, r."closureId", r."itemId", r."memberId", r.moves, r."courtId", tstzrange(r.start, r."end"), r."holdUntil", ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "closureId" uuid, "itemId" uuid, "memberId" uuid, moves integer, "courtId" integer,
      start timestamptz, "end" timestamptz, "holdUntil" timestamptz)`.execute(trx)
}

/** Floor that is held for bookings which a closure is about to take off theirs: not offered yet. */
export async function listPlanned(trx: Trx, closureId: string, itemIds: string[]): Promise<Omit<Offer, 'orderId'>[]> {
  const { rows } = await sql<Omit<Row, 'orderId'>>`
    select f.id, f.closure_id as "closureId", f.item_id as "itemId", f.member_id as "memberId", f.moves, f.court_id as "courtId", lower(f.during) as start, upper(f.during) as "end",
      f.hold_until as "holdUntil", f.state
    from closure_offers f join closure_items i on i.closure_id = f.closure_id and i.holder_id = f.item_id
    where f.closure_id = ${closureId} and f.item_id = any(${itemIds}::uuid[]) and f.state = 'open' and i.state <> 'offered' order by f.item_id`.execute(
    trx,
  )
  return rows.map(({ start, end, ...offer }) => ({ ...offer, period: { start, end } }))
}

export type WithdrawnOffer = Pick<Offer, 'id' | 'closureId' | 'itemId'> & { wasOffered: boolean }

/** Withdraws floor that is held for these bookings, which stand on their own; of one closure, where given. */
export async function withdrawOffers(trx: Trx, itemIds: string[], closureId: string | null, now: Date): Promise<WithdrawnOffer[]> {
  const { rows } = await sql<WithdrawnOffer>`
    update closure_offers f set state = 'withdrawn', answered_at = ${now} from closure_items i
    where i.closure_id = f.closure_id and i.holder_id = f.item_id and f.item_id = any(${itemIds}::uuid[]) and f.state = 'open'
      and (${closureId}::uuid is null or f.closure_id = ${closureId})
    returning f.id, f.closure_id as "closureId", f.item_id as "itemId", i.state = 'offered' as "wasOffered"`.execute(trx)
  return rows
}

/** An open offer whose floor closes before it is answered: its booking is paid back. */
export type LostOffer = Pick<Offer, 'id' | 'orderId' | 'memberId'> & { back: number }

export async function listOffersOn(db: DbOrTrx, { spaces, periods }: Floor, now: Date): Promise<LostOffer[]> {
  const [starts, ends] = [periods.map(({ start }) => start), periods.map(({ end }) => end)]
  const { rows } = await sql<LostOffer>`
    select f.id, i.order_id as "orderId", f.member_id as "memberId",
      ${backOfItem} as back
    from closure_offers f join order_items i on i.id = f.item_id
    where f.state = 'open' and f.hold_until > ${now} and f.id in (
      select o.holder_id from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as w (start, "end")
      join occupancy o on o.space_id = any(${spaces}::integer[]) and o.during && tstzrange(w.start, w."end") and o.kind = 'order')
    order by f.id`.execute(db)
  return rows
}

/** The job that ends offers pays their bookings back. */
export async function cutOffersShort(trx: Trx, ids: string[], now: Date): Promise<void> {
  await sql`update closure_offers set hold_until = ${now} where id = any(${ids}::uuid[]) and state = 'open'`.execute(trx)
}

/** How often the booking was moved when it was taken off its floor. */
export async function writeOfferMoves(trx: Trx, id: string, moves: number): Promise<void> {
  await trx.updateTable('closure_offers').set({ moves }).where('id', '=', id).execute()
}

export async function findOffer(db: DbOrTrx, id: string): Promise<Offer | undefined> {
  const { rows } = await sql<Row>`
    select f.id, f.closure_id as "closureId", f.item_id as "itemId", i.order_id as "orderId", f.member_id as "memberId", f.moves, f.court_id as "courtId",
      lower(f.during) as start, upper(f.during) as "end", f.hold_until as "holdUntil", f.state
    from closure_offers f join closure_items i on i.closure_id = f.closure_id and i.holder_id = f.item_id where f.id = ${id}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

/** The WHERE is the guard: an offer is answered once. */
export async function closeOffers(trx: Trx, ids: string[], state: Exclude<OfferState, 'open'>, now: Date): Promise<void> {
  await sql`update closure_offers set state = ${state}, answered_at = ${now} where id = any(${ids}::uuid[]) and state = 'open'`.execute(trx)
}

/** Offers whose time is up, or whose booking was cancelled or placed by somebody else. */
export async function listEndedOffers(db: DbOrTrx, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from closure_offers f join order_items b on b.id = f.item_id join closure_items i on i.closure_id = f.closure_id and i.holder_id = f.item_id and i.state = 'offered'
    where f.state = 'open' and (f.hold_until <= ${now} or b.state <> 'active' or b.parked_at is null or b.moves <> f.moves)
    order by f.hold_until, f.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export type ReturnableOffer = { id: string; closureId: string; itemId: string; moves: number; courtId: number }

/**
 * Open offers for bookings that are still to come and lost floor of these blocks, which is open again, and of no other block that is
 * in force; the first booked first. `courtId`: of the floor that is held.
 */
export async function listReturnable(trx: Trx, lifted: string[], now: Date): Promise<ReturnableOffer[]> {
  const { rows } = await sql<ReturnableOffer>`
    select f.id, f.closure_id as "closureId", f.item_id as "itemId", f.moves, f.court_id as "courtId"
    from closure_offers f join order_items b on b.id = f.item_id join orders o on o.id = b.order_id join courts c on c.id = b.court_id and c.retired_at is null
    where f.state = 'open' and b.state = 'active' and b.parked_at is not null and b.moves = f.moves and lower(b.during) > ${now}
      and exists (select from blocks l where l.id = any(${lifted}::uuid[]) and l.facility_id = c.facility_id and l.during && b.during)
      and not exists (select from blocks l where l.facility_id = c.facility_id and l.during && b.during and l.lifted_at is null
        and (l.court_id is null or exists (select from court_spaces x join court_spaces y on y.space_id = x.space_id where x.court_id = l.court_id and y.court_id = b.court_id)))
    order by o.created_at, b.id`.execute(trx)
  return rows
}

export type ShownOffer = Offer & { orderNo: string; from: { courtId: number } & Period; reason: Words }

/** Offers that this member can still answer. */
export async function listOpenOffers(db: DbOrTrx, memberId: string, now: Date): Promise<ShownOffer[]> {
  const { rows } = await sql<Row & { orderNo: string; fromCourt: number; fromStart: Date; fromEnd: Date; reason: Words }>`
    select f.id, f.closure_id as "closureId", f.item_id as "itemId", o.id as "orderId", o.order_no as "orderNo", f.member_id as "memberId", f.moves, f.court_id as "courtId",
      lower(f.during) as start, upper(f.during) as "end", f.hold_until as "holdUntil", f.state, b.court_id as "fromCourt", lower(b.during) as "fromStart", upper(b.during) as "fromEnd",
      ${sqlWords('c.reason')} as reason
    from closure_offers f join order_items b on b.id = f.item_id join orders o on o.id = b.order_id join closures c on c.id = f.closure_id
    where f.member_id = ${memberId} and f.state = 'open' and f.hold_until > ${now} and b.state = 'active' and b.parked_at is not null and b.moves = f.moves
    order by f.hold_until, f.id`.execute(db)
  return rows.map(({ fromCourt, fromStart, fromEnd, ...row }) => ({
    ...fromRow(row),
    orderNo: row.orderNo,
    reason: row.reason,
    from: { courtId: fromCourt, start: fromStart, end: fromEnd },
  }))
}
