import { sql } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'

/** Tables that a catalogue fills, with the order of their rows and columns that differ from run to run. */
const tables = {
  centre: { order: 'name_en', without: ['version', 'changed_at'] },
  identities: { order: 'id', without: [] },
  facilities: { order: 'id', without: [] },
  courts: { order: 'id', without: [] },
  spaces: { order: 'id', without: [] },
  court_spaces: { order: 'court_id, space_id', without: [] },
  timetables: { order: 'facility_id, valid_from', without: ['id'] },
  price_lists: { order: 'facility_id, valid_from', without: ['id', 'created_at'] },
  holidays: { order: 'day', without: [] },
  locker_sizes: { order: 'position', without: [] },
  locker_prices: { order: 'size, months', without: [] },
  lockers: { order: 'id', without: [] },
}

/** Rows of the catalogue's tables as text, one line each; prices are one line for each court, by the identity's id. */
export async function catalogueRows(db: DbOrTrx): Promise<string> {
  const lines: string[] = []
  for (const [table, { order, without }] of Object.entries(tables)) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) - ${without}::text[] as row from ${sql.table(table)} t order by ${sql.raw(order)}`.execute(db)
    lines.push(`# ${table}`, ...rows.map(({ row }) => JSON.stringify(row)), '')
  }
  const prices = await sql<{ row: object }>`
    select jsonb_build_object('facility', l.facility_id, 'from', l.valid_from, 'court', p.court_id,
      'prices', jsonb_object_agg(p.identity_id, p.prices)) as row
    from court_prices p join price_lists l on l.id = p.price_list_id
    group by l.facility_id, l.valid_from, p.court_id order by 1`.execute(db)
  lines.push('# court_prices', ...prices.rows.map(({ row }) => JSON.stringify(row)), '')
  return lines.join('\n')
}
