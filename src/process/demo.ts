import { closeDb, openDb } from '#db/connect.ts'
import { demoAccounts, demoSecret, loadDemo } from '../../demo/load.ts'

export const demoGreeting = `The demo centre is open: log in as ${demoAccounts.join(', ')} with the secret ${demoSecret}.`

/** Brings the demo centre into the house, once. */
export async function furnishDemo(databaseUrl: string, now: Date): Promise<void> {
  const db = openDb(databaseUrl, 1)
  try {
    await loadDemo(db, now)
  } finally {
    await closeDb(db)
  }
}
