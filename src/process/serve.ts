import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from '#app.ts'
import type { Config } from '#config.ts'
import { openAssets } from '#http/assets.ts'
import { openLog } from '#http/log.ts'
import { openMetrics, watch } from '#http/metrics.ts'
import { builtAssets, loadPageRenderer } from '#http/page-renderer.ts'
import { keepPages } from '#kept-pages/keep.ts'
import { noteFailure } from '#lib/failures.ts'
import { answerKeptPages } from '../kept-pages/answer.ts'
import { openBackend } from './backend.ts'
import { listen } from './listen.ts'
import type { StopRequest } from './stop-signal.ts'

/** For requests under way. With what follows, a process ends within ten seconds of being asked to. */
const graceMs = 7000
/** For requests that are on their way on an idle connection. */
const idleMs = 1000

export type Serving = { stop(request: StopRequest): Promise<void> }

/** Wires everything together and listens on the port. */
export async function serve(config: Config, databaseUrl: string): Promise<Serving> {
  const log = openLog(config.logLevel)
  const [backend, renderPage] = await Promise.all([openBackend(config, databaseUrl, log, false), loadPageRenderer()])
  const { apiFetch, isUpload, isSignedLanding, ready, readViewer } = backend
  let draining = false
  const metrics = openMetrics()
  watch(metrics, backend.watched)
  const pages = keepPages()
  const app = buildApp({
    config,
    log,
    metrics,
    pages,
    readViewer,
    assets: openAssets(builtAssets),
    apiFetch,
    renderPage,
    isSignedLanding,
    ready,
    isDraining: () => draining,
  })
  const answerEarly = answerKeptPages({ config, log, metrics, pages, readViewer })
  const onFailure = (error: unknown) => noteFailure(log, 'request', error, 'a request failed before or after the application')
  const listening = await listen(app.fetch, config.host, config.port, { answerEarly, isUpload, onFailure })
  return {
    async stop({ gently }) {
      draining = true
      listening.drain()
      backend.endStreams()
      const drainMs = gently ? config.drainSeconds * 1000 : 0
      await delay(drainMs)
      await listening.close(graceMs - drainMs, gently ? idleMs : 0)
      await backend.stop()
    },
  }
}
