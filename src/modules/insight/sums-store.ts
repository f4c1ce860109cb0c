import { sql, type RawBuilder } from 'kysely'

const placesTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** Sums of the places of an array column, as an array. */
export const sumsOf = (column: string, count: number, filter: RawBuilder<unknown> = sql``): RawBuilder<number[]> =>
  sql`array[${sql.join(placesTo(count).map((n) => sql`coalesce(sum(${sql.ref(column)}[${sql.lit(n)}]) ${filter}, 0)::integer`))}]`

/** 1 is Monday, as the first of January 1900 was. Integers are quicker than extract, which answers a numeric. */
export const weekdayOfDay = sql`(k.day - date '1900-01-01') % 7 + 1`
