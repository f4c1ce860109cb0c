import { getRequestListener } from '@hono/node-server'
import { createServer as createHttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer as createVite, isRunnableDevEnvironment, type DevEnvironment } from 'vite'
import { buildApp } from '#app.ts'
import { openLog } from '#http/log.ts'
import { openMetrics } from '#http/metrics.ts'
import { systemClock } from '#lib/clock.ts'
import type { PageRequest } from '#navigation/page-request.ts'
import { announce, settleDemoAccounts, setupLine } from './announce.ts'
import { endWithSentence } from './end-with-sentence.ts'
import { openDatabase } from './database.ts'
import { demoGreeting, loadRestOfDemo, seedDemo } from './demo.ts'
import { bind } from './bind.ts'
import { claimDataDir } from './lock.ts'
import type { Backend } from './backend.ts'
import { claimPort } from './port.ts'
import { readConfig } from './read-config.ts'
import { stopRequested, undoAll } from './stop-signal.ts'
import { warnOfUnknownSettings } from './unknown-settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Pages = { default: { fetch(request: Request, options: { context: PageRequest }): Promise<Response> } }
type BackendModule = typeof import('./backend.ts')

try {
  await develop()
  process.exit(0)
} catch (error) {
  endWithSentence(error)
}

/** The same app as in production, on one port; pages and API are loaded through Vite, so that an edit needs no restart. */
async function develop(): Promise<void> {
  const asked = stopRequested()
  const undo: (() => unknown)[] = []
  try {
    warnOfUnknownSettings(process.env)
    const wanted = readConfig(process.env)
    const log = openLog(wanted.logLevel)
    if (wanted.databaseUrl === undefined) undo.push((await claimDataDir(wanted.dataDir)).release)
    const claim = await claimPort(wanted.host, wanted.port)
    undo.push(claim.release)
    const config = readConfig({ ...process.env, PORT: String(claim.port) })
    const database = await openDatabase(config)
    undo.push(database.stop)
    if (config.demo) await seedDemo(database.url, config.storage, systemClock.now())
    await settleDemoAccounts(database.url, config.demo, log)

    const server = createHttpServer()
    const vite = await createVite({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server } }, environments: { api: {} } })
    undo.push(() => vite.close())
    const load = <T>(environment: DevEnvironment | undefined, module: string): Promise<T> => {
      if (!environment || !isRunnableDevEnvironment(environment)) throw new Error('Vite offers no module runner')
      return environment.runner.import(module)
    }

    const backend = reopened(
      () => load<BackendModule>(vite.environments['api'], '/src/process/backend.ts'),
      ({ openBackend }) => openBackend(config, database.url, log, true),
    )
    undo.push(backend.stop)

    const app = buildApp({
      config,
      log,
      metrics: openMetrics(),
      assets: () => undefined,
      apiFetch: async (request, connected) => (await backend.current()).apiFetch(request, connected),
      renderPage: async (request, context) =>
        (await load<Pages>(vite.environments['ssr'], 'virtual:tanstack-start-server-entry')).default.fetch(request, { context }),
      isSignedLanding: async (url) => (await backend.current()).isSignedLanding(url),
      ready: async () => (await backend.current()).ready(),
      readViewer: async (cookies, locale) => (await backend.current()).readViewer(cookies, locale),
      mode: 'development',
    })
    const answer = getRequestListener(app.fetch)
    server.on('request', (request, response) => vite.middlewares(request, response, () => void answer(request, response)))
    await bind(server, config.host, config.port)
    undo.push(() => server.close().closeAllConnections())
    await backend.current()
    if (config.demo) undo.push(loadRestOfDemo(database.url, config.storage, log, systemClock.now()).stop)
    announce(
      config,
      'Fieldhouse develops at',
      config.demo ? demoGreeting : await setupLine(database.url, config.publicUrl, systemClock.now()),
    )
    await Promise.race([asked, database.lost])
  } finally {
    await undoAll(undo)
  }
}

/** Opens the backend again when its code has changed; never two at a time. */
function reopened(loadModule: () => Promise<BackendModule>, open: (module: BackendModule) => Promise<Backend>) {
  let opened: { code: unknown; backend: Promise<Backend> } | undefined
  const stop = async () => (await opened?.backend.catch(() => undefined))?.stop()
  return {
    stop,
    async current(): Promise<Backend> {
      const module = await loadModule()
      if (opened?.code !== module.openBackend) opened = { code: module.openBackend, backend: stop().then(() => open(module)) }
      return opened.backend
    },
  }
}
