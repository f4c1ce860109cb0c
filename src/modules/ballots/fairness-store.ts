import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { Asked, EarlierSeason, GotDate } from './fairness-rules.ts'

/** Clubs of any round that asked for floor of a facility: by pre-orders that were sent, and by wishes. */
const asking = sql`(
  select p.round_id, p.member_id, c.facility_id
  from preorders p, jsonb_array_elements(p.lines) as l (line) join courts c on c.id = (l.line ->> 'courtId')::integer where p.state <> 'draft'
  union select e.round_id, e.member_id, w.facility_id from ballot_entries e join ballot_wishes w on w.entry_id = e.id)`

/** A date that its club has still; `d` is the date, `p` its pre-order, `o` the order. */
const isHeld = sql`d.state = 'held' and p.state not in ('rejected', 'cancelled') and coalesce(o.state not in ('expired', 'cancelled', 'venue-cancelled'), true)`

export async function readAsked(db: DbOrTrx, roundId: number): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select a.member_id as "memberId", a.facility_id as "facilityId" from ${asking} as a where a.round_id = ${roundId}`.execute(db)
  return rows
}

/** Every date that clubs got in a round, by the time at which it was sent or drawn. */
export async function readGot(db: DbOrTrx, roundId: number): Promise<GotDate[]> {
  const { rows } = await sql<Omit<GotDate, 'period'> & { start: Date; end: Date }>`
    select d.member_id as "memberId", d.court_id as "courtId", lower(d.during) as start, upper(d.during) as "end", p.submitted_at as "gotAt",
      ${isHeld} as "isHeld"
    from preorder_dates d join preorders p on p.id = d.preorder_id left join orders o on o.id = p.order_id
    where d.round_id = ${roundId} and p.submitted_at is not null`.execute(db)
  return rows.map(({ start, end, ...date }) => ({ ...date, period: { start, end } }))
}

/** Earlier rounds of the clubs that asked in this one, by sport. A round is earlier when clubs could see it before. */
export async function readEarlier(db: DbOrTrx, roundId: number): Promise<EarlierSeason[]> {
  const { rows } = await sql<EarlierSeason>`
    select a.member_id as "memberId", f.sport, r.view_start as at,
      bool_or(exists (
        select from preorder_dates d join preorders p on p.id = d.preorder_id left join orders o on o.id = p.order_id
          join courts c on c.id = d.court_id join facilities g on g.id = c.facility_id
        where d.round_id = r.id and d.member_id = a.member_id and g.sport = f.sport and ${isHeld})) as "gotAny"
    from ${asking} as a join facilities f on f.id = a.facility_id join rounds r on r.id = a.round_id
      join rounds this on this.id = ${roundId} and (r.view_start, r.id) < (this.view_start, this.id)
    where a.member_id in (select b.member_id from ${asking} as b where b.round_id = ${roundId})
    group by 1, 2, 3, r.id`.execute(db)
  return rows
}
