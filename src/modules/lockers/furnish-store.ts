import { sqlWords } from '#db/words.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import { lockersOf, type Wall, type Words } from './rules.ts'

/** The lockers of the centre as staff describe them: sizes with their terms and prices, and walls. */
export type Furniture = {
  sizes: { code: string; name: Words; deposit: number; terms: { months: number; price: number }[] }[]
  walls: Wall[]
}

export async function readFurniture(db: DbOrTrx): Promise<Furniture> {
  const { rows } = await sql<Furniture>`
    select
      (select coalesce(json_agg(json_build_object('code', s.size, 'name', ${sqlWords('s.name')}, 'deposit', s.deposit,
        'terms', (select coalesce(json_agg(json_build_object('months', p.months, 'price', p.price) order by p.months), '[]') from locker_prices p where p.size = s.size)) order by s.position, s.size), '[]')
      from locker_sizes s where s.retired_at is null) as sizes,
      (select coalesce(json_agg(json_build_object('wall', w.wall, 'size', w.size, 'columns', w.columns, 'rows', w.rows) order by w.wall), '[]')
      from (select wall, min(size) as size, max(col) as columns, max(row) as rows from lockers where retired_at is null group by wall) as w) as walls`.execute(
    db,
  )
  return rows[0]!
}

/** Holds all lockers, so that nobody rents one between the check of a change and its write (see db/functions/keep_locker.sql). */
export async function lockLockers(trx: Trx): Promise<void> {
  await sql`select from lockers order by id for update`.execute(trx)
}

/** Numbers of lockers that somebody has or has reserved, and of those that somebody ever had. */
export async function readRentedNumbers(db: DbOrTrx): Promise<{ rented: string[]; everRented: string[] }> {
  const { rows } = await sql<{ number: string; isRented: boolean }>`
    select l.number, bool_or(r.state in ('reserved', 'active')) as "isRented"
    from lockers l join locker_rentals r on r.locker_id = l.id group by l.number order by l.number`.execute(db)
  return { rented: rows.filter(({ isRented }) => isRented).map(({ number }) => number), everRented: rows.map(({ number }) => number) }
}

/**
 * Makes the lockers what `furniture` says. Lockers and sizes that are gone are deleted, or retired when somebody ever rented
 * them. Rentals keep their price and deposit.
 */
export async function furnishLockers(trx: Trx, { sizes, walls }: Furniture, now: Date): Promise<void> {
  await writeSizes(trx, sizes)
  const wanted = JSON.stringify(walls.flatMap(lockersOf).map((locker, n) => ({ ...locker, n })))
  const asWanted = sql`jsonb_to_recordset(${wanted}::jsonb) as w (n integer, number text, size text, wall text, col integer, "row" integer)`
  await sql`delete from lockers l where not exists (select from ${asWanted} where w.number = l.number) and not exists (select from locker_rentals r where r.locker_id = l.id)`.execute(
    trx,
  )
  await sql`update lockers l set retired_at = ${now} where retired_at is null and not exists (select from ${asWanted} where w.number = l.number)`.execute(
    trx,
  )
  // Out of the way first: a unique index compares each row at once, and two lockers may change places.
  await sql`update lockers set col = col + 1000 where retired_at is null`.execute(trx)
  await sql`
    update lockers l set size = w.size, wall = w.wall, col = w.col, row = w."row", retired_at = null from ${asWanted} where w.number = l.number`.execute(
    trx,
  )
  await sql`
    insert into lockers (id, number, size, wall, col, row)
    select (select coalesce(max(id), 0) from lockers) + row_number() over (order by w.n), w.number, w.size, w.wall, w.col, w."row"
    from ${asWanted} where not exists (select from lockers l where l.number = w.number)`.execute(trx)
  const codes = sizes.map(({ code }) => code)
  await sql`delete from locker_sizes s where size <> all (${codes}::text[]) and not exists (select from lockers l where l.size = s.size)`.execute(
    trx,
  )
  await sql`update locker_sizes set retired_at = ${now} where size <> all (${codes}::text[]) and retired_at is null`.execute(trx)
}

async function writeSizes(trx: Trx, sizes: Furniture['sizes']): Promise<void> {
  const given = JSON.stringify(sizes.map(({ code, name, deposit, terms }, position) => ({ code, ...name, deposit, position, terms })))
  await sql`
    insert into locker_sizes (size, name_tw, name_en, deposit, position)
    select code, tw, en, deposit, position from jsonb_to_recordset(${given}::jsonb) as s (code text, tw text, en text, deposit integer, position integer)
    on conflict (size) do update set name_tw = excluded.name_tw, name_en = excluded.name_en, deposit = excluded.deposit, position = excluded.position, retired_at = null`.execute(
    trx,
  )
  await sql`delete from locker_prices where size = any (${sizes.map(({ code }) => code)}::text[])`.execute(trx)
  await sql`
    insert into locker_prices (size, months, price)
    select s.code, t.months, t.price
    from jsonb_to_recordset(${given}::jsonb) as s (code text, terms jsonb), jsonb_to_recordset(s.terms) as t (months integer, price integer)`.execute(
    trx,
  )
}
