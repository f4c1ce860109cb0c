import cluster from 'node:cluster'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Config } from './config.ts'
import { openLog } from './http/log.ts'
import { systemClock } from './lib/clock.ts'
import { announce, settleDemoAccounts, setupLine } from './process/announce.ts'
import { endWithSentence } from './process/end-with-sentence.ts'
import { openDatabase } from './process/database.ts'
import { claimDataDir } from './process/lock.ts'
import { claimPort } from './process/port.ts'
import { readConfig } from './process/read-config.ts'
import { codeOf, endInTime, stopRequested, undoAll, untilFailed, type StopRequest } from './process/stop-signal.ts'
import { warnOfUnknownSettings } from './process/unknown-settings.ts'
import { startWorkers, tellPrimary } from './process/workers.ts'

/** What tells a worker the address of the database. Its settings are the main process's own: an embedded database stays one. */
const workerDatabase = 'FIELDHOUSE_WORKER_DATABASE'

try {
  process.exit(codeOf(await (cluster.isPrimary ? runHouse() : runWorker())))
} catch (error) {
  endWithSentence(error)
}

/** The main process: owns the data folder, the database and the port, and serves by itself or through workers. */
async function runHouse(): Promise<StopRequest> {
  const asked = stopRequested()
  const undo: (() => unknown)[] = []
  // A start that fails, and a database that is lost, leave nothing to be gentle with.
  let request: StopRequest = { gently: false }
  try {
    warnOfUnknownSettings(process.env)
    const wanted = readConfig(process.env)
    if (wanted.databaseUrl === undefined) undo.push((await claimDataDir(wanted.dataDir)).release)
    const claim = await claimPort(wanted.host, wanted.port)
    undo.push(claim.release)
    const config = readConfig({ ...process.env, PORT: String(claim.port) })
    const opening = openDatabase(config)
    // PostgreSQL starts while our own code loads. With workers, only they load it.
    const serving = config.workers > 1 ? undefined : loadServing()
    // Awaited below: until then a failure to load is no unhandled rejection.
    serving?.catch(() => {})
    const database = await opening
    undo.push(database.stop)
    // Imported only when DEMO is on: it is half as much code again.
    const demo = config.demo ? await import('./process/demo.ts') : undefined
    await demo?.seedDemo(database.url, config.storage, systemClock.now())
    await settleDemoAccounts(database.url, config.demo, openLog(config.logLevel))
    const serve = (await serving)?.serve
    const { stop } = await (serve ? serve(config, database.url) : serveThroughWorkers(config, database.url))
    const rest = demo?.loadRestOfDemo(database.url, config.storage, openLog(config.logLevel), systemClock.now())
    // Both at once: a picture that is being drawn may take seconds, and clients are sent away before that.
    undo.push(() => Promise.all([stop(request), rest?.stop()]))
    announce(config, 'Fieldhouse is ready at', demo?.demoGreeting ?? (await setupLine(database.url, config.publicUrl, systemClock.now())))
    request = await Promise.race([asked, untilFailed(openLog(config.logLevel)), database.lost])
    endInTime(request)
    return request
  } finally {
    await undoAll(undo)
  }
}

/** In the next turn of the event loop: loading keeps the process busy, and PostgreSQL is to be launched before. */
async function loadServing(): Promise<typeof import('./process/serve.ts')> {
  await nextTurn()
  return import('./process/serve.ts')
}

function serveThroughWorkers(config: Config, databaseUrl: string) {
  return startWorkers(config.workers, { [workerDatabase]: databaseUrl, PORT: String(config.port) })
}

async function runWorker(): Promise<StopRequest> {
  const asked = stopRequested()
  const config = readConfig(process.env)
  const databaseUrl = process.env[workerDatabase]
  if (databaseUrl === undefined) throw new Error('A worker is started by the service, which names the database')
  const { serve } = await import('./process/serve.ts')
  const serving = await serve(config, databaseUrl)
  tellPrimary('listening')
  const request = await Promise.race([asked, untilFailed(openLog(config.logLevel))])
  endInTime(request)
  if (request.failed) tellPrimary('leaving')
  await serving.stop(request)
  return request
}
