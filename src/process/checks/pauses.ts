import { closeDb, openDb } from '#db/connect.ts'
import { isMigrated } from '#db/migrate.ts'
import { found, type Finding } from '#http/findings.ts'
import { systemClock } from '#lib/clock.ts'
import { dayOf, minuteOf, timeFrom } from '#lib/zone.ts'
import { readPauses } from '#modules/payments/asking-limits.ts'
import { providers } from '#modules/payments/providers.ts'

/** Payment providers that have locked out whoever asks them, as the running service has noted. */
export async function checkPauses(databaseUrl: string): Promise<Finding[]> {
  const db = openDb(databaseUrl, 1)
  try {
    if (!(await isMigrated(db))) return []
    return (await readPauses(db, systemClock.now())).map(({ provider, until }) =>
      found('payment', 'payment_asks_paused', {
        provider: providers.find(({ name }) => name === provider)?.title.en ?? provider,
        until: `${dayOf(until)} ${timeFrom(minuteOf(until))}`,
      }),
    )
  } finally {
    await closeDb(db)
  }
}
