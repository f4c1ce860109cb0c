import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp, type AppParts } from './app.ts'
import { openAssets } from './http/assets.ts'
import { openLog } from './http/log.ts'
import { openMetrics } from './http/metrics.ts'
import { withPlace } from './lib/known-places.ts'

const dist = mkdtempSync(join(tmpdir(), 'fieldhouse-assets-'))
mkdirSync(join(dist, 'assets'))
writeFileSync(join(dist, 'assets/a-1.js'), 'plain')
writeFileSync(join(dist, 'assets/a-1.js.br'), 'compressed')
writeFileSync(join(dist, 'about.txt'), 'about us')
writeFileSync(join(dist, 'checkin-worker.js'), 'worker')
afterAll(() => rmSync(dist, { recursive: true }))

const html = `<!doctype html>${'<p>青禾</p>'.repeat(200)}`

function app(more: Partial<AppParts> = {}) {
  return buildApp({
    config: { publicUrl: 'http://localhost:3000', apiBase: undefined, metricsToken: 'a-long-metrics-token' },
    log: openLog('silent'),
    metrics: openMetrics(),
    assets: openAssets(dist),
    apiFetch: (_, connected) => Response.json(connected ?? 'nobody said'),
    renderPage: async (_, page) => new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'x-nonce': page.nonce } }),
    isSignedLanding: async () => false,
    ready: async () => true,
    ...more,
  })
}

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } }) as never
const get = (path: string, headers: Record<string, string> = {}, peer = '203.0.113.9', more: Partial<AppParts> = {}) =>
  app(more).request(path, { headers }, from(peer))

describe('a page that is the same for everybody', () => {
  const seen: { cookie: string | null; address: string | null }[] = []
  const site = app({
    renderPage: async ({ headers }, { nonce }) => {
      seen.push({ cookie: headers.get('cookie'), address: headers.get('x-forwarded-for') })
      return new Response(`<script nonce="${nonce}">${headers.get('cookie')}</script>`, { headers: { 'content-type': 'text/html' } })
    },
  })
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await site.request(path, { headers }, from('203.0.113.9'))
    return { policy: response.headers.get('content-security-policy')!, text: await response.text() }
  }

  it('is rendered without the visitor’s headers, and cached for the next', async () => {
    const first = await read('/venues', { cookie: 'secret=1', 'x-forwarded-for': '198.51.100.1' })
    const second = await read('/venues')
    expect(seen).toEqual([{ cookie: 'fieldhouse_locale=tw', address: null }])
    const nonceOf = ({ text }: { text: string }) => /nonce="([^"]+)"/.exec(text)![1]!
    expect(nonceOf(first)).not.toBe(nonceOf(second))
    for (const answer of [first, second]) expect(answer.policy).toContain(`'nonce-${nonceOf(answer)}'`)
  })

  it('is cached separately for each language', async () => {
    expect((await read('/venues/1', { 'accept-language': 'en' })).text).toContain('locale=en')
    expect((await read('/venues/1', { 'accept-language': 'zh-TW' })).text).toContain('locale=tw')
    expect((await read('/en/venues/1')).text).toContain('locale=en')
  })

  it('C1 is answered differently for a direct visit and for a link of the app', async () => {
    const guarded = app({
      renderPage: async (_, { direct }) =>
        direct ? new Response(null, { status: 307, headers: { location: '/', 'set-cookie': 'front=1' } }) : new Response('the page'),
    })
    const ask = async (headers: Record<string, string>) => guarded.request('/venues', { headers })
    for (let round = 0; round < 2; round++) {
      const direct = await ask({ 'sec-fetch-site': 'none' })
      expect([direct.status, direct.headers.get('location'), direct.headers.get('set-cookie')]).toEqual([307, '/', 'front=1'])
      const link = await ask({ 'sec-fetch-site': 'same-origin' })
      expect([link.status, await link.text(), link.headers.get('set-cookie')]).toEqual([200, 'the page', null])
      expect((await ask({ cookie: `fieldhouse_places=${withPlace('', '/venues')}` })).status).toBe(200)
      for (const answer of [direct, link]) expect(answer.headers.get('vary')).toContain('sec-fetch-site')
    }
  })

  it('is rendered anew for a visitor with a token, and that page is not cached', async () => {
    expect((await read('/venues/2', { cookie: 'sports_v2_jwt=mine' })).text).toContain('sports_v2_jwt=mine')
    expect((await read('/venues/2')).text).not.toContain('mine')
  })
})

