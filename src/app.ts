import type { Config } from '#config.ts'
import type { Assets } from '#http/assets.ts'
import type { Connected } from '#http/call.ts'
import { compressPage } from '#http/compress-page.ts'
import { keepPages, fillPage, type KeptPages } from '#kept-pages/keep.ts'
import type { Log } from '#http/log.ts'
import { maySeeMetrics, type Metrics, type RequestKind } from '#http/metrics.ts'
import { comeBackAfter, setCommonHeaders, setHeadersOfPage, type PageMode } from '#http/page-headers.ts'
import { readable, singleSlash } from '#http/page-address.ts'
import { plainErrorPage } from '#http/plain-error-page.ts'
import { requestIdOf } from '#http/incoming-request.ts'
import { localeCookie } from '#i18n/locale.ts'
import { noteFailure } from '#lib/failures.ts'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { askedPage, audienceOf, isDirectVisit, isFor, keyOf, makeNonce, type AskedPage, type ReadViewer } from './kept-pages/answer.ts'
import type { PageRequest } from './navigation/page-request.ts'
import { ApiUnavailable, robotsText, sitemapXml } from './navigation/search-engines.ts'
import { routePattern } from './navigation/route-pattern.ts'

export type AppParts = {
  config: Pick<Config, 'publicUrl' | 'apiBase' | 'metricsToken'> & Partial<Pick<Config, 'payments'>>
  log: Log
  metrics: Metrics
  assets: Assets
  apiFetch(request: Request, connected?: Connected): Response | Promise<Response>
  renderPage(request: Request, page: PageRequest): Promise<Response>
  /** Whether the address carries a token or reference that this service has signed. */
  isSignedLanding(url: URL): Promise<boolean>
  /** Whether the database is reachable and migrated. */
  ready(): Promise<boolean>
  /** Whether the process is about to stop: load balancers are told to send no more. */
  isDraining?(): boolean
  mode?: PageMode
  /** Pages that are the same for all visitors; shared with what answers them before the application is asked. */
  pages?: KeptPages
  /** Absent: every page of a member is rendered for them alone, as with an API on another origin. */
  readViewer?: ReadViewer
}

type Env = { Bindings: Partial<HttpBindings>; Variables: { requestId: string; peer: string | undefined; kind: RequestKind; route: string } }

/** Routes every request of the process; the first match answers. */
export function buildApp(parts: AppParts): Hono<Env> {
  const app = new Hono<Env>()
  const pages = parts.pages ?? keepPages()
  app.use(named, logged(parts))
  app.onError((error, c) => {
    if (error instanceof ApiUnavailable) return c.text('Service Unavailable', 503, { 'retry-after': comeBackAfter })
    noteFailure(parts.log, 'request', error, 'a request failed', { requestId: c.get('requestId'), route: c.get('route') })
    return plainErrorPage(500, c.get('requestId'))
  })

  app.get('/healthz', (c) => health(c, 'ok'))
  app.get('/readyz', async (c) => {
    if (parts.isDraining?.()) return health(c, 'draining')
    return health(c, (await parts.ready().catch(() => false)) ? 'ok' : 'not ready')
  })
  app.get('/metrics', async (c) => {
    c.set('kind', 'health')
    if (!maySeeMetrics(c.req.raw.headers, c.get('peer'), parts.config.metricsToken)) return c.notFound()
    return c.body(await parts.metrics.registry.metrics(), 200, {
      'content-type': parts.metrics.registry.contentType,
      'cache-control': 'no-store',
    })
  })

  // Not app.route, so that an unknown call is answered by the API and not by a page.
  app.all('/api/*', async (c) => {
    c.set('kind', 'api')
    // Passed beside the request: copying a request to add headers costs more than most calls.
    const connected: Connected = { requestId: c.get('requestId'), peer: c.get('peer') ?? '' }
    const answer = await parts.apiFetch(c.req.raw, connected)
    c.set('route', connected.route ?? noCall)
    return answer
  })

  const { publicUrl } = parts.config
  app.get('/robots.txt', async (c) => plainFile(c, await robotsText(parts.apiFetch, publicUrl), 'text/plain; charset=utf-8'))
  app.get('/sitemap.xml', async (c) => plainFile(c, await sitemapXml(parts.apiFetch, publicUrl), 'application/xml; charset=utf-8'))

  // Made by the API: the centre's own manifest, which pages link to, and the schema that catalogue files name.
  app.get('/manifest.webmanifest', (c) => fromApi(c, parts, '/api/Centre/Manifest'))
  app.get('/catalogue.schema.json', (c) => fromApi(c, parts, '/api/Catalogue/Schema'))

  app.on(['GET', 'HEAD'], '*', async (c) => {
    const asset = parts.assets(c.req.raw)
    if (asset) {
      c.set('kind', 'asset')
      return asset
    }
    const elsewhere = singleSlash(new URL(c.req.url))
    if (elsewhere !== undefined) return c.redirect(elsewhere, 308)
    return answerPage(c, readable(c.req.raw), parts, pages)
  })
  app.all('*', (c) => c.text('Method Not Allowed', 405, { allow: 'GET, HEAD' }))
  app.notFound((c) => c.text('Not Found', 404))
  return app
}

