import { sql, type RawBuilder } from 'kysely'

/** The least text that follows every text with this start: U+10FFFF is the last character. */
const endOfPrefix = (start: string): string => `${start}\u{10ffff}`

/** `~>=~` and `~<~` compare byte by byte, as indexes with text_pattern_ops do; LIKE with a parameter may not use them. */
export const startsWith = (column: RawBuilder<unknown>, start: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} ~>=~ ${start} and ${column} ~<~ ${endOfPrefix(start)})`

/** By an index of the reversed text. */
export const endsWith = (column: RawBuilder<unknown>, end: string): RawBuilder<boolean> =>
  startsWith(sql`reverse(${column})`, [...end].toReversed().join(''))

const longestPart = 3

/** A name that has these words anywhere in it, by the index of name_parts: longer words have all of their parts of three characters. */
export function hasPart(name: RawBuilder<unknown>, words: string): RawBuilder<boolean> {
  const letters = [...words]
  const last = Math.max(0, letters.length - longestPart)
  const parts = Array.from({ length: last + 1 }, (_, at) => letters.slice(at, at + longestPart).join(''))
  return sql<boolean>`(name_parts(${name}) @> ${parts}::text[] and position(${words} in lower(${name})) > 0)`
}
