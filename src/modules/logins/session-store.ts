import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { ClubRole } from '#http/club-calls.ts'
import type { Session } from '#http/session.ts'
import { dayOf } from '#lib/zone.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { sql } from 'kysely'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import type { LoginWays } from './ways.ts'
import { deleteSecondFactors } from './second-factor-store.ts'

type SessionRow = {
  id: string
  memberId: string
  device: string
  address: string
  createdAt: Date
  expiresAt: Date
  provenAt?: Date
  /** Of the issuer that it was opened by. */
  way?: string | undefined
}

export async function insertSession(db: DbOrTrx, row: SessionRow): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: row.id,
      member_id: row.memberId,
      device: row.device,
      address: row.address,
      created_at: row.createdAt,
      last_seen_at: row.createdAt,
      expires_at: row.expiresAt,
      proven_at: row.provenAt ?? null,
      way: row.way ?? null,
    })
    .execute()
}

/** How somebody has logged in. `mail`: by the link that confirms an address, in the browser that registered. */
export type LoginMeans = { means: 'secret' | 'passkey' | 'mail' } | { means: 'issuer'; way: string }

/** One more login of this day. */
export async function countLogin(db: DbOrTrx, by: LoginMeans, now: Date): Promise<void> {
  await db
    .insertInto('logins_by_day')
    .values({ day: dayOf(now), means: by.means, way: 'way' in by ? by.way : '', logins: 1 })
    .onConflict((c) => c.columns(['day', 'means', 'way']).doUpdateSet((e) => ({ logins: e('logins_by_day.logins', '+', 1) })))
    .execute()
}

const { idleDays, staffIdleMinutes } = defaultSettings.session

/** SQL condition on `s` (sessions) and `m` (members): the session was used recently enough (idle timeout, shorter for staff). */
const inUse = (now: Date) => sql<boolean>`s.last_seen_at > ${now}::timestamptz - case when m.roles = '{}'
  then make_interval(days => coalesce((select (value ->> 'idleDays')::integer from settings where key = 'session'), ${idleDays}::integer))
  else make_interval(mins => coalesce((select (value ->> 'staffIdleMinutes')::integer from settings where key = 'session'),
    ${staffIdleMinutes}::integer)) end`

type FoundSession = Omit<Session, 'staffProof'> & { way: string | null }

/**
 * Reads a batch of sessions with their members in one statement, and updates when those that are `used` were last seen: see
 * db/functions/find_sessions.sql. With a way for staff, only sessions that it has opened are proven; the demo's accounts are exempt.
 */
export async function findSessions(
  { db, ways: { staff } }: { db: DbOrTrx; ways: Pick<LoginWays, 'staff'> },
  ids: string[],
  used: string[],
  now: Date,
): Promise<Map<string, Session>> {
  const { rows } = await sql<FoundSession>`
    select id, member_id as "memberId", account, email, name, roles, locale, is_proven_twice as "isProvenTwice", is_demo as "isExemptByDemo",
      community_name as "communityName", identity_id as "identityId", way, person_id as "personId", club_role as "clubRole",
      owes_second_step as "owesSecondStep"
    from find_sessions(${ids}::uuid[], ${used}::uuid[], ${now}::timestamptz, ${dayOf(now)}::date, ${idleDays}::integer, ${staffIdleMinutes}::integer)`.execute(
    db,
  )
  return new Map(
    rows.map(({ way, ...session }): [string, Session] => {
      if (!staff) return [session.id, { ...session, staffProof: 'second_factor' }]
      const isProvenTwice = way === staff.name || session.isExemptByDemo
      return [session.id, { ...session, isProvenTwice, staffProof: 'staff_issuer' }]
    }),
  )
}

export type ListedSession = { id: string; device: string; address: string; createdAt: Date; lastSeenAt: Date }

export async function listSessions(db: DbOrTrx, memberId: string, now: Date): Promise<ListedSession[]> {
  return listSessionsOf(db, [memberId], now)
}

export async function listSessionsOf(db: DbOrTrx, memberIds: string[], now: Date): Promise<(ListedSession & { memberId: string })[]> {
  return db
    .selectFrom('sessions as s')
    .innerJoin('priced_members as m', 'm.id', 's.member_id')
    .select(['s.id', 's.member_id as memberId', 's.device', 's.address', 's.created_at as createdAt', 's.last_seen_at as lastSeenAt'])
    .where('s.member_id', '=', anyOf(memberIds))
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where(inUse(now))
    .orderBy('s.last_seen_at', 'desc')
    .execute()
}

/** A session that an issuer has opened: by which way, and when it began and ends. */
export type ByIssuer = { way: string; createdAt: Date; expiresAt: Date }

/** Undefined: no issuer opened this session. */
export async function readByIssuer(db: DbOrTrx, id: string): Promise<ByIssuer | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(['way', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.way ? { ...row, way: row.way } : undefined
}

/** The link by which these sessions were opened is gone: they end; of the one that goes on, nobody has opened it. */
export async function endSessionsBy(db: DbOrTrx, memberId: string, way: string, goesOn: string, now: Date): Promise<void> {
  const theirs = db.updateTable('sessions').where('member_id', '=', memberId).where('way', '=', way)
  await theirs.set({ ended_at: now }).where('id', '!=', goesOn).where('ended_at', 'is', null).execute()
  await theirs.set({ way: null }).where('id', '=', goesOn).execute()
}

/** Ends one session, all, or all but one, of this member only; returns how many. */
export async function endSessions(db: DbOrTrx, memberId: string, which: { only?: string; except?: string }, now: Date): Promise<number> {
  let query = db.updateTable('sessions').set({ ended_at: now }).where('member_id', '=', memberId).where('ended_at', 'is', null)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '!=', which.except)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

/** From now on somebody acts for this club in this session, or for themselves (null). Undefined: they have no role in it. */
export async function actFor(
  db: DbOrTrx,
  { sessionId, personId, clubId }: { sessionId: string; personId: string; clubId: string | null },
): Promise<{ clubRole: ClubRole | null } | undefined> {
  const acted = sql<{ clubRole: ClubRole | null }>`
    update sessions s set acts_for = ${clubId}::uuid where s.id = ${sessionId} and s.member_id = ${personId}
      and (${clubId}::uuid is null or exists (select from club_people r where r.club_id = ${clubId} and r.person_id = ${personId}))
    returning (select r.role from club_people r where r.club_id = coalesce(s.acts_for, s.member_id) and r.person_id = s.member_id) as "clubRole"`
  try {
    return (await acted.execute(db)).rows[0]
  } catch (error) {
    // The role was taken away in this moment.
    if ((error as { code?: string }).code === '23503') return undefined
    throw error
  }
}

export async function deleteOldSessions(db: DbOrTrx, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((w) => w.or([w('expires_at', '<', before), w('ended_at', '<', before)]))
    .execute()
}

/** Nothing is left to log in with, and nothing of where somebody has logged in. */
export async function forgetLogins(db: DbOrTrx, { id, mobile }: Pick<LeavingMember, 'id' | 'mobile'>): Promise<void> {
  await db.deleteFrom('tokens').where('member_id', '=', id).execute()
  await deleteSecondFactors(db, id)
  await db.deleteFrom('sessions').where('member_id', '=', id).execute()
  if (mobile !== '') await db.deleteFrom('sms_codes').where('mobile', '=', mobile).execute()
  await db.deleteFrom('login_subjects').where('member_id', '=', id).execute()
  await db.deleteFrom('contact_changes').where('member_id', '=', id).execute()
}
