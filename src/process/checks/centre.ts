import { defaultLocale } from '#i18n/languages.ts'
import type { Config } from '#config.ts'
import { closeDb, openDb } from '#db/connect.ts'
import { isMigrated } from '#db/migrate.ts'
import { found, type Finding } from '#http/findings.ts'
import { hasAdmin } from '#modules/accounts/staff-store.ts'
import { nameOf } from '#modules/centre/rules.ts'
import { readCentre } from '#modules/centre/store.ts'

/** Whether the centre has an admin and is open; nothing before the tables are there. */
export async function checkCentre({ publicUrl }: Pick<Config, 'publicUrl'>, databaseUrl: string): Promise<Finding[]> {
  const db = openDb(databaseUrl, 1)
  try {
    if (!(await isMigrated(db))) return []
    if (!(await hasAdmin(db))) return [found('centre', 'centre_no_admin')]
    const centre = await readCentre(db)
    const code = centre.setUpAt === null ? 'centre_not_open' : 'centre_open'
    return [found('centre', code, { name: nameOf(centre, defaultLocale), address: publicUrl })]
  } finally {
    await closeDb(db)
  }
}
