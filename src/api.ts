import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import type { Jobs } from './db/jobs.ts'
import { Api } from './http/call.ts'
import { publishDocs } from './http/publish-docs.ts'
import type { Log } from './http/log.ts'
import type { Clock } from './lib/clock.ts'
import { accountsApi } from './modules/accounts/api.ts'
import { loginFormApi } from './modules/accounts/form-api.ts'
import { memberApi } from './modules/accounts/member-api.ts'
import { readSession } from './modules/accounts/read-session.ts'
import { accountsStaffApi } from './modules/accounts/staff-api.ts'
import { secretsApi } from './modules/accounts/secrets-api.ts'
import type { Tokens } from './modules/accounts/tokens.ts'
import { filesApi } from './modules/files/api.ts'
import type { FileStore } from './modules/files/storage.ts'
import { demoInboxApi } from './modules/notifications/api.ts'
import { settingsApi } from './modules/settings/api.ts'
import { returnTarget } from './routes/-navigation-policy.ts'

export type ApiNeeds = {
  config: Pick<Config, 'demo' | 'publicUrl' | 'siteAccess' | 'trustProxy'>
  db: Db
  jobs: Jobs
  tokens: Tokens
  files: FileStore
  clock: Clock
  log: Log
  checkAnswers: boolean
}

/** The table of contents of the API, and all wiring. */
export function buildApi({ config, db, jobs, tokens, files, clock, log, checkAnswers }: ApiNeeds): Api {
  const accounts = { db, jobs, tokens, publicUrl: config.publicUrl }
  const api = new Api({
    clock,
    log,
    checkAnswers,
    trustProxy: config.trustProxy,
    pagesOrigin: new URL(config.publicUrl).origin,
    readSession: (request, now) => readSession({ db, tokens }, request, now),
  })

  settingsApi(api, { db, siteAccess: config.siteAccess })
  filesApi(api, { db, store: files })
  accountsApi(api, accounts)
  secretsApi(api, accounts)
  loginFormApi(api, accounts, { returnTarget })
  memberApi(api, accounts)
  accountsStaffApi(api, accounts)
  if (config.demo) demoInboxApi(api, { db })
  publishDocs(api)
  return api
}
