import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { Tokens } from '#modules/logins/tokens.ts'

export const benchSecret = 'the bench signs with this secret, and nobody else'

/** Confirmed members, each with a session. Gives their ids and tokens. */
export async function benchPeople(db: Db, count: number, name: string, mobilesFrom: string): Promise<{ id: string; token: string }[]> {
  const tokens = new Tokens(benchSecret)
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 86_400_000)
  const people = Array.from({ length: count }, (_, n) => ({ id: randomUUID(), sessionId: randomUUID(), n }))
  for (const some of chunks(people)) {
    await db
      .insertInto('members')
      .values(
        some.map(({ id, n }) => ({
          id,
          account: `${name}${n}`,
          email: `${name}${n}@example.com`,
          email_confirmed_at: now,
          name: `${name} ${n}`,
          mobile: `${mobilesFrom}${String(n).padStart(10 - mobilesFrom.length, '0')}`,
          secret_hash: '',
          locale: 'tw',
          identity_id: 1,
        })),
      )
      .execute()
    const seen = { device: 'bench', address: '127.0.0.1', created_at: now, last_seen_at: now, expires_at: expiresAt }
    await db
      .insertInto('sessions')
      .values(some.map(({ id, sessionId }) => ({ ...seen, id: sessionId, member_id: id })))
      .execute()
  }
  return Promise.all(
    people.map(async ({ id, sessionId }) => ({
      id,
      token: await tokens.signSession({ sessionId, memberId: id, binding: undefined }, now, expiresAt),
    })),
  )
}

/** Chunks for one insert statement each: PostgreSQL allows 65,535 parameters. */
export function chunks<T>(list: T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
}