describe('a page', () => {
  it('allows only scripts and styles with the nonce of this answer', async () => {
    const [first, second] = [await get('/login'), await get('/login')]
    const policy = first.headers.get('content-security-policy')!
    const nonce = first.headers.get('x-nonce')!
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe')
    for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'self'", "connect-src 'self'"])
      expect(policy).toContain(rule)
    expect(second.headers.get('x-nonce')).not.toBe(nonce)
  })

  it('may connect to the origin of API_BASE', async () => {
    const config = { publicUrl: 'https://park.example', apiBase: 'https://api.park.example/v1', metricsToken: undefined }
    expect((await get('/login', {}, '203.0.113.9', { config })).headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://api.park.example;",
    )
  })

  it('forbids sniffing, framing and shared caching, and stays in the back/forward cache', async () => {
    const { headers } = await get('/login')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
  })

  it.each([
    ['/staff/checkin', 200, 'camera=(self)'],
    ['/en/staff/checkin', 200, 'camera=(self)'],
    ['/staff', 200, 'camera=(self)'],
    // To those who are no staff the console is a page that does not exist.
    ['/staff/checkin', 404, 'camera=()'],
    ['/staffing', 200, 'camera=()'],
    ['/venues/staff', 200, 'camera=()'],
    ['/member/tickets', 200, 'camera=()'],
  ])('%s with status %i: %s, for the camera is allowed only in the console', async (path, status, camera) => {
    const renderPage = async () => new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
    const { headers } = await get(path, {}, '203.0.113.9', { renderPage })
    expect(headers.get('permissions-policy')!.split(', ')).toContain(camera)
  })

  it.each([
    ['/news/detail?preview=abc', 'self', 'SAMEORIGIN'],
    ['/en/documents/detail?preview=abc', 'self', 'SAMEORIGIN'],
    ['/highlights?preview=abc', 'self', 'SAMEORIGIN'],
    ['/news/detail?id=1', 'none', 'DENY'],
    ['/highlights', 'none', 'DENY'],
    ['/login?preview=abc', 'none', 'DENY'],
    ['/staff/content?preview=abc', 'none', 'DENY'],
  ])('%s may be framed by %s: only previews, by the console', async (path, by, xFrame) => {
    const { headers } = await get(path)
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors '${by}'`)
    expect(headers.get('x-frame-options')).toBe(xFrame)
  })

  it.each(['/api/AccountMember', '/assets/a-1.js', '/about.txt', '/healthz'])(
    '%s may run no script and may not be framed',
    async (path) => {
      const policy = (await get(path)).headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
    },
  )

  it('/catalogue.schema.json is the schema that the API makes, cacheable', async () => {
    const apiFetch = ({ url }: Request) => new Response(new URL(url).pathname, { headers: { 'cache-control': 'public, max-age=3600' } })
    const answer = await get('/catalogue.schema.json', {}, '203.0.113.9', { apiFetch })
    expect([await answer.text(), answer.headers.get('cache-control')]).toEqual(['/api/Catalogue/Schema', 'public, max-age=3600'])
  })

  it('keeps the Content-Security-Policy of an answer that has its own, and may still not be framed', async () => {
    const apiFetch = () => new Response('', { headers: { 'content-security-policy': 'sandbox' } })
    const { headers } = await get('/api/File/1', {}, '203.0.113.9', { apiFetch })
    expect(headers.get('content-security-policy')).toBe("sandbox; frame-ancestors 'none'")
  })

  it('has Strict-Transport-Security only over https', async () => {
    expect((await get('/login')).headers.has('strict-transport-security')).toBe(false)
    const config = { publicUrl: 'https://park.example', apiBase: undefined, metricsToken: undefined }
    expect((await get('/login', {}, '203.0.113.9', { config })).headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
  })

  it('is compressed by the best encoding that the browser accepts', async () => {
    const read = async (encoding: string) => Buffer.from(await (await get('/login', { 'accept-encoding': encoding })).arrayBuffer())
    expect(brotliDecompressSync(await read('gzip, deflate, br')).toString()).toBe(html)
    expect(gunzipSync(await read('gzip')).toString()).toBe(html)
    expect((await read('br;q=0, identity')).toString()).toBe(html)
    expect((await read('gzip')).length).toBeLessThan(html.length / 4)
  })

  it('whose error page fails too is a plain one, without the cause', async () => {
    const response = await get('/login', { 'x-request-id': 'request-77' }, '203.0.113.9', {
      renderPage: () => Promise.reject(new Error('secret sauce')),
    })
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).toContain('request-77')
    expect(text).not.toContain('secret sauce')
  })

  it('C4 gets a header that says whether its address has a valid signature', async () => {
    const seen: boolean[] = []
    const more: Partial<AppParts> = {
      isSignedLanding: async (url) => url.searchParams.get('token') === 'ours',
      renderPage: async (_, { landing }) => {
        seen.push(landing)
        return new Response(html)
      },
    }
    for (const token of ['ours', 'rubbish']) await get(`/emailValidation?token=${token}`, {}, '203.0.113.9', more)
    expect(seen).toEqual([true, false])
  })

  it('refuses POST', async () => {
    expect((await app().request('/login', { method: 'POST' })).status).toBe(405)
  })
})

describe('an asset', () => {
  it('that is a service worker may fetch from its own origin only, and is asked for again each time', async () => {
    const { headers } = await get('/checkin-worker.js')
    expect(headers.get('content-security-policy')).toBe("default-src 'self'; base-uri 'none'; frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-cache')
    expect((await get('/about.txt')).headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('with a hash in its name may be cached for ever, and is precompressed', async () => {
    const response = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).toBe('compressed')
    expect(await (await get('/assets/a-1.js', { 'accept-encoding': 'gzip' })).text()).toBe('plain')
  })

  it('that does not exist is a 404, never a page', async () => {
    for (const path of ['/assets/gone-2.js', '/assets/..%2fabout.txt']) {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('<')
    }
  })

  it('without a hash has to be revalidated', async () => {
    const first = await get('/about.txt')
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
    expect((await get('/about.txt', { 'if-none-match': first.headers.get('etag')! })).status).toBe(304)
  })
})

describe('a call of the API', () => {
  it('gets the IP address from the server, never from a header of the client', async () => {
    const seen = await (await get('/api/echo', { 'x-fieldhouse-peer': '10.0.0.1', 'x-request-id': 'proxy-request-1' })).json()
    expect(seen).toEqual({ peer: '203.0.113.9', requestId: 'proxy-request-1' })
  })

  it('gets a new request id when the one that it sends is invalid', async () => {
    const response = await get('/api/echo', { 'x-request-id': 'a b<script>' })
    const id = response.headers.get('x-request-id')
    expect(id).toMatch(/^[\da-f-]{36}$/)
    expect(await response.json()).toMatchObject({ requestId: id })
  })

  it('to an unknown path is answered by the API, whatever the method', async () => {
    const apiFetch = () => new Response('no such call', { status: 404 })
    expect(await (await app({ apiFetch }).request('/api/nothing', { method: 'PATCH' })).text()).toBe('no such call')
  })
})

describe('health and metrics', () => {
  it('the process is alive, and ready when the database is', async () => {
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
    expect((await get('/readyz', {}, '203.0.113.9', { ready: async () => false })).status).toBe(503)
    expect((await get('/readyz', {}, '203.0.113.9', { ready: () => Promise.reject(new Error('down')) })).status).toBe(503)
    const draining = await get('/readyz', {}, '203.0.113.9', { isDraining: () => true })
    expect([draining.status, await draining.text()]).toEqual([503, 'draining'])
    expect((await get('/healthz', {}, '203.0.113.9', { isDraining: () => true })).status).toBe(200)
  })

  it.each([
    ['the machine itself', {}, '127.0.0.1', 200],
    ['the machine itself, by IPv6', {}, '::1', 200],
    ['a proxy on the machine', { 'x-forwarded-for': '198.51.100.7' }, '127.0.0.1', 404],
    ['anybody', {}, '203.0.113.9', 404],
    ['whoever has the token', { authorization: 'Bearer a-long-metrics-token' }, '203.0.113.9', 200],
    ['whoever guesses a token', { authorization: 'Bearer a-long-metrics-tokem' }, '203.0.113.9', 404],
  ])('is measured for %s', async (_, headers, peer, status) => {
    expect((await get('/metrics', headers, peer)).status).toBe(status)
  })

  it('requests are counted by kind', async () => {
    const whole = app()
    await whole.request('/login')
    await whole.request('/api/echo')
    const text = await (await whole.request('/metrics', {}, from('127.0.0.1'))).text()
    expect(text).toContain('http_request_duration_seconds_count{kind="page",method="GET",status="200"} 1')
    expect(text).toContain('http_request_duration_seconds_count{kind="api",method="GET",status="200"} 1')
  })
})
