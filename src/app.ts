import type { Config } from '#config.ts'
import type { Assets } from '#http/assets.ts'
import type { Connected } from '#http/call.ts'
import { compressPage } from '#http/compress-page.ts'
import { cachePages, type AnswerCached } from '#http/page-cache.ts'
import type { Log } from '#http/log.ts'
import { maySeeMetrics, type Metrics, type RequestKind } from '#http/metrics.ts'
import { allowCamera, allowOwnFrames, setCommonHeaders, setPageHeaders, type PageMode } from '#http/page-headers.ts'
import { readable, singleSlash } from '#http/page-address.ts'
import { plainErrorPage } from '#http/plain-error-page.ts'
import { requestIdOf } from '#http/request-id.ts'
import { localeCookie, pickLocale, splitPrefix } from '#i18n/locale.ts'
import { readCookie } from '#lib/cookies.ts'
import { knowsPlace, placesCookie } from '#lib/known-places.ts'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { randomBytes } from 'node:crypto'
import type { PageRequest } from './navigation/page-request.ts'
import { ApiUnavailable, robotsText, sitemapXml } from './navigation/search-engines.ts'
import { arrivalOf, isDirect } from './navigation/navigation-policy.ts'
import { routePattern } from './navigation/route-pattern.ts'
import { isCacheablePage } from './navigation/cacheable-pages.ts'
import { tokenCookie } from './modules/accounts/cookie-rules.ts'

export type AppParts = {
  config: Pick<Config, 'publicUrl' | 'apiBase' | 'metricsToken'> & Partial<Pick<Config, 'payment'>>
  log: Log
  metrics: Metrics
  assets: Assets
  /** `connected` is given for requests from outside only, not for calls of pages that are rendered here. */
  apiFetch(request: Request, connected?: Connected): Response | Promise<Response>
  renderPage(request: Request, page: PageRequest): Promise<Response>
  /** Whether the address carries a token or reference that this service has signed. */
  isSignedLanding(url: URL): Promise<boolean>
  /** Whether the database is reachable and migrated. */
  ready(): Promise<boolean>
  /** Whether the process is about to stop: load balancers are told to send no more. */
  isDraining?(): boolean
  mode?: PageMode
}

/** Retry-After of pages during an outage, in seconds. */
const comeBackAfter = '10'

type Env = { Bindings: Partial<HttpBindings>; Variables: { requestId: string; peer: string | undefined; kind: RequestKind; route: string } }

/** Routes every request of the process; the first match answers. */
export function buildApp(parts: AppParts): Hono<Env> {
  const app = new Hono<Env>()
  const kept = cachePages()
  app.use(named, logged(parts))
  app.onError((error, c) => {
    if (error instanceof ApiUnavailable) return c.text('Service Unavailable', 503, { 'retry-after': comeBackAfter })
    parts.log.error({ err: error, requestId: c.var.requestId, route: c.var.route }, 'a request failed')
    return plainErrorPage(500, c.var.requestId)
  })

  app.get('/healthz', (c) => health(c, 'ok'))
  app.get('/readyz', async (c) => {
    if (parts.isDraining?.()) return health(c, 'draining')
    return health(c, (await parts.ready().catch(() => false)) ? 'ok' : 'not ready')
  })
  app.get('/metrics', async (c) => {
    c.set('kind', 'health')
    if (!maySeeMetrics(c.req.raw.headers, c.var.peer, parts.config.metricsToken)) return c.notFound()
    return c.body(await parts.metrics.registry.metrics(), 200, {
      'content-type': parts.metrics.registry.contentType,
      'cache-control': 'no-store',
    })
  })

  // Not app.route, so that an unknown call is answered by the API and not by a page.
  app.all('/api/*', async (c) => {
    c.set('kind', 'api')
    // Passed beside the request: copying a request to add headers costs more than most calls.
    const connected: Connected = { requestId: c.var.requestId, peer: c.var.peer ?? '' }
    const answer = await parts.apiFetch(c.req.raw, connected)
    c.set('route', connected.route ?? '(no call)')
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
    return page(c, readable(c.req.raw), parts, kept)
  })
  app.all('*', (c) => c.text('Method Not Allowed', 405, { allow: 'GET, HEAD' }))
  app.notFound((c) => c.text('Not Found', 404))
  return app
}

