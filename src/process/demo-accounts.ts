import { closeDb, openDb } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { admitDemoAccounts } from '#modules/accounts/admission-store.ts'

/** Lets the demo's shared accounts log in while DEMO is on, and shuts them out otherwise. Runs before requests are served. */
export async function settleDemoAccounts(databaseUrl: string, isDemo: boolean, log: Log): Promise<void> {
  const db = openDb(databaseUrl, 1)
  try {
    const accounts = await admitDemoAccounts(db, isDemo)
    if (accounts > 0) log.warn({ accounts }, 'This database was once a demo: its accounts are shut out while DEMO is off')
  } finally {
    await closeDb(db)
  }
}
