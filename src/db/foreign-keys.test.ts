import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDb } from '#testing/postgres.ts'
import type { Db } from './connect.ts'

const catalogue = 'refers to a row of the catalogue: a few dozen, never deleted, and joins find them by their own key'
const kept = 'the row that it refers to is never deleted, and no statement searches by this column'

/**
 * Foreign keys without an index, and why. An index that is not needed makes every insert slower and every update of its
 * column a write to all the others.
 */
const withoutIndex: Record<string, string> = {
  'blocks.court_id': catalogue,
  'bookings_to_cancel.court_id': catalogue,
  'blocks.facility_id': `${catalogue}; those in force have blocks_of_facility`,
  'centre.logo_file_id': 'the table has one row',
  'closure_items.court_id': catalogue,
  'closures.facility_id': catalogue,
  'court_prices.court_id': catalogue,
  'court_prices.identity_id': catalogue,
  'court_spaces.space_id': catalogue,
  'courts.facility_id': catalogue,
  'identity_proofs.identity_id': catalogue,
  'item_moves.from_court_id': catalogue,
  'item_moves.to_court_id': catalogue,
  'pending_moves.to_court_id': catalogue,
  'closure_offers.court_id': catalogue,
  'ledger.attempt_id': kept,
  'locker_rentals.locker_id': `${catalogue}; those in force have locker_rentals_never_twice`,
  'lockers.size': catalogue,
  'members.identity_id': catalogue,
  'order_items.identity_id': catalogue,
  'refunds_due.item_id': kept,
  'reports.block_id': kept,
  'reports.court_id': catalogue,
  'reports.facility_id': `${catalogue}; open ones have reports_open`,
  'round_facilities.facility_id': catalogue,
  'spaces.facility_id': catalogue,
  'violations.order_id': kept,
  'wish_passes.court_id': catalogue,
  'wishes.court_id': catalogue,
  'wishes.facility_id': catalogue,
}

/** Columns that refer to a row without a foreign key, and why, where no comment in the database says so. */
const withoutForeignKey: Record<string, string> = {
  'outbox.subject_id': 'of several tables, by topic, of modules that notifications does not know',
}

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await freshDb(1))
})
afterAll(() => close())

/** An index serves a foreign key when it begins with its columns and leaves out no row but those that refer to nothing. */
async function foreignKeysWithoutIndex(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select k.conrelid::regclass || '.' || string_agg(a.attname, ',' order by a.attnum) as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = k.conrelid and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
        and coalesce(pg_get_expr(i.indpred, i.indrelid) in (
          select '(' || quote_ident(n.attname) || ' IS NOT NULL)' from pg_attribute n where n.attrelid = k.conrelid and n.attnum = any (k.conkey)
        ), true)
    )
    group by k.oid, k.conrelid
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Columns that are named as if they referred to a row, have no foreign key, and no comment that says why. */
async function referencesWithoutForeignKey(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and (a.attname ~ '(_id|_by)$' or a.atttypid = 'uuid'::regtype and a.attname <> 'id')
      and col_description(c.oid, a.attnum) is null
      and not exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any (k.conkey))
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

describe('foreign keys', () => {
  it('have an index, or a reason above why they need none', async () => {
    expect(await foreignKeysWithoutIndex()).toEqual(Object.keys(withoutIndex).toSorted())
  })

  it('without an index are found: a new table with one, and with an index that leaves rows out', async () => {
    await sql`create table strangers (member_id uuid references members (id), file_id uuid references files (id), left_at timestamptz)`.execute(
      db,
    )
    await sql`create index on strangers (file_id) where left_at is null`.execute(db)
    expect((await foreignKeysWithoutIndex()).filter((name) => name.startsWith('strangers'))).toEqual([
      'strangers.file_id',
      'strangers.member_id',
    ])
    await sql`create index on strangers (file_id) where file_id is not null`.execute(db)
    await sql`create index on strangers (member_id, left_at)`.execute(db)
    expect((await foreignKeysWithoutIndex()).filter((name) => name.startsWith('strangers'))).toEqual([])
    await sql`drop table strangers`.execute(db)
  })

  it('stand on every column that is named as if it referred to a row, or its comment in the database says why not', async () => {
    const reasons = Object.keys(withoutForeignKey).toSorted()
    expect(await referencesWithoutForeignKey()).toEqual(reasons)
    await sql`create table strangers (friend_id integer)`.execute(db)
    expect(await referencesWithoutForeignKey()).toEqual([...reasons, 'strangers.friend_id'])
    await sql`drop table strangers`.execute(db)
  })
})

it('unconfirmed registrations are deleted without reading a whole table that refers to members', async () => {
  await sql`set enable_seqscan = off`.execute(db)
  const { rows } = await sql<{ table: string; column: string }>`
    select k.conrelid::regclass::text as table, a.attname as column
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    where k.contype = 'f' and k.confrelid = 'members'::regclass`.execute(db)
  expect(rows.length).toBeGreaterThan(20)
  for (const { table, column } of rows) {
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select 1 from only ${sql.table(table)} x where ${sql.ref(`x.${column}`)} = '00000000-0000-4000-8000-000000000000' for key share of x`.execute(
      db,
    )
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), `${table}.${column}`).not.toContain('Seq Scan')
  }
})
