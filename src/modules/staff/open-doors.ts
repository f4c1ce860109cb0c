import type { Db, DbOrTrx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { SiteAccess } from '#modules/settings/rules.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { missingIn, type MissingCode, type SetupFacts } from './setup-rules.ts'

export type OpenDoorsRefusal = { code: 'setup_incomplete'; missing: MissingCode[] }

export type OpenDoorsDeps = {
  db: Db
  readFacts(): Promise<SetupFacts>
  markSetUp(trx: DbOrTrx, now: Date): Promise<void>
}

/** Opens the centre to visitors. Opening it again changes only how the site is entered. */
export async function openDoors(
  { db, readFacts, markSetUp }: OpenDoorsDeps,
  siteAccess: SiteAccess,
  { by, audit }: { by: string; audit: Audit },
  now: Date,
): Promise<Result<void, OpenDoorsRefusal>> {
  const facts = await readFacts()
  const needed = missingIn(facts).filter(({ isNeeded }) => isNeeded)
  if (needed.length > 0) return refuse({ code: 'setup_incomplete', missing: needed.map(({ code }) => code) })
  await db.transaction().execute(async (trx) => {
    await markSetUp(trx, now)
    await writeSetting(trx, 'site_access', siteAccess, by, now)
    await audit(trx, { action: 'centre.opened', subject: { kind: 'centre', id: 'centre' }, after: { siteAccess } })
  })
  return ok(undefined)
}
