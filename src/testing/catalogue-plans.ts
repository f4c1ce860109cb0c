import type { CatalogueChanges, WholeFile } from '#modules/catalogue/file.ts'
import type { FacilityFile } from '#modules/catalogue/file-wire.ts'
import { planChange, type Circumstances } from '#modules/catalogue/plan-change.ts'
import { templateFile } from '#modules/catalogue/templates.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { ruleGroupNames, type Rules } from '#modules/settings/rules-wire.ts'
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

/** Whole catalogues without a database, and changes that are planned on them. */
export const today = '2026-11-15'
export const none: ReadonlySet<string> = new Set()
export const calm: Circumstances = {
  mode: 'merge',
  today,
  inUse: { facilities: none, courts: none, identities: none },
  bookedAhead: none,
  rented: none,
  pictures: none,
}
const identity = (code: string, tw: string, en: string) => ({
  code,
  name: { tw, en },
  needsProof: false,
  proofMonths: null,
  forCommunity: false,
})
const unnamed = { tw: '', en: '' }
export const empty: WholeFile = {
  centre: {
    name: unnamed,
    shortName: unnamed,
    taxId: '',
    phone: '',
    email: '',
    address: unnamed,
    deskHours: unnamed,
    parking: unnamed,
    position: null,
    colour: null,
    texts: { privacy: { tw: null, en: null }, terms: { tw: null, en: null }, footer: { tw: null, en: null } },
  },
  identities: ['PUB', 'RES', 'STU', 'SEN', 'DIS', 'LOW', 'CLUB', 'ORG'].map((code) => identity(code, `身分 ${code}`, `Identity ${code}`)),
  facilities: [],
  holidays: [],
  lockers: { sizes: [], walls: [] },
  rules: Object.fromEntries(ruleGroupNames.map((group) => [group, defaultSettings[group]])) as Rules,
}
export const hall = () => structuredClone(templateFile('badminton-hall', '2026-01-01').facilities![0]!)
export const withHall: WholeFile = { ...empty, facilities: [hall()] }
export const changed = (change: (facility: FacilityFile) => void): CatalogueChanges => {
  const facility = hall()
  change(facility)
  return { facilities: [facility] }
}
/** Errors of a planned change, by path. */
export const codesOf = (changes: CatalogueChanges, more: Partial<Circumstances> = {}, before = withHall) =>
  planChange(before, changes, { ...calm, ...more }).errors.map(({ path, code }) => `${path}: ${code}`)

/** Prices of the two usual levels, as a plan says them. */
export const named = (offPeak: number, peak: number) => [
  { level: { tw: '離峰', en: 'Off-peak' }, price: offPeak },
  { level: { tw: '尖峰', en: 'Peak' }, price: peak },
]
