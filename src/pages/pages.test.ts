import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { builtAssets } from '#http/page-renderer.ts'
import { park, seaside } from '#testing/rendered-pages.ts'

describe('the centre’s face', () => {
  it('is on every page: name, logo, colour, footer and manifest', async () => {
    const { html } = await park().visit('/en/login')
    const head = html.slice(0, html.indexOf('</head>'))
    expect(head).toContain('property="og:site_name" content="Seaside Sports Centre"')
    expect(head).toContain('property="og:title" content="Log in"')
    expect(head).toContain('content="Log in to Seaside Sports Centre with')
    expect(head).toMatch(/<link rel="icon" href="\/logo-icon"/)
    expect(head).toMatch(/<link rel="apple-touch-icon" href="\/logo-touch"/)
    expect(head).toContain('href="/manifest.webmanifest?lang=en"')
    expect(head).toContain('<style nonce="n0nce">:root:root[data-scheme]{--primary:#123c7c}</style>')
    expect(html).toMatch(/<header.*<img [^>]*src="\/logo-mark" width="216" height="72" alt=""\/><span[^>]*>Seaside Sports Centre/)
    expect(html).toMatch(/<footer.*<p[^>]*>Seaside Sports Centre<\/p><div[^>]*><p>臺中市政府委託營運/)
  })
  it('is neutral before the centre has a name', async () => {
    const unnamed = { ...seaside(null), name: 'Fieldhouse 場館預約', logo: null, style: null, footer: null }
    const { html } = await park({ centre: (() => unnamed) as never }).visit('/login')
    expect(html).toContain('<title>登入 · Fieldhouse 場館預約</title>')
    expect(html).toMatch(/<link rel="icon" href="\/favicon.svg"/)
    expect(html.slice(0, html.indexOf('</head>'))).not.toContain('<style')
  })
})

describe('D3 the language of a page', () => {
  it.each([
    ['/login', {}, 'zh-Hant-TW', '登入 · 海線國民運動中心'],
    ['/login', { 'accept-language': 'en-GB,en;q=0.9' }, 'en-GB', 'Log in · Seaside Sports Centre'],
    ['/login', { 'accept-language': 'en', cookie: 'fieldhouse_locale=tw' }, 'zh-Hant-TW', '登入 · 海線國民運動中心'],
    ['/en/login', { cookie: 'fieldhouse_locale=tw' }, 'en-GB', 'Log in · Seaside Sports Centre'],
  ])('D3 %s with %o', async (path, headers, lang, title) => {
    const { status, html } = await park().visit(path, headers)
    expect(status).toBe(200)
    expect(html).toContain(`<html lang="${lang}"`)
    expect(html.match(/<title>[^<]*/g)).toEqual([`<title>${title}`])
  })

  it('D3 links keep the prefix, and the switch is a link to the other one', async () => {
    const { html } = await park().visit('/en/login')
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href)
    expect(links.length).toBeGreaterThan(2)
    expect(links.filter((href) => !href!.startsWith('/en'))).toEqual(['/tw/login'])
  })

  it('D3 many visitors at once each read their own', async () => {
    const { visit } = park()
    const pages = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => ({ wanted: i % 2 ? 'en' : 'tw', ...(await visit(i % 2 ? '/en/login' : '/login')) })),
    )
    for (const { wanted, html } of pages) {
      expect(html.includes('Welcome back')).toBe(wanted === 'en')
      expect(html.includes('歡迎回來')).toBe(wanted === 'tw')
    }
  })
})

const outage = '目前無法連上服務'

