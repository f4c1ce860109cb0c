import { closeDb, openDb } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { admitDemoAccounts } from '#modules/accounts/admission-store.ts'

/** Before anybody is served: the accounts of the demo are open only while it is on. */
export async function settleDemoAccounts(databaseUrl: string, isDemo: boolean, log: Log): Promise<void> {
  const db = openDb(databaseUrl, 1)
  try {
    const accounts = await admitDemoAccounts(db, isDemo)
    if (accounts > 0) log.warn({ accounts }, 'This database was once a demo: its accounts are shut out while DEMO is off')
  } finally {
    await closeDb(db)
  }
}
