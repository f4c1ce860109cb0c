import { letterAddress } from '#modules/accounts/club-store.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { Locale } from '#i18n/locale.ts'
import { sqlWords } from '#db/words.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'

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

/** The outbox payload of what happened to an entry. `substituteId`: the offer. */
export const BallotPayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('extended') }),
  z.object({ kind: z.literal('frozen') }),
  z.object({ kind: z.literal('drawn') }),
  z.object({ kind: z.literal('offered'), substituteId: z.uuid() }),
])
export type BallotPayload = z.infer<typeof BallotPayload>

/** Adds events of entries to the outbox, in the same transaction. */
export async function noteBallot(db: DbOrTrx, events: (BallotPayload & { entryId: string })[], now: Date): Promise<void> {
  await addToOutbox(
    db,
    'ballot',
    events.map(({ entryId, ...payload }) => ({ subjectId: entryId, payload })),
    now,
  )
}

/** Every club that has entered is told that the window ends later. */
export async function noteExtended(db: DbOrTrx, roundId: number, now: Date): Promise<void> {
  const entries = await db.selectFrom('ballot_entries').select('id').where('round_id', '=', roundId).orderBy('id').execute()
  await noteBallot(
    db,
    entries.map(({ id }) => ({ kind: 'extended', entryId: id })),
    now,
  )
}

export type BallotRecipient = {
  name: string
  email: string
  locale: Locale
  roundId: number
  round: { tw: string; en: string }
  number: number | null
  tickets: number | null
  drawn: number | null
  hash: string | null
  dueAt: Date | null
  /** The end of the window. */
  end: Date
}

/** Recipient of letters about an entry; undefined when the account is closed. */
export async function readBallotRecipient(db: DbOrTrx, entryId: string): Promise<BallotRecipient | undefined> {
  const { rows } = await sql<BallotRecipient>`
    select m.name, ${letterAddress()} as email, m.locale, e.round_id as "roundId", ${sqlWords('r.name')} as round, e.number, e.tickets, e.drawn,
      f.hash, f.due_at as "dueAt", r.ends as "end"
    from ballot_entries e join members m on m.id = e.member_id join rounds r on r.id = e.round_id left join ballot_manifests f on f.round_id = e.round_id
    where e.id = ${entryId} and m.closed_at is null`.execute(db)
  return rows[0]
}
