import { backUpByTheClock } from '#process/backup/back-up.ts'
import { randomBytes } from 'node:crypto'
import type { Config } from '#config.ts'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openJobs } from '#db/jobs.ts'
import { openLive } from '#db/live.ts'
import { isMigrated } from '#db/migrate.ts'
import type { Connected } from '#http/call.ts'
import type { Log } from '#http/log.ts'
import type { Watch } from '#http/metrics.ts'
import { systemClock } from '#lib/clock.ts'
import { openViewerReader } from '#modules/logins/read-session.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { openWays } from '#modules/logins/ways.ts'
import { presentLetterhead } from '#modules/centre/present.ts'
import { readFace } from '#modules/centre/store.ts'
import { openFileStore } from '#modules/files/storage.ts'
import { openCarriers } from '#modules/notifications/open-carriers.ts'
import { sendToDemoGateways } from '../../demo/gateway/post.ts'
import { sendToDemoIssuer } from '../../demo/issuer/send.ts'
import { openIssuers } from '#modules/invoices/issuers.ts'
import { openRandomSource } from '#modules/ballots/random-source.ts'
import { openProviders, variablesOfProviders } from '#modules/payments/providers.ts'
import { readOrMakeSecret } from '#modules/settings/store.ts'
import { letGuestsIn } from '../../demo/let-guests-in.ts'
import type { ReadViewer } from '../kept-pages/answer.ts'
import { buildApi } from '../wiring/api.ts'
import { openHouse, requireOrderKinds } from '../wiring/house.ts'
import { startJobs } from '../wiring/jobs.ts'
import { watchedOf } from '../wiring/watched.ts'
import { openConnections } from '#wiring/connections.ts'
import { signedLanding } from './signed-landing.ts'

export type Backend = {
  apiFetch(request: Request, connected?: Connected): Response | Promise<Response>
  /** Whether files are sent to the call with this path. */
  isUpload(path: string): boolean
  isSignedLanding(url: URL): Promise<boolean>
  ready(): Promise<boolean>
  readViewer: ReadViewer
  /** What /metrics says of the database and of what waits in it. */
  watched: readonly Watch[]
  /** Ends event streams; their pages connect again, to a process that takes connections. */
  endStreams(): void
  stop(): Promise<void>
}

/** Wires what the pages need: the API, and the jobs beside it. */
export async function openBackend(config: Config, databaseUrl: string, log: Log, checkAnswers: boolean): Promise<Backend> {
  const files = await openFileStore(config.storage)
  const db = openDb(databaseUrl, config.databasePool)
  // Its own connection: metrics neither wait for those of requests nor take them.
  const watching = openDb(databaseUrl, 1)
  const tokens = new Tokens(config.authSecret ?? (await keptAuthSecret(db)), config.previousAuthSecret)
  const direct = config.databaseDirectUrl ?? databaseUrl
  const jobs = await openJobs(databaseUrl, log, { listenUrl: direct })
  const live = openLive(direct, db, log)
  const providers = openProviders(config, sendToDemoGateways(config, { db, clock: systemClock }))
  if (providers.serving.size === 0) log.warn(`Nothing can be paid online: set a payment provider (${variablesOfProviders()})`)
  const issuers = openIssuers(config, { db, sendToDemo: sendToDemoIssuer({ db, clock: systemClock }) })
  const ways = openWays(config, { report: (way, why) => log.warn({ way, why }, 'a login by another issuer failed') })
  const carriers = await openCarriers(config, async (locale) => presentLetterhead(await readFace(db), locale, config.publicUrl), log)
  const random = openRandomSource(config.drandRelays, log)
  const house = openHouse({
    config,
    db,
    jobs,
    tokens,
    files,
    live,
    providers,
    issuers,
    ways,
    random,
    carriers,
    connections: openConnections(config, carriers),
    clock: systemClock,
    log,
    letGuestsIn: config.demo ? letGuestsIn : undefined,
    backUp: config.backups.keep > 0 ? (now) => backUpByTheClock(config, log, now) : undefined,
  })
  await requireOrderKinds(db, house.orderKinds)
  await startJobs(house)
  const api = buildApi(house, checkAnswers)
  const viewers = openViewerReader({ db, tokens, ways })
  return {
    apiFetch: (request, connected) => api.app.fetch(request, connected),
    isUpload: (path) => api.uploads.has(path),
    isSignedLanding: signedLanding(tokens, systemClock),
    ready: () => isMigrated(db),
    readViewer: config.apiBase === undefined ? (cookies, locale) => viewers(cookies, locale, systemClock.now()) : async () => undefined,
    watched: watchedOf({ ...house, db: watching }),
    endStreams: () => live.endAll(),
    async stop() {
      await jobs.stop()
      await live.stop()
      await Promise.all([closeDb(db), closeDb(watching)])
    },
  }
}

function keptAuthSecret(db: Db): Promise<string> {
  return readOrMakeSecret(db, 'auth_secret', () => randomBytes(48).toString('base64url'))
}