describe('C10 the user', () => {
  it('C10 is loaded once, when a token exists, on behalf of the visitor', async () => {
    const { visit, calls } = park()
    await visit('/login', {
      cookie: 'sports_v2_jwt=good; sports_v2_key=companion; other=1',
      'user-agent': 'Phone',
      'x-forwarded-for': '198.51.100.7',
    })
    const asked = calls.filter((call) => call.path === '/api/AccountMember')
    expect(asked).toHaveLength(1)
    expect(Object.fromEntries(asked[0]!.headers)).toMatchObject({
      authorization: 'Bearer good',
      cookie: 'sports_v2_key=companion',
      'accept-language': 'tw',
      'x-request-id': 'request-1',
      'x-fieldhouse-peer': '203.0.113.9',
      'x-forwarded-for': '198.51.100.7',
      'user-agent': 'Phone',
    })
  })

  it('C10 is asked for with the companion cookie of an https site too', async () => {
    const { visit, calls } = park()
    await visit('/login', { cookie: 'sports_v2_jwt=good; __Host-sports_v2_key=companion' })
    expect(calls.find((call) => call.path === '/api/AccountMember')!.headers.get('cookie')).toBe('__Host-sports_v2_key=companion')
  })

  it('C10 is not asked for without a token', async () => {
    const { visit, calls } = park()
    await visit('/login')
    expect(calls.map((call) => call.path)).toEqual(['/api/SystemSetting'])
  })

  it.each([400, 401, 403, 404])('C10 is logged out when the API gives a verdict: %i', async (memberStatus) => {
    const { status, headers, html } = await park({ memberStatus }).visit('/login', { cookie: 'sports_v2_jwt=stale' })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toMatch(/^sports_v2_jwt=; Path=\/; Max-Age=0/)
    expect(html).not.toContain(outage)
  })

  it.each([500, 502, 503, 504])('C10 keeps the token when the API fails itself: %i', async (memberStatus) => {
    const { status, headers, html } = await park({ memberStatus }).visit('/login', { cookie: 'sports_v2_jwt=good-for-later' })
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toEqual([])
    expect(html).toContain(outage)
  })

  it('C10 keeps the token and the place when a page needs to know who is looking', async () => {
    const { visit } = park({ memberStatus: 503, direct: false })
    const { status, headers, html } = await visit('/member/order/overview?page=2', { cookie: 'sports_v2_jwt=good-for-later' })
    expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([503, null, []])
    expect(html).toContain(outage)
  })

  it('C10 keeps the token when nothing of the API answers', async () => {
    const { visit } = park({ memberStatus: 503, settingStatus: 503 })
    const { status, headers, html } = await visit('/login', { cookie: 'sports_v2_jwt=good-for-later' })
    expect([status, headers.getSetCookie()]).toEqual([503, []])
    expect(html).toContain(outage)
  })
})

