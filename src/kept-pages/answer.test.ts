import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openKeptSite, shapeOf } from '#testing/kept-site.ts'
import { withPlace } from '#lib/known-places.ts'

let site: Awaited<ReturnType<typeof openKeptSite>>
beforeAll(async () => {
  site = await openKeptSite()
})
afterAll(() => site.close())
beforeEach(() => site.reset())

describe('a kept page', () => {
  it('is written before the application sees the request, and is the same answer with its own nonce', async () => {
    const answers = [await site.get('/venues'), await site.get('/venues'), await site.get('/venues')]
    expect(site.asked).toEqual(['GET /venues'])
    expect(shapeOf(answers[1]!)).toEqual(shapeOf(answers[0]!))
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
    const [first, second] = [await site.get('/venues'), await site.get('/venues', { 'accept-encoding': 'identity' })]
    expect(second.headers['content-encoding']).toBeUndefined()
    expect(shapeOf(second).text).toBe(shapeOf(first).text)
    expect(site.asked).toHaveLength(1)
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
      for (const [path, headers, said] of ways) expect((await site.get(path, headers)).text).toContain(`>${said}</script>`)
    expect(site.asked).toHaveLength(5)
  })

  it('is never older than a second', async () => {
    await site.get('/venues')
    site.time += 1000
    await site.get('/venues')
    expect(site.asked).toHaveLength(2)
  })

  it('is rendered for all, so that whoever asks first takes no turn for it, and another page is not', async () => {
    await site.get('/venues')
    expect(site.isForAll).toBe(true)
    await site.get('/login')
    expect(site.isForAll).toBe(false)
  })

  it('is not one that is refused: whoever asks in the same moment gets their own', async () => {
    site.status = 429
    const refused = await Promise.all([site.get('/venues'), site.get('/venues')])
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    site.status = 200
    expect((await site.get('/venues')).status).toBe(200)
  })

  it('is waited for while it is rendered, and a failure is not kept', async () => {
    site.status = 503
    const failed = await Promise.all([site.get('/venues'), site.get('/venues'), site.get('/venues')])
    for (const answer of failed) expect([answer.status, answer.headers['retry-after']]).toEqual([503, '10'])
    site.status = 200
    expect((await site.get('/venues')).status).toBe(200)
  })

  it.each<[string, ...Parameters<typeof site.get>]>([
    ['a token of no session', '/venues', { cookie: 'sports_v2_jwt=mine' }],
    ['an empty token', '/venues', { cookie: 'sports_v2_jwt=' }],
    ['a parameter that the page does not have', '/venues?preview=1', {}],
    ['a host that is none', '/venues', { host: 'a@b' }],
    ['a target that is a whole address', 'http://elsewhere.example/venues', {}],
    ['another method', '/venues', {}, 'HEAD'],
    ['a body', '/venues', { 'content-length': '1' }, 'GET', 'x'],
    ['a page of one person', '/member', {}],
  ])('is not answered to a request with %s', async (_, ...request) => {
    await site.get('/venues')
    site.asked.length = 0
    const answer = await site.get(...request)
    expect(site.asked.length === 1 || answer.status === 400).toBe(true)
  })
})