/** Until the API says which call it is. */
const noCall = '(no call)'

async function named(c: Context<Env>, next: () => Promise<void>): Promise<void> {
  c.set('requestId', requestIdOf(c.req.raw.headers))
  c.set('peer', c.env?.incoming?.socket.remoteAddress)
  c.set('kind', 'page')
  // Logs the route's pattern, because the address may hold the token of a mailed link.
  c.set('route', c.req.path.startsWith('/api/') ? noCall : routePattern(new URL(c.req.url).pathname))
  await next()
}

function logged({ log, metrics, config }: AppParts) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<void> => {
    const start = performance.now()
    await next()
    const ms = performance.now() - start
    const [requestId, kind] = [c.get('requestId'), c.get('kind')]
    setCommonHeaders(c.res.headers, requestId, config)
    metrics.observe(kind, c.req.method, c.res.status, ms / 1000)
    const line = { requestId, method: c.req.method, route: c.get('route'), status: c.res.status, ms: Math.round(ms * 10) / 10 }
    if (kind === 'health' || kind === 'asset') log.debug(line, 'request')
    else log.info(line, 'request')
  }
}

function health(c: Context<Env>, state: 'ok' | 'not ready' | 'draining'): Response {
  c.set('kind', 'health')
  return c.text(state, state === 'ok' ? 200 : 503, { 'cache-control': 'no-store' })
}

/** robots.txt and the sitemap. Cached for a minute only, because staff may change the site-access setting at any time. */
function plainFile(c: Context<Env>, text: string | undefined, type: string): Response {
  c.set('kind', 'asset')
  if (text === undefined) return c.text('Not Found', 404, { 'cache-control': 'no-store' })
  return c.body(text, 200, { 'content-type': type, 'cache-control': 'public, max-age=60' })
}

function fromApi(c: Context<Env>, { apiFetch }: AppParts, path: string): Response | Promise<Response> {
  c.set('kind', 'asset')
  const headers = { 'accept-language': c.req.header('accept-language') ?? '' }
  return apiFetch(new Request(`http://fieldhouse.invalid${path}${new URL(c.req.url).search}`, { headers }))
}

async function answerPage(c: Context<Env>, request: Request, parts: AppParts, pages: KeptPages): Promise<Response> {
  const { config, mode = 'built' } = parts
  const nonce = makeNonce()
  const asked = askedPage(request, config.publicUrl)
  const response =
    (asked && (await keptPage(c, request, parts, pages, asked, nonce))) ??
    (await compressPage(request, await renderFor(request, { nonce, direct: isDirectVisit(request, config.publicUrl) }, c, parts)))
  const headers = new Headers(response.headers)
  const { pathname, searchParams } = new URL(request.url)
  setHeadersOfPage(headers, { status: response.status, pathname, searchParams }, nonce, config, mode)
  return new Response(response.body, { status: response.status, headers })
}

type Asked = Pick<PageRequest, 'nonce' | 'direct' | 'kept'> & { identityId?: number | undefined; isForAll?: boolean }

async function renderFor(
  request: Request,
  { identityId, isForAll = false, ...asked }: Asked,
  c: Context<Env>,
  parts: AppParts,
): Promise<Response> {
  const { config, log, apiFetch, renderPage, isSignedLanding } = parts
  const [requestId, peer] = [c.get('requestId'), c.get('peer')]
  const connected: Connected = {
    requestId,
    peer: peer ?? '',
    sessions: new Map(),
    isForAll,
    ...(identityId === undefined ? {} : { identityId }),
  }
  return renderPage(request, {
    ...asked,
    requestId,
    peer,
    publicConfig: { apiBase: config.apiBase, publicUrl: config.publicUrl },
    apiFetch: async (call) => apiFetch(call, { ...connected }),
    landing: await isSignedLanding(new URL(request.url)),
    report: (error) => noteFailure(log, 'page', error, 'a page failed', { requestId, route: c.get('route') }),
  })
}

/**
 * Answers from the kept pages. They are rendered without the visitor's cookies and without a session. Undefined:
 * the page is to be rendered for this member alone.
 */
async function keptPage(
  c: Context<Env>,
  { headers }: Request,
  parts: AppParts,
  pages: KeptPages,
  asked: AskedPage,
  nonce: string,
): Promise<Response | undefined> {
  const audience = await audienceOf(asked, parts.readViewer ?? nobody).catch(() => undefined)
  if (!audience) return undefined
  const { own, viewerClass } = audience
  const { url, locale, direct } = asked
  const request = new Request(url, { headers: { cookie: `${localeCookie}=${locale}` } })
  const page = await pages.read(keyOf(asked, audience), (gaps) => {
    const kept = viewerClass && { kind: viewerClass.kind, gap: gaps.own }
    return renderFor(request, { nonce: gaps.nonce, direct, kept, identityId: viewerClass?.identityId, isForAll: true }, c, parts)
  })
  if (!isFor(audience, page)) return undefined
  const { body, encoding } = fillPage(page, { nonce, own }, headers.get('accept-encoding'))
  const answered = new Headers(page.headers)
  if (encoding) answered.set('content-encoding', encoding)
  return new Response(new Uint8Array(body), { status: page.status, headers: answered })
}

const nobody: ReadViewer = async () => undefined
