import { buildApp } from '#app.ts'
import type { Config } from '#config.ts'
import { openAssets } from '#http/assets.ts'
import { openLog } from '#http/log.ts'
import { openMetrics, watchTexts } from '#http/metrics.ts'
import { builtAssets, loadPageRenderer } from '#http/page-renderer.ts'
import { listen } from './listen.ts'
import { openBackend } from './backend.ts'

const graceMs = 10_000

export type Serving = { stop(): Promise<void> }

/** Wires everything together and listens on the port. */
export async function serve(config: Config, databaseUrl: string): Promise<Serving> {
  const log = openLog(config.logLevel)
  const [backend, renderPage] = await Promise.all([openBackend(config, databaseUrl, log, false), loadPageRenderer()])
  const { apiFetch, isSignedLanding, ready } = backend
  const metrics = openMetrics()
  watchTexts(metrics, backend.textBudget)
  const app = buildApp({
    config,
    log,
    metrics,
    assets: openAssets(builtAssets),
    apiFetch,
    renderPage,
    isSignedLanding,
    ready,
  })
  const listening = await listen(app.fetch, config.host, config.port)
  return {
    async stop() {
      await listening.close(graceMs)
      await backend.stop()
    },
  }
}
