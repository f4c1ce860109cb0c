import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { Wish } from './wish-rules.ts'

/** What a pre-order says besides its dates. */
export type About = { title: string; purpose: string; contactName: string; contactPhone: string; headcount: number }
export type Entry = About & {
  id: string
  roundId: number
  memberId: string
  version: number
  changedAt: Date
  /** From the freeze on. */
  number: number | null
  tickets: number | null
  isPassedOver: boolean
  /** Weekly periods that the draw gave it; null before the draw. */
  drawn: number | null
  wishes: Wish[]
}

const entryColumns = sql`
  e.id, e.round_id as "roundId", e.member_id as "memberId", e.title, e.purpose, e.contact_name as "contactName", e.contact_phone as "contactPhone",
  e.headcount, e.version, e.changed_at as "changedAt", e.number, e.tickets, e.passed_over_at is not null as "isPassedOver", e.drawn,
  (select coalesce(json_agg(json_build_object('weekday', w.weekday, 'start', w.from_minute, 'end', w.to_minute, 'facilityId', w.facility_id,
      'courtId', w.court_id, 'leastPercent', w.least_percent) order by w.rank), '[]')
    from ballot_wishes w where w.entry_id = e.id) as wishes`

export async function findEntry(db: DbOrTrx, roundId: number, memberId: string): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select ${entryColumns} from ballot_entries e where e.round_id = ${roundId} and e.member_id = ${memberId}`.execute(db)
  return rows[0]
}

/** Entries of a member in all rounds, the newest first. */
export async function readEntriesOf(db: DbOrTrx, memberId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${entryColumns} from ballot_entries e where e.member_id = ${memberId} order by e.created_at desc, e.id`.execute(db)
  return rows
}

/** With the name of the club, for staff. `isApproved`: and no other club has its registration number. */
export type ClubEntry = Entry & { club: string; isClosed: boolean; isApproved: boolean }

/** Entries of a round, in the order in which they were made: the order of their numbers. */
export async function readEntries(db: DbOrTrx, roundId: number): Promise<ClubEntry[]> {
  const { rows } = await sql<ClubEntry>`
    select ${entryColumns}, coalesce(c.name, m.name, '') as club, m.closed_at is not null as "isClosed", coalesce(c.state = 'approved' and not c.shares_number, false) as "isApproved"
    from ballot_entries e join members m on m.id = e.member_id left join communities c on c.member_id = e.member_id
    where e.round_id = ${roundId} order by e.number, e.created_at, e.id`.execute(db)
  return rows
}

/** Whether the club is approved beside another one with the same registration number, which alone takes part. */
export async function sharesNumber(db: DbOrTrx, memberId: string): Promise<boolean> {
  const { rows } = await sql`select from communities where member_id = ${memberId} and shares_number`.execute(db)
  return rows.length > 0
}

export async function hasEntries(db: DbOrTrx, roundId: number): Promise<boolean> {
  const { rows } = await sql`select from ballot_entries where round_id = ${roundId} limit 1`.execute(db)
  return rows.length > 0
}

export async function countEntries(db: DbOrTrx): Promise<Map<number, number>> {
  const { rows } = await sql<{ roundId: number; entries: number }>`
    select round_id as "roundId", count(*)::integer as entries from ballot_entries group by round_id`.execute(db)
  return new Map(rows.map(({ roundId, entries }) => [roundId, entries]))
}

const columns = ({ title, purpose, contactName, contactPhone, headcount }: About) => ({
  title,
  purpose,
  contact_name: contactName,
  contact_phone: contactPhone,
  headcount,
})

export async function insertEntry(trx: Trx, entry: About & { id: string; roundId: number; memberId: string }, now: Date): Promise<void> {
  await trx
    .insertInto('ballot_entries')
    .values({ ...columns(entry), id: entry.id, round_id: entry.roundId, member_id: entry.memberId, created_at: now, changed_at: now })
    .execute()
}

