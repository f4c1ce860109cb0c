import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#app.ts'
import { openLog } from '#http/log.ts'
import { openMetrics } from '#http/metrics.ts'
import { loadPageRenderer, type RenderPage } from '#http/page-renderer.ts'
import { openViewerReader } from '#modules/logins/read-session.ts'
import type { FacilityAnswer } from '#modules/venues/wire.ts'
import { newArticle } from '#testing/articles.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

// Rendered with the bundle that `npm run build` has made, on the real API.
const render = await loadPageRenderer()
let service: TestService
let article: number
const people: Record<string, TestMember> = {}
/** Every rendering for a class, by kind. */
const kept: string[] = []
const log = openLog('silent')

/** The site; with `isShared` false every page of a member is rendered for them alone. */
function site(isShared: boolean) {
  const read = openViewerReader(service)
  const noting: RenderPage = (request, page) => {
    if (page.kept) kept.push(page.kept.kind)
    return render(request, page)
  }
  return buildApp({
    config: { publicUrl: 'http://localhost:3000', apiBase: undefined, metricsToken: undefined },
    log,
    metrics: openMetrics(),
    assets: () => undefined,
    apiFetch: (request, connected) => service.app.fetch(request, connected),
    renderPage: noting,
    isSignedLanding: async () => false,
    ready: async () => true,
    ...(isShared && { readViewer: (cookies, locale) => read(cookies, locale, service.clock.now()) }),
  })
}

async function visit(path: string, who: string, { isShared = true, app = site(isShared) } = {}) {
  const cookie = people[who] ? `sports_v2_jwt=${people[who].token}` : ''
  const response = await app.request(path, { headers: { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' } })
  return { status: response.status, location: response.headers.get('location'), headers: response.headers, html: await response.text() }
}

/** What is shown, line by line, without scripts and nonces, and without the allowance, which the browser reads. */
const shown = (html: string): string[] =>
  html
    .replaceAll(/nonce="[^"]*"|content="[\w+/]{22}=="/g, '')
    .replaceAll(/<script[^>]*>.*?<\/script>|<p class="[^"]*allowance[^"]*".*?<\/p>|<!--[^>]*-->/gs, '')
    .split(/(?=<)/)

beforeAll(async () => {
  service = await openTestService({ start: new Date() })
  await smallCentre(service.db)
  article = await newArticle(service.db)
  people['amy'] = await service.newMember()
  people['club'] = await service.newMember({ communityName: '青禾羽球社' })
  people['desk'] = await service.newMember({ role: 'desk' })
  people['senior'] = await service.newMember()
  await service.db.updateTable('members').set({ identity_id: 3 }).where('id', '=', people['senior'].id).execute()
})
afterAll(() => service.close())

const pages = ['/', '/venues', '/en/venues/1', '/order', '/highlights', '/refund', '/site-map', '/news', '/documents', '/terms']

describe('a page that is kept for a class of members', () => {
  it.each(pages)('%s shows a member, a club and another identity what a page of their own shows', async (path) => {
    for (const who of ['amy', 'club', 'senior']) {
      kept.length = 0
      const [together, alone] = [await visit(path, who), await visit(path, who, { isShared: false })]
      expect(kept).toEqual([who === 'club' ? 'community' : 'member'])
      expect(together.status).toBe(200)
      expect(shown(together.html)).toEqual(shown(alone.html))
      expect(together.html.split(people[who]!.email)).toHaveLength(2)
    }
  })

  it('shows an article as well', async () => {
    const path = `/news/detail?id=${article}`
    expect(shown((await visit(path, 'amy')).html)).toEqual(shown((await visit(path, 'amy', { isShared: false })).html))
  })

  it('has the prices of the identity, and neither a session nor bookings of anybody', async () => {
    const read = async (path: string, identityId?: number) => {
      const answer = await service.app.fetch(new Request(`http://x${path}`), {
        requestId: 'x',
        peer: '',
        ...(identityId && { identityId }),
      })
      return { status: answer.status, body: (await answer.json()) as Pick<FacilityAnswer, 'fees'> }
    }
    const yours = async (identityId?: number) => {
      const { fees } = (await read('/api/Venues/1st/Detail?id=1', identityId)).body
      return fees.flatMap(({ byIdentity }) => byIdentity.filter((fee) => fee.yours).map((fee) => fee.identityId))
    }
    expect(new Set(await yours())).toEqual(new Set([1]))
    expect(new Set(await yours(3))).toEqual(new Set([3]))
    expect((await read('/api/AccountMember', 2)).status).toBe(401)
  })

  it('is not rendered for staff', async () => {
    kept.length = 0
    expect((await visit('/', 'desk')).html).toContain('href="/staff"')
    expect(kept).toEqual([])
  })

  it('is a visitor’s, and the cookie is deleted, as soon as the session has ended; also while the page is kept', async () => {
    const app = site(true)
    people['leaver'] = await service.newMember()
    expect((await visit('/venues', 'leaver', { app })).html).toContain(people['leaver'].email)
    await service.call('POST', '/api/AccountMember/Logout', { body: {}, as: people['leaver'] })
    const after = await visit('/venues', 'leaver', { app })
    expect(after.html).not.toContain(people['leaver'].email)
    expect(after.html).toContain('href="/login"')
    expect(after.headers.get('set-cookie')).toMatch(/^sports_v2_jwt=; Path=\/; Max-Age=0/)
    expect(await visit('/order', 'leaver', { app })).toMatchObject({ status: 307, location: expect.stringContaining('/login') })
  })

  it.each(['/order', '/venues/1'])('%s says at once, above the grid, that booking needs scripts', async (path) => {
    const { html } = await visit(path, 'amy')
    expect(html).toMatch(/<noscript>.*線上預約需要 JavaScript.*<\/noscript>/s)
  })

  it('C1 follows the guard of the wired site', async () => {
    const app = site(true)
    const direct = async (path: string) => {
      const response = await app.request(path, { headers: { cookie: `sports_v2_jwt=${people['amy']!.token}`, 'sec-fetch-site': 'none' } })
      return [response.status, response.headers.get('location')]
    }
    for (let round = 0; round < 2; round++) {
      expect(await direct('/venues')).toEqual([307, '/'])
      expect(await direct('/draws')).toEqual([307, '/'])
      expect(await direct('/')).toEqual([307, '/member/order/schedule'])
      expect((await visit('/venues', 'amy', { app })).status).toBe(200)
    }
  })
})
