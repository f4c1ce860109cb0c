import { describe, expect, it } from 'vitest'
import { loadPageRenderer } from '#http/page-renderer.ts'

// Rendered with the bundle that `npm run build` has made.
const render = await loadPageRenderer()

const people = {
  visitor: undefined,
  member: { roles: [] },
  desk: { roles: ['desk'] },
  manager: { roles: ['manager'] },
} as const
type Who = keyof typeof people

async function visit(path: string, who: Who, { siteAccess = 'open', direct = true, memberStatus = 200 } = {}) {
  const calls: string[] = []
  const apiFetch = async (request: Request) => {
    const { pathname } = new URL(request.url)
    calls.push(pathname)
    if (pathname === '/api/SystemSetting')
      return Response.json({ siteAccess, isOpen: true, demo: false, serverTime: '2026-11-16T12:00:00+08:00' })
    if (pathname === '/api/AccountMember' && memberStatus === 200 && people[who])
      return Response.json({ email: 'lin@example.com', communityName: '', name: '林小青', isProvenTwice: true, ...people[who] })
    return Response.json({ code: 'no' }, { status: pathname === '/api/AccountMember' ? memberStatus : 404 })
  }
  const headers = { accept: 'text/html', ...(people[who] && { cookie: 'sports_v2_jwt=good' }) }
  const response = await render(new Request(`http://park.test${path}`, { headers }), {
    nonce: 'n0nce',
    requestId: 'request-1',
    peer: '203.0.113.9',
    publicConfig: { apiBase: undefined, publicUrl: 'http://park.test' },
    apiFetch,
    landing: false,
    direct,
    report: () => {},
  })
  return { status: response.status, location: response.headers.get('location'), html: await response.text(), calls }
}

/** The document without its own path and without moments in milliseconds. */
const shape = (html: string, path: string) => {
  const own = path.replace(/^\/en/, '')
  return html
    .replaceAll(own, '(path)')
    .replaceAll(encodeURIComponent(own), '(path)')
    .replaceAll(/\b\d{13}\b/g, '(moment)')
}

describe('the console, for whoever is not staff', () => {
  it.each<[Who, string]>([
    ['visitor', '/staff'],
    ['visitor', '/staff/no-such-screen'],
    ['member', '/staff'],
    ['member', '/en/staff'],
  ])('does not exist: a %s who opens %s gets the very document of an unknown path', async (who, path) => {
    const unknown = path.replace('staff', 'nowhere')
    // Once before: the first 404 of a process still loads the page that says so.
    await visit(unknown, who)
    const [console, nowhere] = [await visit(path, who), await visit(unknown, who)]
    expect(console.status).toBe(404)
    expect(nowhere.status).toBe(404)
    expect(console.html).toContain('404')
    expect(shape(console.html, path)).toBe(shape(nowhere.html, unknown))
    expect(console.calls).toEqual(nowhere.calls)
  })

  it('is linked from every page for staff, and for nobody else', async () => {
    for (const path of ['/', '/news', '/member', '/en/member/setting']) {
      const link = path.startsWith('/en') ? 'href="/en/staff"' : 'href="/staff"'
      expect((await visit(path, 'desk')).html, path).toContain(link)
      expect((await visit(path, 'member')).html, path).not.toContain(link)
    }
  })

  it('does not exist with a slash at the end either', async () => {
    const [console, nowhere] = [await visit('/staff/', 'visitor'), await visit('/nowhere/', 'visitor')]
    expect(console.status).toBe(nowhere.status)
    expect(console.location?.replace('staff', 'nowhere')).toBe(nowhere.location ?? undefined)
  })

  it('C4 is left alone by the guard of the wired site: it is answered by the console itself, with 404', async () => {
    expect(await visit('/staff', 'visitor', { siteAccess: 'wired' })).toMatchObject({ status: 404, location: null })
    expect(await visit('/staff', 'manager', { siteAccess: 'wired' })).toMatchObject({ status: 200, location: null })
  })

  it('is reached again by logging in: after a session that has ended at once, for a visitor from the page of an unknown path', async () => {
    expect(await visit('/staff/board?day=2026-11-18', 'manager', { memberStatus: 401 })).toMatchObject({
      status: 307,
      location: expect.stringMatching(/^\/login\?redirect=%2Fstaff%2Fboard%3Fday%3D2026-11-18&/),
    })
    expect((await visit('/staff', 'visitor')).html).toContain('href="/login?redirect=%2Fstaff"')
    expect((await visit('/nowhere', 'visitor')).html).toContain('href="/login?redirect=%2Fnowhere"')
    expect((await visit('/nowhere', 'member')).html).not.toContain('href="/login?')
  })

  it('is out of reach, not missing, while nobody can say whose session it is', async () => {
    expect((await visit('/staff', 'manager', { memberStatus: 503 })).status).toBe(503)
  })
})

describe('the console, for staff', () => {
  it('has its own frame and no header or footer of the members', async () => {
    const { status, html } = await visit('/staff', 'desk')
    expect(status).toBe(200)
    for (const words of ['管理後台', '搜尋後台', '林小青', '櫃檯']) expect(html).toContain(words)
    expect(html).not.toContain('<footer')
    expect(html.match(/<main /g)).toHaveLength(1)
  })

  it('is in the language of the address', async () => {
    const { html } = await visit('/en/staff', 'manager')
    expect(html).toContain('Staff console')
    expect([...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href).filter((href) => !/^\/(en|tw)/.test(href!))).toEqual([])
  })

  it('weighs nothing on a members’ page: neither its scripts nor its styles are named there', async () => {
    const assetsIn = (html: string) => new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path))
    const ofMembers = assetsIn((await visit('/login', 'visitor')).html)
    const ofConsole = assetsIn((await visit('/staff', 'manager')).html)
    const own = [...ofConsole].filter((path) => !ofMembers.has(path))
    expect(own.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0)
    expect(own.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(0)
    expect(ofMembers.size).toBeGreaterThan(2)
  })
})
