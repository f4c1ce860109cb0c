import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { defaultSettings, type CentreContact, type Limits, type SiteAccess } from './rules.ts'

async function readRows(db: DbOrTrx, keys: string[]): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', '=', anyOf(keys)).execute()
  return new Map(rows.map((row) => [row.key, row.value]))
}

export async function writeSetting(db: DbOrTrx, key: string, value: unknown, by: string | null, now: Date): Promise<void> {
  const row = { value: JSON.stringify(value), changed_at: now, changed_by: by }
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((c) => c.column('key').doUpdateSet(row))
    .execute()
}

/** The settings that every page shows, in one statement. */
export async function readSite(db: DbOrTrx): Promise<{ access: SiteAccess | undefined; centre: CentreContact | undefined }> {
  const rows = await readRows(db, ['site_access', 'centre'])
  return { access: rows.get('site_access') as SiteAccess | undefined, centre: rows.get('centre') as CentreContact | undefined }
}

export async function readLimits(db: DbOrTrx): Promise<Limits> {
  const rows = await readRows(db, Object.keys(defaultSettings))
  const merged = Object.entries(defaultSettings).map(([group, defaults]) => [
    group,
    { ...defaults, ...(rows.get(group) as object | undefined) },
  ])
  return Object.fromEntries(merged) as Limits
}

/** Members who are never suspended for their points: accounts that many people share, such as the demo's. */
export async function readNeverSuspended(db: DbOrTrx): Promise<string[]> {
  return ((await readRows(db, ['never_suspended'])).get('never_suspended') as string[] | undefined) ?? []
}

/** A random secret that the first process stores and all others read. */
export async function readOrMakeSecret(db: DbOrTrx, key: string, make: () => string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(make()) })
    .onConflict((c) => c.column('key').doNothing())
    .execute()
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  return row.value as string
}
