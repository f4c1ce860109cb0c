import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import { ruleGroupNames, ruleGroups, type Rules, type RulesFile } from './rules-wire.ts'
import { defaultSettings, type Limits, type SiteAccess } from './rules.ts'

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

export async function readSiteAccess(db: DbOrTrx): Promise<SiteAccess | undefined> {
  return (await readRows(db, ['site_access'])).get('site_access') as SiteAccess | undefined
}

/** Whether somebody has decided about a setting; otherwise its default holds. */
export async function hasSetting(db: DbOrTrx, key: string): Promise<boolean> {
  return (await readRows(db, [key])).size > 0
}

export async function readLimits(db: DbOrTrx): Promise<Limits> {
  const rows = await readRows(db, Object.keys(defaultSettings))
  const merged = Object.entries(defaultSettings).map(([group, defaults]) => [
    group,
    { ...defaults, ...(rows.get(group) as object | undefined) },
  ])
  return Object.fromEntries(merged) as Limits
}

/** The rules that the centre has decided, or their defaults. */
export async function readRules(db: DbOrTrx): Promise<Rules> {
  const rows = await readRows(db, ruleGroupNames)
  const merged = ruleGroupNames.map((group) => [
    group,
    ruleGroups[group].parse({ ...defaultSettings[group], ...(rows.get(group) as object) }),
  ])
  return Object.fromEntries(merged) as Rules
}

/**
 * Writes whole groups of rules. Refund tiers are kept with the moment until which they held: an order is refunded by
 * the tiers of the moment at which it was placed. Kinds of documents that are left out are kept as retired: documents
 * that were sent still have a name.
 */
export async function writeRules(trx: DbOrTrx, changes: RulesFile, by: string | null, now: Date): Promise<void> {
  const before = await readRules(trx)
  for (const group of ruleGroupNames) {
    const value = changes[group]
    if (value === undefined) continue
    if (group === 'refunds') await writeRefundTiers(trx, before.refunds, changes.refunds!, by, now)
    else await writeSetting(trx, group, group === 'documents' ? withRetiredKinds(before.documents, changes.documents!) : value, by, now)
  }
}

const withRetiredKinds = (before: Rules['documents'], after: Rules['documents']): Rules['documents'] => {
  const gone = before.kinds.filter(({ code }) => !after.kinds.some((kind) => kind.code === code))
  return { ...after, kinds: [...after.kinds, ...gone.map((kind) => ({ ...kind, retired: true as const }))] }
}

async function writeRefundTiers(
  trx: DbOrTrx,
  before: Rules['refunds'],
  after: Rules['refunds'],
  by: string | null,
  now: Date,
): Promise<void> {
  const until = { ...before, until: now.toISOString() }
  await sql`
    insert into settings (key, value, changed_at, changed_by)
    values ('refunds', ${JSON.stringify({ ...after, before: [until] })}::jsonb, ${now}, ${by})
    on conflict (key) do update set changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      value = excluded.value || jsonb_build_object('before', coalesce(settings.value -> 'before', '[]') || (excluded.value -> 'before'))`.execute(
    trx,
  )
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

/** A job of every minute that has not looked for so long was not there: the process was down, or the machine asleep. */
const gapMinutes = 3

/**
 * Records a run of a periodic job, and returns since when it has run without a gap of more than three minutes. Deadlines
 * before that moment may have passed while the service was down. Concurrent calls wait until this transaction ends.
 */
export async function recordRun(db: DbOrTrx, name: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    insert into watches as w (name, since, looked_at) values (${name}, ${now}, ${now})
    on conflict (name) do update set
      since = case when excluded.looked_at > w.looked_at + make_interval(mins => ${gapMinutes}) then excluded.since else w.since end,
      looked_at = greatest(w.looked_at, excluded.looked_at)
    returning since`.execute(db)
  return rows[0]!.since
}
