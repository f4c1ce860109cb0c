import type { Config } from '#config.ts'
import { closeDb, openDb } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { admitDemoAccounts } from '#modules/accounts/admission-store.ts'
import { openSetup } from '#modules/staff/open-setup.ts'

/** Prints the address, and tells the parent process (if there is an IPC channel) that the server is ready. */
export function announce(config: Config, greeting: string, more?: string): void {
  console.log(`${greeting} ${config.publicUrl} (Ctrl-C stops it).`)
  if (more) console.log(more)
  process.send?.({ ready: `http://localhost:${config.port}` })
}

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

/**
 * The line with the setup link, for standard output; undefined when the centre has an admin. It is written nowhere else: the
 * database keeps a hash of its key.
 */
export async function setupLine(databaseUrl: string, publicUrl: string, now: Date): Promise<string | undefined> {
  const db = openDb(databaseUrl, 1)
  try {
    const link = await openSetup(db, publicUrl, now)
    return link && `Nobody runs this centre yet. This link sets it up, once and within an hour: ${link}`
  } finally {
    await closeDb(db)
  }
}