async function named(c: Context<Env>, next: () => Promise<void>): Promise<void> {
  c.set('requestId', requestIdOf(c.req.raw.headers))
  c.set('peer', c.env?.incoming?.socket.remoteAddress)
  c.set('kind', 'page')
  // Logs the route's pattern, because the address may hold the token of a mailed link.
  c.set('route', routePattern(new URL(c.req.url).pathname))
  await next()
}

function logged({ log, metrics, config }: AppParts) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<void> => {
    const start = performance.now()
    await next()
    const ms = performance.now() - start
    const { requestId, kind } = c.var
    setCommonHeaders(c.res.headers, requestId, config)
    metrics.observe(kind, c.req.method, c.res.status, ms / 1000)
    const line = { requestId, method: c.req.method, route: c.var.route, status: c.res.status, ms: Math.round(ms * 10) / 10 }
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

async function page(c: Context<Env>, request: Request, parts: AppParts, kept: AnswerCached): Promise<Response> {
  const { config, mode = 'built' } = parts
  const asked: Asked = { nonce: randomBytes(16).toString('base64'), direct: isDirectVisit(request, config.publicUrl) }
  const response = isForNobodyInParticular(request)
    ? await keptPage(c, request, parts, kept, asked)
    : await compressPage(request, await renderFor(request, asked, c, parts))
  const headers = new Headers(response.headers)
  setPageHeaders(headers, asked.nonce, config, mode)
  // Only with status 200: for those who may not open the console, its paths answer like unknown ones, headers included.
  if (response.status === 200 && isConsolePath(new URL(request.url).pathname)) allowCamera(headers)
  if (isPreviewPage(new URL(request.url))) allowOwnFrames(headers)
  if (response.status === 503) headers.set('retry-after', comeBackAfter)
  return new Response(response.body, { status: response.status, headers })
}

const isConsolePath = (path: string): boolean => /^(\/(tw|en))?\/staff(\/|$)/i.test(path)

/** A page that shows what an editor is writing. */
const isPreviewPage = ({ pathname, searchParams }: URL): boolean =>
  searchParams.has('preview') && /^(\/(tw|en))?\/(news\/detail|documents\/detail|highlights)\/?$/i.test(pathname)

type Asked = Pick<PageRequest, 'nonce' | 'direct'>

async function renderFor(request: Request, asked: Asked, c: Context<Env>, parts: AppParts): Promise<Response> {
  const { config, log, apiFetch, renderPage, isSignedLanding } = parts
  const { requestId, peer } = c.var
  return renderPage(request, {
    ...asked,
    requestId,
    peer,
    publicConfig: { apiBase: config.apiBase, publicUrl: config.publicUrl },
    apiFetch: async (call) => apiFetch(call),
    landing: await isSignedLanding(new URL(request.url)),
    report: (error) => log.error({ err: error, requestId, route: c.var.route }, 'a page failed'),
  })
}

/** Whether the visitor typed the address, used a bookmark or came from another site. */
function isDirectVisit(request: Request, publicUrl: string): boolean {
  const { path } = splitPrefix(new URL(request.url).pathname)
  const known = knowsPlace(readCookie(request.headers.get('cookie'), placesCookie), path)
  return isDirect(arrivalOf(request, publicUrl, known))
}

function isForNobodyInParticular({ method, headers, url }: Request): boolean {
  return method === 'GET' && readCookie(headers.get('cookie'), tokenCookie) === undefined && isCacheablePage(new URL(url))
}

/** Answers from the cache of shared pages. They are rendered without the visitor's cookies: only language and direct visit make a difference. */
async function keptPage(
  c: Context<Env>,
  { headers, url }: Request,
  parts: AppParts,
  kept: AnswerCached,
  { nonce, direct }: Asked,
): Promise<Response> {
  const locale = pickLocale(new URL(url).pathname, readCookie(headers.get('cookie'), localeCookie), headers.get('accept-language'))
  const request = new Request(url, { headers: { cookie: `${localeCookie}=${locale}` } })
  const render = (gap: string) => renderFor(request, { nonce: gap, direct }, c, parts)
  return kept(`${locale} ${direct ? 'direct' : 'in-app'} ${url}`, nonce, headers.get('accept-encoding'), render)
}
