import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { say, type Words } from '#i18n/words.ts'
import { sqlWords } from '#db/words.ts'
import type { Day } from '#lib/zone.ts'
import { identityState, type IdentityState, type ReviewState } from '#modules/accounts/rules.ts'
import type { PlainLine } from '#modules/orders/line-rules.ts'
import { plainLines } from '#modules/orders/line-store.ts'
import { personColumns } from '#modules/orders/person-search-store.ts'
import type { OrderState } from '#modules/orders/rules.ts'
import { sql } from 'kysely'
import { notesAtMost } from './merge-rules.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'

export type Person = {
  id: string
  name: string
  account: string
  email: string
  mobile: string
  isMobileProven: boolean
  roles: StaffRole[]
  isGuest: boolean
  emergencyName: string
  emergencyPhone: string
  identity: { id: number; name: string; state: IdentityState; reason: string | null; validUntil: Day | null }
  /** `sharesNumber`: approved, as another club with the same registration number was before. */
  community: { name: string; registrationNo: string; representative: string; state: ReviewState; sharesNumber: boolean } | null
}
type PersonRow = Omit<Person, 'identity' | 'community'> & {
  identity: { id: number; name: Words; needsProof: boolean; forCommunity: boolean }
  proof: { state: ReviewState; reason: string | null; validUntil: Day | null } | null
  community: Person['community']
}

