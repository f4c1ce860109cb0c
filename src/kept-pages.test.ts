import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp, type AppParts } from './app.ts'
import { openAssets } from './http/assets.ts'
import { openLog } from './http/log.ts'
import { openMetrics } from './http/metrics.ts'
import { cachePages } from './http/page-cache.ts'
import { answerKeptPages } from './kept-pages.ts'
import { withPlace } from './lib/known-places.ts'
import { listen, type Listening } from './process/listen.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** A server as serve.ts makes it, with a renderer that says what it was given. `asked`: the requests that reached the application. */
const asked: string[] = []
let time = 0
let status = 200
let server: Listening
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  const log = openLog('silent')
  const metrics = openMetrics()
  const pages = cachePages(() => time)
  const config = { publicUrl: 'https://park.example', apiBase: undefined, metricsToken: undefined }
  const renderPage: AppParts['renderPage'] = async ({ url, headers }, { nonce, direct }) => {
    const said = `${new URL(url).pathname} ${headers.get('cookie')} ${direct ? 'direct' : 'in-app'}`
    return new Response(`<script nonce="${nonce}">${said}</script>${'<p>羽球</p>'.repeat(99)}`, {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', link: '</a.css>; rel=preload' },
    })
  }
  const app = buildApp({
    config,
    log,
    metrics,
    pages,
    renderPage,
    assets: openAssets('/nowhere'),
    apiFetch: () => new Response(),
    isSignedLanding: async () => false,
    ready: async () => true,
  })
  const answerEarly = answerKeptPages({ config, log, metrics, pages })
  const fetch: typeof app.fetch = (given, ...rest) => {
    asked.push(`${given.method} ${new URL(given.url).pathname}`)
    return app.fetch(given, ...rest)
  }
  server = await listen(fetch as never, '127.0.0.1', 0, { answerEarly })
})
afterAll(async () => {
  agent.destroy()
  await server.close(0)
})
beforeEach(() => {
  asked.length = 0
  time += 10_000
  status = 200
})

async function get(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asking = { agent, port: server.port, path, method, headers: { 'accept-encoding': 'gzip', ...headers } }
  httpRequest(asking, resolve).once('error', reject).end(body)
  const response = await promise
  const bytes = await buffer(response)
  const text = response.headers['content-encoding'] === 'gzip' && bytes.length > 0 ? gunzipSync(bytes).toString() : bytes.toString()
  return { status: response.statusCode!, headers: response.headers, text }
}

/** An answer without what differs each time. */
function shape({ status: code, headers, text }: Answer): object {
  const {
    'transfer-encoding': _,
    'content-length': __,
    date: ___,
    'x-request-id': id,
    'content-security-policy': policy,
    ...rest
  } = headers
  const nonce = /nonce="([^"]+)"/.exec(text)![1]!
  expect(id).toMatch(/^[\w-]{36}$/)
  return { code, rest, policy: String(policy).replaceAll(nonce, 'NONCE'), text: text.replaceAll(nonce, 'NONCE') }
}

describe('a kept page', () => {
  it('is written before the application sees the request, and is the same answer with its own nonce', async () => {
    const answers = [await get('/venues'), await get('/venues'), await get('/venues')]
    expect(asked).toEqual(['GET /venues'])
    expect(shape(answers[1]!)).toEqual(shape(answers[0]!))
    expect(new Set(answers.map(({ headers }) => headers['content-security-policy'])).size).toBe(3)
    expect(answers[1]!.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, accept-language, cookie, sec-fetch-site',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age'),
      link: '</a.css>; rel=preload',
    })
  })

  it('is the same without compression', async () => {
    const [first, second] = [await get('/venues'), await get('/venues', { 'accept-encoding': 'identity' })]
    expect(second.headers['content-encoding']).toBeUndefined()
    expect((shape(second) as { text: string }).text).toBe((shape(first) as { text: string }).text)
    expect(asked).toHaveLength(1)
  })

  it('is one page for each language, address and way of coming', async () => {
    const ways: [string, Record<string, string>, string][] = [
      ['/venues/1', {}, '/venues/1 fieldhouse_locale=tw direct'],
      ['/venues/1', { 'accept-language': 'en' }, '/venues/1 fieldhouse_locale=en direct'],
      ['/venues/1', { cookie: 'fieldhouse_locale=en' }, '/venues/1 fieldhouse_locale=en direct'],
      ['/en/venues/1', {}, '/en/venues/1 fieldhouse_locale=en direct'],
      ['/venues/1', { 'sec-fetch-site': 'same-origin' }, '/venues/1 fieldhouse_locale=tw in-app'],
      ['/venues/1', { cookie: `fieldhouse_places=${withPlace('', '/venues/1')}` }, '/venues/1 fieldhouse_locale=tw in-app'],
      ['/venues/2', {}, '/venues/2 fieldhouse_locale=tw direct'],
    ]
    for (let round = 0; round < 2; round++)
      for (const [path, headers, said] of ways) expect((await get(path, headers)).text).toContain(`>${said}</script>`)
    expect(asked).toHaveLength(5)
  })

  it('is never older than a second', async () => {
    await get('/venues')
    time += 1000
    await get('/venues')
    expect(asked).toHaveLength(2)
  })

  it('is waited for while it is rendered, and a failure is not kept', async () => {
    status = 503
    const failed = await Promise.all([get('/venues'), get('/venues'), get('/venues')])
    for (const answer of failed) expect([answer.status, answer.headers['retry-after']]).toEqual([503, '10'])
    status = 200
    expect((await get('/venues')).status).toBe(200)
  })

  it.each<[string, ...Parameters<typeof get>]>([
    ['a token', '/venues', { cookie: 'sports_v2_jwt=mine' }],
    ['an empty token', '/venues', { cookie: 'sports_v2_jwt=' }],
    ['a parameter that the page does not have', '/venues?preview=1', {}],
    ['a host that is none', '/venues', { host: 'a@b' }],
    ['a target that is a whole address', 'http://elsewhere.example/venues', {}],
    ['another method', '/venues', {}, 'HEAD'],
    ['a body', '/venues', { 'content-length': '1' }, 'GET', 'x'],
    ['a page of one person', '/member', {}],
  ])('is not answered to a request with %s', async (_, ...request) => {
    await get('/venues')
    asked.length = 0
    const answer = await get(...request)
    expect(asked.length === 1 || answer.status === 400).toBe(true)
  })
})
