import { sql, type RawBuilder } from 'kysely'

/**
 * `where('id', '=', anyOf(ids))` sends the list as one array. Kysely's own `where('id', 'in', ids)` writes a parameter
 * for each element, so that every length is another text to parse, plan and prepare. An empty list matches nothing.
 */
export function anyOf<T>(list: readonly T[]): RawBuilder<T> {
  return sql<T>`any(${list})`
}

/** `where('id', '<>', allOf(ids))`: none of the list. An empty list excludes nothing. */
export function allOf<T>(list: readonly T[]): RawBuilder<T> {
  return sql<T>`all(${list})`
}
