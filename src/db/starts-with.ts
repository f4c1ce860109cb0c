import { sql, type RawBuilder } from 'kysely'

/** The least text that follows every text with this start: U+10FFFF is the last character. */
const endOfPrefix = (start: string): string => `${start}\u{10ffff}`

/** `~>=~` and `~<~` compare byte by byte, as indexes with text_pattern_ops do; LIKE with a parameter may not use them. */
export const startsWith = (column: RawBuilder<unknown>, start: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} ~>=~ ${start} and ${column} ~<~ ${endOfPrefix(start)})`

/** By an index of the reversed text. */
export const endsWith = (column: RawBuilder<unknown>, end: string): RawBuilder<boolean> =>
  startsWith(sql`reverse(${column})`, [...end].toReversed().join(''))
