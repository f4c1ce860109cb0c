import { randomBytes } from 'node:crypto'
import { buildApi } from '#api.ts'
import type { Config } from '#config.ts'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openJobs } from '#db/jobs.ts'
import { isMigrated } from '#db/migrate.ts'
import type { Log } from '#http/log.ts'
import { startJobs } from '#jobs.ts'
import { systemClock } from '#lib/clock.ts'
import { Tokens } from '#modules/accounts/tokens.ts'
import { openFileStore } from '#modules/files/storage.ts'
import { openCarriers } from '#modules/notifications/open-carriers.ts'
import { readOrMakeSecret } from '#modules/settings/store.ts'
import { signedLanding } from './signed-landing.ts'

export type Parts = {
  apiFetch(request: Request): Response | Promise<Response>
  isSignedLanding(url: URL): Promise<boolean>
  ready(): Promise<boolean>
  stop(): Promise<void>
}

/** What stands behind the pages: the API, and the jobs that work beside it. */
export async function openParts(config: Config, databaseUrl: string, log: Log, checkAnswers: boolean): Promise<Parts> {
  const files = await openFileStore(config.storage)
  const db = openDb(databaseUrl, config.databasePool)
  const tokens = new Tokens(config.authSecret ?? (await keptAuthSecret(db)))
  const jobs = await openJobs(databaseUrl, log)
  await startJobs({ jobs, db, files, carriers: openCarriers(config, log), clock: systemClock, log, tokens, publicUrl: config.publicUrl })
  const api = buildApi({ config, db, jobs, tokens, files, clock: systemClock, log, checkAnswers })
  return {
    apiFetch: (request) => api.app.fetch(request),
    isSignedLanding: signedLanding(tokens, systemClock),
    ready: () => isMigrated(db),
    async stop() {
      await jobs.stop()
      await closeDb(db)
    },
  }
}

function keptAuthSecret(db: Db): Promise<string> {
  return readOrMakeSecret(db, 'auth_secret', () => randomBytes(48).toString('base64url'))
}