/** A member or a guest with identity, latest proof and community; for a double that was merged, the member that it was merged into. */
export async function readPerson(db: DbOrTrx, id: string, locale: Locale): Promise<Person | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns}, not m.mobile_unproven as "isMobileProven", case when m.staff_suspended_at is null then m.roles else '{}' end as roles,
      coalesce(m.emergency_name, '') as "emergencyName", coalesce(m.emergency_phone, '') as "emergencyPhone",
      json_build_object('id', i.id, 'name', ${sqlWords('i.name')}, 'needsProof', i.needs_proof, 'forCommunity', i.for_community) as identity,
      (select json_build_object('state', p.state, 'reason', p.reason, 'validUntil', p.valid_until) from identity_proofs p
        where p.member_id = m.id and p.identity_id = m.identity_id order by p.submitted_at desc limit 1) as proof,
      (select json_build_object('name', c.name, 'registrationNo', c.registration_no, 'representative', c.representative, 'state', c.state, 'sharesNumber', c.shares_number)
        from communities c where c.member_id = m.id) as community
    from members m join identities i on i.id = m.identity_id where m.id = coalesce((select merged_into from members where id = ${id}), ${id}) and m.closed_at is null`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  const { identity, proof, ...person } = row
  const state = identityState(identity, { proof: proof?.state ?? null, community: person.community?.state ?? null })
  return {
    ...person,
    identity: {
      id: identity.id,
      name: say(identity.name, locale),
      state,
      reason: proof?.reason ?? null,
      validUntil: proof?.validUntil ?? null,
    },
  }
}

export type PersonOrder = {
  orderNo: string
  kind: string
  state: OrderState
  amount: number
  createdAt: Date
  start: Date | null
  courtId: number | null
  items: number
  /** Its lines without floor. */
  lines: PlainLine[]
}
export type PersonMoney = { paid: number; givenBack: number; owed: number }
export type PersonLocker = { number: string; state: string; endsAt: Date | null }
export type PersonMessage = { id: string; channel: 'mail' | 'sms'; subject: string | null; state: string; createdAt: Date }
export type PersonNote = { id: string; text: string; by: string; byName: string; at: Date }

const shownAtMost = 20

/** The newest orders of a member, each with its first period. */
export async function listPersonOrders(db: DbOrTrx, memberId: string): Promise<PersonOrder[]> {
  const { rows } = await sql<PersonOrder>`
    select o.order_no as "orderNo", o.kind, o.state, o.amount, o.created_at as "createdAt", i.start, i.court_id as "courtId", coalesce(i.items, 0)::integer as items, ${plainLines(sql`o.id`)} as lines
    from orders o left join lateral (
      select min(lower(during)) as start, (array_agg(court_id order by lower(during)))[1] as court_id, count(*) as items from order_items where order_id = o.id
    ) as i on true
    where o.member_id = ${memberId} order by o.created_at desc limit ${shownAtMost}`.execute(db)
  return rows
}

/** What a member has paid, what went back, and what is still to go back. */
export async function readPersonMoney(db: DbOrTrx, memberId: string): Promise<PersonMoney> {
  const { rows } = await sql<PersonMoney>`
    select coalesce(sum(l.amount) filter (where l.amount > 0), 0)::integer as paid, coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::integer as "givenBack",
      (select coalesce(sum(d.amount), 0)::integer from refunds_due d join orders o on o.id = d.order_id where o.member_id = ${memberId} and d.done_at is null) as owed
    from orders o join ledger l on l.order_id = o.id where o.member_id = ${memberId}`.execute(db)
  return rows[0]!
}

export type PersonProof = {
  id: string
  identity: { tw: string; en: string }
  state: ReviewState
  reason: string | null
  submittedAt: Date
  reviewedBy: string | null
  validUntil: Day | null
  /** Null: seen at the desk. */
  file: { id: string; name: string; size: number; type: string } | null
}

/** Proofs of a member, the newest first. */
export async function listPersonProofs(db: DbOrTrx, memberId: string): Promise<PersonProof[]> {
  const { rows } = await sql<PersonProof>`
    select p.id, ${sqlWords('i.name')} as identity, p.state, p.reason, p.submitted_at as "submittedAt",
      r.name as "reviewedBy", p.valid_until as "validUntil",
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) end as file
    from identity_proofs p join identities i on i.id = p.identity_id left join members r on r.id = p.reviewed_by left join files f on f.id = p.file_id
    where p.member_id = ${memberId} order by p.submitted_at desc limit ${shownAtMost}`.execute(db)
  return rows
}

export async function listPersonLockers(db: DbOrTrx, memberId: string): Promise<PersonLocker[]> {
  const { rows } = await sql<PersonLocker>`
    select l.number, r.state, r.ends_at as "endsAt" from locker_rentals r join lockers l on l.id = r.locker_id
    where r.member_id = ${memberId} and r.state in ('reserved', 'active') order by r.created_at desc`.execute(db)
  return rows
}

/** Mails and texts to a member, without what they say. */
export async function listPersonMessages(db: DbOrTrx, { email, mobile }: { email: string; mobile: string }): Promise<PersonMessage[]> {
  const recipients = [email, mobile].filter(Boolean).map((one) => one.toLowerCase())
  const { rows } = await sql<PersonMessage>`
    select id, channel, subject, state, created_at as "createdAt" from messages where lower(recipient) = any(${recipients}::text[])
    order by created_at desc limit ${shownAtMost}`.execute(db)
  return rows
}

export async function listNotes(db: DbOrTrx, memberId: string): Promise<PersonNote[]> {
  const { rows } = await sql<PersonNote>`
    select n.id, n.text, n.by, m.name as "byName", n.at from member_notes n join members m on m.id = n.by
    where n.member_id = ${memberId} and n.removed_at is null order by n.at desc limit ${notesAtMost}`.execute(db)
  return rows
}

export type PersonMerge = { at: Date; by: string; reason: string; wasGuest: boolean; orders: number }

/** Doubles that were merged into a member, or into one of these doubles, newest first: the audit log says it. */
export async function listMerges(db: DbOrTrx, memberId: string): Promise<PersonMerge[]> {
  const { rows } = await sql<PersonMerge>`
    select g.at, case when g.member_id is distinct from ${memberId}::uuid then g.actor_name else '' end as by, g.note as reason,
      coalesce((g.before ->> 'isGuest')::boolean, false) as "wasGuest", coalesce((g.after ->> 'orders')::integer, 0) as orders
    from members m join audit_log g on g.action = 'person.merged' and g.subject_kind = 'member' and g.subject_id = m.id::text
    where m.id = ${memberId}::uuid or m.merged_into = ${memberId}::uuid order by g.at desc, g.id desc limit ${notesAtMost}`.execute(db)
  return rows
}

type NewNote = { id: string; memberId: string; text: string; by: string }

/** False when there is a note of this id. */
export async function insertNote(trx: Trx, { id, memberId, text, by }: NewNote, now: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('member_notes')
    .values({ id, member_id: memberId, text, by, at: now })
    .onConflict((c) => c.column('id').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findNote(trx: Trx, id: string): Promise<Omit<NewNote, 'id'> | undefined> {
  return trx.selectFrom('member_notes').select(['member_id as memberId', 'text', 'by']).where('id', '=', id).executeTakeFirst()
}

/** Whose note it was; undefined when it is gone already. */
export async function removeNote(trx: Trx, id: string, by: string, now: Date): Promise<string | undefined> {
  const removed = await trx
    .updateTable('member_notes')
    .set({ removed_at: now, removed_by: by })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('member_id as memberId')
    .executeTakeFirst()
  return removed?.memberId
}

/** Undefined when there is no such account, or it is closed. */
export async function findOpenMember(trx: DbOrTrx, id: string): Promise<{ isStaff: boolean } | undefined> {
  const { rows } = await sql<{ isStaff: boolean }>`
    select roles <> '{}' as "isStaff" from members where id = ${id} and closed_at is null`.execute(trx)
  return rows[0]
}

/** Deletes what colleagues wrote about a member who closes their account. */
export async function forgetInPeople(trx: Trx, { id }: LeavingMember): Promise<void> {
  await trx.deleteFrom('member_notes').where('member_id', '=', id).execute()
}
