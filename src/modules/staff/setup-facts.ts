import type { Db } from '#db/connect.ts'
import { readCentre } from '#modules/centre/store.ts'
import type { Connections } from '#modules/settings/connections.ts'
import { hasSetting } from '#modules/settings/store.ts'
import type { SetupFacts } from './setup-rules.ts'

type Deps = { db: Db; connections: Connections; readCatalogue(db: Db): Promise<{ facilities: { retired: boolean; courts: unknown[] }[] }> }

/** How far the centre is set up, read from what each module holds; no cached copy, because the wizard has just changed it. */
export async function readSetupFacts({ db, connections, readCatalogue }: Deps): Promise<SetupFacts> {
  const { mail, texts, payment } = connections
  const [centre, hasRules, catalogue] = await Promise.all([readCentre(db), hasSetting(db, 'booking'), readCatalogue(db)])
  const open = catalogue.facilities.filter(({ retired }) => !retired)
  return {
    isNamed: centre.name.tw !== '',
    hasContact: centre.phone !== '' || centre.email !== '',
    facilities: open.length,
    courts: open.reduce((sum, { courts }) => sum + courts.length, 0),
    hasRules,
    connected: { mail: mail.isSet || mail.isDemo, texts: texts.isSet || texts.isDemo, payment: payment.isSet || payment.isDemo },
    isOpen: centre.setUpAt !== null,
  }
}
