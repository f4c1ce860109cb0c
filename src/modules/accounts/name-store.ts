import { sql, type RawBuilder } from 'kysely'

const longestPart = 3

/** A name that has these words anywhere in it, by the index of name_parts: longer words have all of their parts of three characters. */
export function hasPart(name: RawBuilder<unknown>, words: string): RawBuilder<boolean> {
  const letters = [...words]
  const last = Math.max(0, letters.length - longestPart)
  const parts = Array.from({ length: last + 1 }, (_, at) => letters.slice(at, at + longestPart).join(''))
  return sql<boolean>`(name_parts(${name}) @> ${parts}::text[] and position(${words} in lower(${name})) > 0)`
}
