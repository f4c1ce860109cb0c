import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'

/** Turns of draws that these dates of pre-orders belong to: as they were drawn, or as a substitute has accepted them. Locked. */
export type TurnOfDate = {
  dateId: string
  turnId: string
  roundId: number
  courtId: number
  day: Day
  start: Date
  end: Date
  price: number
  lightFee: number
}

export async function lockTurnsOfDates(trx: Trx, dateIds: string[]): Promise<TurnOfDate[]> {
  const { rows } = await sql<TurnOfDate>`
    select d.id as "dateId", t.id as "turnId", t.round_id as "roundId", d.court_id as "courtId", d.day, lower(d.during) as start, upper(d.during) as "end",
      d.price, d.light_fee as "lightFee"
    from preorder_dates d join ballot_turns t on t.id in (
      select o.id from ballot_turns o where o.preorder_id = d.preorder_id and o.line = d.line
      union all select s.turn_id from ballot_substitutes s where s.preorder_id = d.preorder_id)
    where d.id = any (${dateIds}::uuid[]) and d.state = 'held' order by t.id, d.during for update of t`.execute(trx)
  return rows
}

export type WaitingSubstitute = { id: string; entryId: string; memberId: string; isClosed: boolean; isPassedOver: boolean }

/** The next in line for a turn, whose row the caller has locked. */
export async function nextSubstitute(trx: Trx, turnId: string): Promise<WaitingSubstitute | undefined> {
  const { rows } = await sql<WaitingSubstitute>`
    select s.id, s.entry_id as "entryId", e.member_id as "memberId", m.closed_at is not null as "isClosed", e.passed_over_at is not null as "isPassedOver"
    from ballot_substitutes s join ballot_entries e on e.id = s.entry_id join members m on m.id = e.member_id
    where s.turn_id = ${turnId} and s.state = 'waiting' order by s.place limit 1 for update of s`.execute(trx)
  return rows[0]
}

export async function markPassed(trx: Trx, id: string, why: string, now: Date): Promise<void> {
  await trx.updateTable('ballot_substitutes').set({ state: 'passed', why, answered_at: now }).where('id', '=', id).execute()
}

export async function markOffered(trx: Trx, id: string, until: Date, now: Date): Promise<void> {
  await trx.updateTable('ballot_substitutes').set({ state: 'offered', offered_at: now, until }).where('id', '=', id).execute()
}

export type OfferDate = { id: string; courtId: number; day: Day; period: Period; price: number; lightFee: number }

export async function insertOfferDates(trx: Trx, substituteId: string, dates: OfferDate[]): Promise<void> {
  const json = dates.map(({ period, ...date }) => ({ ...date, start: period.start, end: period.end }))
  await sql`
    insert into ballot_offer_dates (id, substitute_id, court_id, day, during, price, light_fee)
    select d.id, ${substituteId}::uuid, d."courtId", d.day, tstzrange(d.start, d."end"), d.price, d."lightFee"
    from jsonb_to_recordset(${JSON.stringify(json)}::jsonb) as d (id uuid, "courtId" integer, day date, start timestamptz, "end" timestamptz, price integer, "lightFee" integer)`.execute(
    trx,
  )
}

export type LockedOffer = {
  id: string
  turnId: string
  roundId: number
  entryId: string
  memberId: string
  rank: number
  state: 'waiting' | 'offered' | 'accepted' | 'declined' | 'lapsed' | 'passed'
  until: Date | null
  preorderNo: string | null
}

/** Locks an offer and its turn. */
export async function lockOffer(trx: Trx, id: string, memberId: string): Promise<LockedOffer | undefined> {
  const { rows } = await sql<LockedOffer>`
    select s.id, s.turn_id as "turnId", t.round_id as "roundId", s.entry_id as "entryId", e.member_id as "memberId", s.rank, s.state, s.until,
      (select p.order_no from preorders p where p.id = s.preorder_id) as "preorderNo"
    from ballot_substitutes s join ballot_turns t on t.id = s.turn_id join ballot_entries e on e.id = s.entry_id
    where s.id = ${id} and e.member_id = ${memberId} for update of t, s`.execute(trx)
  return rows[0]
}

/** Offers whose time is over. */
export async function listLapsedOffers(db: DbOrTrx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from ballot_substitutes s where s.state = 'offered' and s.until <= ${now} order by s.turn_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks those of these offers that have lapsed still, with their turns. One that somebody answers at this moment is left for the next time. */
export async function lockLapsedOffers(trx: Trx, ids: string[], now: Date): Promise<{ id: string; turnId: string; roundId: number }[]> {
  const { rows } = await sql<{ id: string; turnId: string; roundId: number }>`
    select s.id, s.turn_id as "turnId", t.round_id as "roundId" from ballot_substitutes s join ballot_turns t on t.id = s.turn_id
    where s.id = any(${ids}::uuid[]) and s.state = 'offered' and s.until <= ${now} order by t.id for update of t, s skip locked`.execute(
    trx,
  )
  return rows
}

export async function readOfferDates(db: DbOrTrx, substituteId: string): Promise<OfferDate[]> {
  const { rows } = await sql<Omit<OfferDate, 'period'> & Period>`
    select id, court_id as "courtId", day, lower(during) as start, upper(during) as "end", price, light_fee as "lightFee"
    from ballot_offer_dates where substitute_id = ${substituteId} order by during`.execute(db)
  return rows.map(({ start, end, ...date }) => ({ ...date, period: { start, end } }))
}

export async function closeOffer(
  trx: Trx,
  id: string,
  { state, preorderId }: { state: 'accepted' | 'declined' | 'lapsed'; preorderId: string | null },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('ballot_substitutes')
    .set({ state, preorder_id: preorderId, answered_at: now })
    .where('id', '=', id)
    .where('state', '=', 'offered')
    .execute()
  await trx.deleteFrom('ballot_offer_dates').where('substitute_id', '=', id).execute()
}
