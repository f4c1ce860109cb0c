import type { Db, DbOrTrx } from '#db/connect.ts'
import { readCentre } from '#modules/centre/store.ts'
import { isConnected, type Connections } from '#modules/settings/test-connection.ts'
import { hasSetting, writeSetting } from '#modules/settings/store.ts'
import { missingIn, type MissingCode, type SetupFacts } from './setup-rules.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { SiteAccess } from '#modules/settings/rules.ts'

type Deps = { db: Db; connections: Connections; readCatalogue(db: Db): Promise<{ facilities: { retired: boolean; courts: unknown[] }[] }> }

/** How far the centre is set up, read from what each module holds; no cached copy, because the wizard has just changed it. */
export async function readSetupFacts({ db, connections, readCatalogue }: Deps): Promise<SetupFacts> {
  const is = (what: string) => isConnected(connections, what)
  const [centre, hasRules, catalogue] = await Promise.all([readCentre(db), hasSetting(db, 'booking'), readCatalogue(db)])
  const open = catalogue.facilities.filter(({ retired }) => !retired)
  return {
    isNamed: centre.name.tw !== '',
    hasContact: centre.phone !== '' || centre.email !== '',
    facilities: open.length,
    courts: open.reduce((sum, { courts }) => sum + courts.length, 0),
    hasRules,
    connected: { mail: is('mail'), texts: is('texts'), payment: is('payment') },
    isOpen: centre.setUpAt !== null,
  }
}

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
