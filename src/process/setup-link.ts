import { closeDb, openDb } from '#db/connect.ts'
import { openSetup } from '#modules/staff/open-setup.ts'

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
