import { getRequestListener } from '@hono/node-server'
import { createServer as createHttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer as createVite, isRunnableDevEnvironment, type DevEnvironment } from 'vite'
import { buildApp } from './app.ts'
import { loadConfig } from './config.ts'
import { openLog } from './http/log.ts'
import { openMetrics } from './http/metrics.ts'
import type { PageRequest } from './page-request.ts'
import { openDatabase } from './process/database.ts'
import { endWithSentence } from './process/end-with-sentence.ts'
import { bind } from './process/listen.ts'
import { claimDataDir } from './process/lock.ts'
import type { Parts } from './process/parts.ts'
import { stopRequested } from './process/stop-signal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Pages = { default: { fetch(request: Request, options: { context: PageRequest }): Promise<Response> } }
type PartsModule = typeof import('./process/parts.ts')

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
    const config = loadConfig(process.env)
    const log = openLog(config.logLevel)
    if (config.databaseUrl === undefined) undo.push((await claimDataDir(config.dataDir)).release)
    const database = await openDatabase(config.dataDir, config.databaseUrl)
    undo.push(database.stop)

    const server = createHttpServer()
    const vite = await createVite({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server } }, environments: { api: {} } })
    undo.push(() => vite.close())
    const load = <T>(environment: DevEnvironment | undefined, module: string): Promise<T> => {
      if (!environment || !isRunnableDevEnvironment(environment)) throw new Error('Vite offers no module runner')
      return environment.runner.import(module)
    }

    const api = reopened(
      () => load<PartsModule>(vite.environments['api'], '/src/process/parts.ts'),
      ({ openParts }) => openParts(config, database.url, log, true),
    )
    undo.push(async () => (await api()).stop())

    const app = buildApp({
      config,
      log,
      metrics: openMetrics(),
      assets: () => undefined,
      apiFetch: async (request) => (await api()).apiFetch(request),
      renderPage: async (request, context) =>
        (await load<Pages>(vite.environments['ssr'], 'virtual:tanstack-start-server-entry')).default.fetch(request, { context }),
      isSignedLanding: async (url) => (await api()).isSignedLanding(url),
      ready: async () => (await api()).ready(),
      mode: 'development',
    })
    const answer = getRequestListener(app.fetch)
    server.on('request', (request, response) => vite.middlewares(request, response, () => void answer(request, response)))
    await bind(server, config.host, config.port)
    undo.push(() => server.closeAllConnections())
    await api()
    console.log(`Fieldhouse develops at ${config.publicUrl} (Ctrl-C stops it).`)
    await asked
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

/** Opens the parts again when their code has changed, one opening at a time. */
function reopened(loadModule: () => Promise<PartsModule>, open: (module: PartsModule) => Promise<Parts>): () => Promise<Parts> {
  let current: { code: unknown; parts: Promise<Parts> } | undefined
  return async () => {
    const module = await loadModule()
    if (current?.code === module.openParts) return current.parts
    const before = current?.parts
    current = {
      code: module.openParts,
      parts: (before ?? Promise.resolve(undefined))
        .then(
          (old) => old?.stop(),
          () => undefined,
        )
        .then(() => open(module)),
    }
    return current.parts
  }
}
