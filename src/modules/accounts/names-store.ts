import type { DbOrTrx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'

/** Names of members; empty for those who have closed their account. Doubles have the name of the member they were merged into. */
export async function readNames(db: DbOrTrx, memberIds: string[]): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, coalesce(k.name, m.name) as name from members m left join members k on k.id = m.merged_into where m.id = any(${memberIds}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const mostNamed = 50

/** Members with these words in their name, or with this account or address. */
export async function findMembersNamed(db: DbOrTrx, words: string): Promise<string[]> {
  const like = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<{ id: string }>`
    select id from members where name ilike ${like} or lower(account) = lower(${words}) or lower(email) = lower(${words}) limit ${mostNamed}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const longestPart = 3

/** A name that has these words anywhere in it, by the index of name_parts: longer words have all of their parts of three characters. */
export function hasPart(name: RawBuilder<unknown>, words: string): RawBuilder<boolean> {
  const letters = [...words]
  const last = Math.max(0, letters.length - longestPart)
  const parts = Array.from({ length: last + 1 }, (_, at) => letters.slice(at, at + longestPart).join(''))
  return sql<boolean>`(name_parts(${name}) @> ${parts}::text[] and position(${words} in lower(${name})) > 0)`
}
