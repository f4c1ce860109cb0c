import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

/** An offer to a substitute, as its club sees it. */
export type Offer = {
  id: string
  rank: number
  courtId: number
  state: 'offered' | 'accepted' | 'declined' | 'lapsed'
  until: Date
  dates: number
  amount: number
  orderNo: string | null
}

/** Offers that an entry has had, newest first; one whose time is over reads as lapsed. */
export async function readOffers(db: DbOrTrx, entryId: string, now: Date): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select s.id, s.rank, t.court_id as "courtId", case when s.state = 'offered' and s.until <= ${now} then 'lapsed' else s.state end as state, s.until,
      (select count(*)::integer from ballot_offer_dates d where d.substitute_id = s.id) as dates,
      (select coalesce(sum(d.price + d.light_fee), 0)::integer from ballot_offer_dates d where d.substitute_id = s.id) as amount,
      (select p.order_no from preorders p where p.id = s.preorder_id) as "orderNo"
    from ballot_substitutes s join ballot_turns t on t.id = s.turn_id
    where s.entry_id = ${entryId} and s.state in ('offered', 'accepted', 'declined', 'lapsed') order by s.offered_at desc, s.id`.execute(db)
  return rows
}

export type SubstituteRow = {
  turn: number
  courtId: number
  place: number
  number: number
  club: string
  state: 'waiting' | 'offered' | 'accepted' | 'declined' | 'lapsed' | 'passed'
  why: string | null
  until: Date | null
}

/** Substitutes of a round that were asked or passed, in draw order: those that wait for nothing yet are left out. */
export async function readSubstitutes(db: DbOrTrx, roundId: number): Promise<SubstituteRow[]> {
  const { rows } = await sql<SubstituteRow>`
    select t.turn, t.court_id as "courtId", s.place, e.number, coalesce(c.name, '') as club, s.state, s.why, s.until
    from ballot_turns t join ballot_substitutes s on s.turn_id = t.id join ballot_entries e on e.id = s.entry_id left join communities c on c.member_id = e.member_id
    where t.round_id = ${roundId} and s.state <> 'waiting' order by t.turn, s.place limit 500`.execute(db)
  return rows
}

/** An offer with what its letter says. */
export async function readOfferWords(
  db: DbOrTrx,
  substituteId: string,
): Promise<{ courtId: number; weekday: number; start: number; end: number; dates: number; until: Date } | undefined> {
  const { rows } = await sql<{ courtId: number; weekday: number; start: number; end: number; dates: number; until: Date }>`
    select t.court_id as "courtId", w.weekday, w.from_minute as start, w.to_minute as "end", s.until,
      (select count(*)::integer from ballot_offer_dates d where d.substitute_id = s.id) as dates
    from ballot_substitutes s join ballot_turns t on t.id = s.turn_id join ballot_wishes w on w.entry_id = s.entry_id and w.rank = s.rank
    where s.id = ${substituteId} and s.state = 'offered'`.execute(db)
  return rows[0]
}
