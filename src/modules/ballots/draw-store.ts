import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import { sqlWords } from '#db/words.ts'
import type { Words } from '#modules/venues/rules.ts'
import type { Asked, EarlierSeason, GotDate } from './fairness-rules.ts'

/** A draw as it was published. */
type StoredDraw = { draw: string; drawnAt: Date }

export async function insertDraw(
  trx: Trx,
  { roundId, draw, by }: { roundId: number; draw: string; by: string | null },
  now: Date,
): Promise<void> {
  await trx.insertInto('ballot_draws').values({ round_id: roundId, draw, drawn_at: now, drawn_by: by }).execute()
}

export async function findDraw(db: DbOrTrx, roundId: number): Promise<StoredDraw | undefined> {
  return db.selectFrom('ballot_draws').select(['draw', 'drawn_at as drawnAt']).where('round_id', '=', roundId).executeTakeFirst()
}

export type NewTurn = {
  id: string
  turn: number
  entryId: string
  rank: number
  courtId: number
  preorderId: string | null
  line: number | null
}

export async function insertTurns(trx: Trx, roundId: number, turns: NewTurn[]): Promise<void> {
  await sql`
    insert into ballot_turns (id, round_id, turn, entry_id, rank, court_id, preorder_id, line)
    select id, ${roundId}::integer, turn, "entryId", rank, "courtId", "preorderId", line
    from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) as t (id uuid, turn integer, "entryId" uuid, rank smallint, "courtId" integer, "preorderId" uuid, line integer)`.execute(
    trx,
  )
}

export type NewSubstitute = { id: string; turnId: string; place: number; entryId: string; rank: number }

export async function insertSubstitutes(trx: Trx, substitutes: NewSubstitute[]): Promise<void> {
  await sql`
    insert into ballot_substitutes (id, turn_id, place, entry_id, rank)
    select id, "turnId", place, "entryId", rank
    from jsonb_to_recordset(${JSON.stringify(substitutes)}::jsonb) as s (id uuid, "turnId" uuid, place integer, "entryId" uuid, rank smallint)`.execute(
    trx,
  )
}

/** Locks members in the order of their ids, as everybody does. */
export async function lockMembers(trx: Trx, ids: string[]): Promise<void> {
  await sql`select lock_members(${ids}::uuid[])`.execute(trx)
}

/** What is published about a ballot: the manifest from the freeze on, the draw from the draw on. No name of a club is in it. */
export type PublishedBallot = {
  roundId: number
  name: Words
  hash: string
  frozenAt: Date
  dueAt: Date
  drawnAt: Date | null
  manifest: string
  draw: string | null
  objections: { entry: number | null; isAccepted: boolean; at: string }[]
}

export async function findPublished(db: DbOrTrx, roundId: number): Promise<PublishedBallot | undefined> {
  const { rows } = await sql<PublishedBallot>`
    select f.round_id as "roundId", ${sqlWords('r.name')} as name, f.hash, f.frozen_at as "frozenAt", f.due_at as "dueAt",
      d.drawn_at as "drawnAt", f.manifest, d.draw,
      (select coalesce(json_agg(json_build_object('entry', e.number, 'isAccepted', o.is_accepted, 'at', o.noted_at) order by o.noted_at), '[]')
        from ballot_objections o left join ballot_entries e on e.id = o.entry_id where o.round_id = f.round_id) as objections
    from ballot_manifests f join rounds r on r.id = f.round_id left join ballot_draws d on d.round_id = f.round_id where f.round_id = ${roundId}`.execute(
    db,
  )
  return rows[0]
}

export type PublishedRow = Omit<PublishedBallot, 'manifest' | 'draw' | 'objections'>

/** Ballots of which something is published, newest first; there are a few a year. */
export async function listPublished(db: DbOrTrx): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select f.round_id as "roundId", ${sqlWords('r.name')} as name, f.hash, f.frozen_at as "frozenAt", f.due_at as "dueAt", d.drawn_at as "drawnAt"
    from ballot_manifests f join rounds r on r.id = f.round_id left join ballot_draws d on d.round_id = f.round_id order by f.frozen_at desc limit 100`.execute(
    db,
  )
  return rows
}

/** A manifest as it was fixed; the secret never leaves the server before the draw. */
export type Frozen = { manifest: string; hash: string; dueAt: Date; secret: string | null; frozenAt: Date }

export async function insertManifest(trx: Trx, { roundId, by, ...frozen }: Frozen & { roundId: number; by: string | null }): Promise<void> {
  await trx
    .insertInto('ballot_manifests')
    .values({
      round_id: roundId,
      manifest: frozen.manifest,
      hash: frozen.hash,
      due_at: frozen.dueAt,
      secret: frozen.secret,
      frozen_at: frozen.frozenAt,
      frozen_by: by,
    })
    .execute()
}

export async function findManifest(db: DbOrTrx, roundId: number): Promise<Frozen | undefined> {
  return db
    .selectFrom('ballot_manifests')
    .select(['manifest', 'hash', 'due_at as dueAt', 'secret', 'frozen_at as frozenAt'])
    .where('round_id', '=', roundId)
    .executeTakeFirst()
}

export type Objection = {
  id: string
  entryNumber: number | null
  club: string | null
  note: string
  isAccepted: boolean
  notedAt: Date
  notedBy: string
}

export async function insertObjection(
  trx: Trx,
  objection: { id: string; roundId: number; entryId: string | null; note: string; isAccepted: boolean; by: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('ballot_objections')
    .values({
      id: objection.id,
      round_id: objection.roundId,
      entry_id: objection.entryId,
      note: objection.note,
      is_accepted: objection.isAccepted,
      noted_at: now,
      noted_by: objection.by,
    })
    .execute()
}

/** Objections of a round, oldest first; there are a handful. */
export async function readObjections(db: DbOrTrx, roundId: number): Promise<Objection[]> {
  const { rows } = await sql<Objection>`
    select o.id, e.number as "entryNumber", c.name as club, o.note, o.is_accepted as "isAccepted", o.noted_at as "notedAt", m.name as "notedBy"
    from ballot_objections o left join ballot_entries e on e.id = o.entry_id left join communities c on c.member_id = e.member_id
    join members m on m.id = o.noted_by where o.round_id = ${roundId} order by o.noted_at, o.id`.execute(db)
  return rows
}

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