describe('D13 the data of a page', () => {
  it('D13 stands in the document: the files that it names are scripts, styles, the icon and the manifest', async () => {
    const { html } = await park().visit('/login')
    const files = [...html.matchAll(/(?<=["'])\/(?!\/)[\w/.-]+\.(\w+)(?=["'?])/g)].map(([, ending]) => ending)
    expect(files).toEqual(expect.arrayContaining(['js', 'css']))
    expect([...new Set(files)].filter((ending) => !['js', 'css', 'svg', 'webmanifest'].includes(ending!))).toEqual([])
  })
})

describe('C9 a page that is not there, or fails', () => {
  it('C9 answers 404 and names the path', async () => {
    const { status, html } = await park().visit('/no/such?page=1')
    expect(status).toBe(404)
    expect(html).toContain('Page Not Found: /no/such')
    expect(html).toContain('<title>找不到頁面 · 海線國民運動中心')
  })

  it('C9 has the styles of its own view in the document, without scripts', async () => {
    const { html } = await park().visit('/no/such')
    const [, view] = html.match(/<section class="([\w-]+)"><div/) ?? []
    expect(view).toBeDefined()
    const files = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"|<link[^>]*href="([^"]+)"[^>]*rel="stylesheet"/g)]
    const styles = files.map(([, one, other]) => readFileSync(join(builtAssets, String(one ?? other)), 'utf8')).join('')
    expect(styles).toContain(`.${view}`)
  })

  it('C9 answers with the number that it shows, and nothing of the cause', async () => {
    // The name as it was last read: there is no other during an outage.
    await park().visit('/en/login')
    const { visit, reported } = park({ settingStatus: 503 })
    const { status, html } = await visit('/en/login')
    expect(status).toBe(503)
    expect(html).toContain('<title>Service unavailable · Seaside Sports Centre')
    expect(html).toContain('Internal Server Error')
    expect(html).not.toContain('secret sauce')
    expect(reported).toHaveLength(1)
  })

  it('C9 has the number of a part that fails while it is rendered, which is logged and not printed', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { visit, reported } = park({ stories: [null] })
    const [{ status, html }, other] = await Promise.all([visit('/en/highlights'), park().visit('/highlights')])
    expect(status).toBe(500)
    expect(reported).toEqual([expect.any(TypeError)])
    expect(html).toContain('Seaside Sports Centre')
    expect(html.match(/<!doctype html>/gi)).toHaveLength(1)
    expect(other.status, 'another page that is rendered meanwhile').toBe(200)
    expect(printed).not.toHaveBeenCalled()
    printed.mockRestore()
  })
})

describe('the guard', () => {
  it('C1 C2 sends a direct visit on, and keeps the language', async () => {
    const { visit } = park({ siteAccess: 'wired' })
    const landed = async (path: string) => (await visit(path)).headers.get('location')
    expect(await landed('/')).toBe('/member/order/schedule')
    expect(await landed('/en/no/such')).toBe('/en')
    expect(await landed('/en/member/order/schedule')).toBe('/en/login?redirect=%2Fmember%2Forder%2Fschedule&notice=login_to_see')
  })

  it('C1 leaves a visit that is not direct where it is', async () => {
    const { visit } = park({ siteAccess: 'wired', direct: false })
    expect((await visit('/highlights')).status).toBe(200)
    expect((await visit('/en/member')).headers.get('location')).toBe('/en/login?redirect=%2Fmember&notice=login_first')
  })

  it('C6 remembers from / to the next request that nobody has asked for the schedule, and forgets it then', async () => {
    const { visit } = park({ siteAccess: 'wired' })
    const first = await visit('/')
    const [cookie] = first.headers.getSetCookie()
    expect(cookie).toMatch(/^fieldhouse_front_door=1; Path=\/; Max-Age=30; /)
    const asMember = await visit(first.headers.get('location')!, { cookie: `sports_v2_jwt=good; ${cookie!.split(';')[0]}` })
    expect(asMember.headers.get('location')).toBe('/member?from=home')
    expect(asMember.headers.getSetCookie()).toEqual([expect.stringMatching(/^fieldhouse_front_door=1; Path=\/; Max-Age=0; /)])
    const asVisitor = await visit('/member/order/schedule', { cookie: cookie!.split(';')[0]! })
    expect(asVisitor.headers.get('location')).toBe('/login?redirect=%2Fmember%2Forder%2Fschedule%3Ffrom%3Dhome')
  })

  it('C4 lets a signed landing pass, and sends any other on like every page', async () => {
    const path = '/en/emailValidation?token=abc'
    expect((await park({ siteAccess: 'wired' }).visit(path)).headers.get('location')).toBe('/en')
    expect((await park({ siteAccess: 'wired', landing: true }).visit(path)).status).toBe(200)
  })

  it('C8 takes an address that cannot be one of our links for no page at all', async () => {
    const { status, html } = await park({ siteAccess: 'wired' }).visit('/resetPKey/rubbish')
    expect(status).toBe(404)
    expect(html).toContain('Page Not Found: /resetPKey/rubbish')
  })

  it('C6 says why the visitor is here', async () => {
    expect((await park().visit('/login?notice=login_first')).html).toContain('請先登入')
  })
})

describe('A18 the preview of a story', () => {
  const path = '/en/highlights?preview=signed'
  const noindex = /<meta[^>]* name="robots" content="noindex"/
  const note = 'This is a preview that only people with the link can see.'

  it('says that it is one, to whoever has the link and to no search engine', async () => {
    const { status, html } = await park({ siteAccess: 'wired', landing: true }).visit(path)
    expect(status).toBe(200)
    expect(html).toContain(note)
    expect(html).toMatch(noindex)
    expect((await park().visit(path)).html, 'on the open site as well').toMatch(noindex)
    const everybodys = (await park().visit('/en/highlights')).html
    expect(everybodys).not.toContain(note)
    expect(everybodys).not.toMatch(noindex)
  })

  it('C4 is no way into the wired site without a link of ours', async () => {
    expect((await park({ siteAccess: 'wired' }).visit(path)).headers.get('location')).toBe('/en')
  })

  it.each([404, 410])('C9 is a page that says %i when the link is wrong or has run out', async (storyStatus) => {
    const { visit, reported } = park({ siteAccess: 'wired', landing: true, storyStatus })
    const { status, html } = await visit(path)
    expect(status).toBe(storyStatus)
    expect(html).not.toContain(note)
    expect(reported).toEqual([])
  })
})

describe('the first load of /login', () => {
  it('takes at most 157 kB of scripts and 20 kB of styles, compressed', async () => {
    const { html } = await park().visit('/login')
    const named = [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
    const size = (extension: string) =>
      [...new Set(named)]
        .filter((path) => path.endsWith(extension))
        .map((path) => join(builtAssets, path))
        // What is too small to gain by it is sent as it is.
        .reduce((sum, path) => sum + statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size, 0)
    expect(size('.js')).toBeGreaterThan(50_000)
    expect(size('.js')).toBeLessThanOrEqual(157_000)
    expect(size('.css')).toBeGreaterThan(1_000)
    expect(size('.css')).toBeLessThanOrEqual(20_000)
  })

  it('names its styles in the head, and no scripts before the end of the body: they would take turns with the styles', async () => {
    const { html } = await park().visit('/login')
    const [before, end] = html.split('</footer>') as [string, string]
    expect(before).toMatch(/<link rel="stylesheet" href="\/assets\//)
    expect(before).not.toMatch(/\/assets\/[^"]+\.js/)
    const [, held] = /<template>(.*)<\/template>/s.exec(end)!
    expect(held).toMatch(/<script type="module" [^>]*src="\/assets\/[^"]+\.js"/)
    expect(end.replace(held!, '')).not.toMatch(/<script [^>]*src=/)
    expect(end).not.toContain('modulepreload" href')
  })

  it('runs nothing without the nonce', async () => {
    const { html } = await park().visit('/login')
    const scripts = html.match(/<script[^>]*>/g)!
    expect(scripts.length).toBeGreaterThan(2)
    expect(scripts.filter((script) => !script.includes('nonce="n0nce"'))).toEqual([])
    expect((html.match(/<style[^>]*>/g) ?? []).filter((style) => !style.includes('nonce="n0nce"'))).toEqual([])
  })
})