/** False when the entry was saved meanwhile from another page: the WHERE is the guard. */
export async function updateEntry(trx: Trx, id: string, { version, ...about }: About & { version: number }, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('ballot_entries')
    .set((eb) => ({ ...columns(about), changed_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function replaceWishes(trx: Trx, entryId: string, wishes: Wish[]): Promise<void> {
  await trx.deleteFrom('ballot_wishes').where('entry_id', '=', entryId).execute()
  await trx
    .insertInto('ballot_wishes')
    .values(
      wishes.map(({ weekday, start, end, facilityId, courtId, leastPercent }, n) => ({
        entry_id: entryId,
        rank: n + 1,
        weekday,
        from_minute: start,
        to_minute: end,
        facility_id: facilityId,
        court_id: courtId,
        least_percent: leastPercent,
      })),
    )
    .execute()
}

/** Answers false when the entry was not there, or has its number already. */
export async function deleteEntry(trx: Trx, roundId: number, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('ballot_entries')
    .where('round_id', '=', roundId)
    .where('member_id', '=', memberId)
    .where('number', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many clubs want each half hour of a week, by facility. A club counts once for each. */
export type Demand = { facilityId: number; weekday: number; minute: number; clubs: number }

export async function readDemand(db: DbOrTrx, roundId: number): Promise<Demand[]> {
  const { rows } = await sql<Demand>`
    select w.facility_id as "facilityId", w.weekday, s.minute, count(distinct w.entry_id)::integer as clubs
    from ballot_entries e join ballot_wishes w on w.entry_id = e.id, generate_series(w.from_minute::integer, w.to_minute - 30, 30) as s (minute)
    where e.round_id = ${roundId} group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** What the freeze gives an entry. */
export async function numberEntries(trx: Trx, entries: { id: string; number: number; tickets: number; sport: string }[]): Promise<void> {
  await sql`
    update ballot_entries e set number = n.number, tickets = n.tickets, sport = n.sport
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n (id uuid, number integer, tickets smallint, sport text) where e.id = n.id`.execute(
    trx,
  )
}

/** Periods that clubs got in earlier draws of a sport, newest draw first. */
export async function readLuck(db: DbOrTrx, memberIds: string[]): Promise<{ memberId: string; sport: string; drawn: number }[]> {
  const { rows } = await sql<{ memberId: string; sport: string; drawn: number }>`
    select e.member_id as "memberId", e.sport, e.drawn from ballot_entries e join rounds r on r.id = e.round_id
    where e.member_id = any (${memberIds}::uuid[]) and e.drawn is not null and e.sport is not null order by r.drawn_at desc`.execute(db)
  return rows
}

/** Clubs that had dates of a sport in an earlier round: everybody else is a newcomer to it. */
export async function readSeasonsHad(db: DbOrTrx, memberIds: string[], roundId: number): Promise<{ memberId: string; sport: string }[]> {
  const { rows } = await sql<{ memberId: string; sport: string }>`
    select distinct d.member_id as "memberId", f.sport
    from preorder_dates d join courts c on c.id = d.court_id join facilities f on f.id = c.facility_id
    where d.member_id = any (${memberIds}::uuid[]) and d.round_id <> ${roundId}`.execute(db)
  return rows
}

export async function writeDrawn(trx: Trx, drawn: { id: string; periods: number }[]): Promise<void> {
  await sql`
    update ballot_entries e set drawn = d.periods
    from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb) as d (id uuid, periods integer) where e.id = d.id`.execute(trx)
}

/** Answers false when the entry is not of this round. */
export async function passOver(trx: Trx, roundId: number, entryId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('ballot_entries')
    .set((eb) => ({ passed_over_at: eb.fn.coalesce('passed_over_at', eb.val(now)) }))
    .where('id', '=', entryId)
    .where('round_id', '=', roundId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Facilities of courts, for announcing that their floor has changed. */
export async function facilitiesOfCourts(db: DbOrTrx, courtIds: number[]): Promise<number[]> {
  if (courtIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`select distinct facility_id as id from courts where id = any (${courtIds}::integer[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export type OwnEntry = { dueAt: Date | undefined; wishes: number; drawn: number | null; offers: number }

/** A club's part in these rounds: how much it wished for and got, and offers that wait for its answer. */
export async function readOwnEntries(db: DbOrTrx, memberId: string, roundIds: number[], now: Date): Promise<Map<number, OwnEntry>> {
  const { rows } = await sql<Omit<OwnEntry, 'dueAt'> & { roundId: number; dueAt: Date | null }>`
    select r.id as "roundId", f.due_at as "dueAt", e.drawn, (select count(*)::integer from ballot_wishes w where w.entry_id = e.id) as wishes,
      (select count(*)::integer from ballot_substitutes s where s.entry_id = e.id and s.state = 'offered' and s.until > ${now}) as offers
    from rounds r left join ballot_manifests f on f.round_id = r.id left join ballot_entries e on e.round_id = r.id and e.member_id = ${memberId}
    where r.id = any (${roundIds}::integer[])`.execute(db)
  return new Map(rows.map(({ roundId, dueAt, ...own }) => [roundId, { ...own, dueAt: dueAt ?? undefined }]))
}
