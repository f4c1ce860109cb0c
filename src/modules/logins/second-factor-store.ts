import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { FactorStanding } from './second-factor-rules.ts'

export type Factors = {
  passkeys: number
  authenticator: { createdAt: Date; lastUsedAt: Date | null } | null
  recoveryCodesLeft: number
}

type FactorRow = { passkeys: number; created_at: Date | null; last_used_at: Date | null; codes_left: number }

export async function readFactors(db: DbOrTrx, memberId: string): Promise<Factors> {
  const { rows } = await sql<FactorRow>`
    select (select count(*)::int from passkeys where member_id = ${memberId}) as passkeys,
      a.created_at, a.last_used_at,
      (select count(*)::int from recovery_codes where member_id = ${memberId} and used_at is null) as codes_left
    from (select ${memberId}::uuid as id) m
    left join authenticators a on a.member_id = m.id and a.sealed_secret is not null`.execute(db)
  const row = rows[0]!
  return {
    passkeys: row.passkeys,
    authenticator: row.created_at && { createdAt: row.created_at, lastUsedAt: row.last_used_at },
    recoveryCodesLeft: row.codes_left,
  }
}

/** What decides whether factors may be changed in this session; undefined when it has ended. `staffWay`: of the issuer of staff. */
export async function readStanding(db: DbOrTrx, sessionId: string, staffWay: string | undefined): Promise<FactorStanding | undefined> {
  const { rows } = await sql<FactorStanding>`
    select s.created_at as "createdAt", s.secret_at as "secretAt", s.proven_at as "provenAt",
      m.secret_hash is not null as "hasSecret", m.roles <> '{}' as "hasRole", m.roles <> '{}' and not m.demo as "isStaff",
      s.way is not distinct from ${staffWay ?? null} and s.way is not null as "isByStaffIssuer", ${staffWay ?? null}::text as "staffWay",
      exists (select from login_subjects l where l.member_id = m.id and l.way = ${staffWay ?? null}) as "hasStaffLink",
      a.member_id is not null as "hasAuthenticator",
      a.member_id is not null or exists (select from passkeys p where p.member_id = m.id) as "hasFactor"
    from sessions s join members m on m.id = s.member_id
    left join authenticators a on a.member_id = m.id and a.sealed_secret is not null
    where s.id = ${sessionId} and s.ended_at is null`.execute(db)
  return rows[0]
}

/** Notes that the secret was given again in this session. */
export async function noteSecretGiven(db: DbOrTrx, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ secret_at: now }).where('id', '=', sessionId).execute()
}

/** Notes that a second factor was shown in this session. */
export async function noteProven(db: DbOrTrx, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ proven_at: now }).where('id', '=', sessionId).where('ended_at', 'is', null).execute()
}

/** Sessions of this member must show the second factor again, and staff log in by their issuer again. */
export async function unproveSessions(db: DbOrTrx, memberId: string): Promise<void> {
  await db.updateTable('sessions').set({ proven_at: null, secret_at: null, way: null }).where('member_id', '=', memberId).execute()
}

/** Deletes every second factor of a member, and what is left of their recovery codes. */
export async function deleteSecondFactors(db: DbOrTrx, memberId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('member_id', '=', memberId).execute()
  await db.deleteFrom('authenticators').where('member_id', '=', memberId).execute()
  await db.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
}
