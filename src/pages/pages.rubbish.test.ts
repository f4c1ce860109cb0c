import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#app.ts'
import { openLog } from '#http/log.ts'
import { openMetrics } from '#http/metrics.ts'
import { loadPageRenderer } from '#http/page-renderer.ts'
import { openBuiltService, type BuiltService } from '#testing/built-service.ts'
import type { TestMember } from '#testing/test-service.ts'
import { newRound } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'

/**
 * Every page, rendered by the real renderer over the real API, with addresses and cookies that nobody meant. These
 * tests use the bundle that `npm run build` has made.
 */
const render = await loadPageRenderer()
const tree = readFileSync(join(import.meta.dirname, 'route-tree.gen.ts'), 'utf8')
const routes = [...new Set([...tree.matchAll(/fullPath: '([^']+)'/g)].map(([, path]) => path!.replace(/(?<=.)\/$/, '')))]

/** Every parameter that some page reads. */
const names =
  'notice error wait redirect by id preview ref token order orderNo court page pageSize status category keyword sport place date day start minutes facility draft edit size only'.split(
    ' ',
  )
const values = {
  'a name that every object has': 'constructor',
  'the name of every prototype': '__proto__',
  'another such name': 'valueOf',
  'a number beyond every column': '9007199254740993',
  'a number just beyond an integer column': '2147483648',
  'a number that is none': '-1e999',
  'a day that no calendar has': '2026-02-30',
  'a day after all days': '9999-12-31',
  'a character that no table takes': '\u0000',
  'no text at all': '',
  'a script': '"><script>alert(1)</script>',
  'more characters than any parameter takes': 'x'.repeat(2100),
}

let service: BuiltService
let ask: (path: string, headers: Record<string, string>) => Promise<Response>
let member: TestMember
const failures: unknown[] = []
beforeEach(() => void failures.splice(0))
beforeAll(async () => {
  service = await openBuiltService()
  await smallCentre(service.db)
  await newRound(service)
  const admin = await service.newMember({ role: 'admin' })
  await service.call('PUT', '/api/Staff/Setting', { as: admin, body: { siteAccess: 'open' } })
  member = await service.newMember({ communityName: '羽球社' })
  const log = openLog('silent')
  log.error = (line: unknown) => void failures.push(line)
  const site = buildApp({
    config: { publicUrl: 'http://localhost:3000', apiBase: undefined, metricsToken: undefined },
    log,
    metrics: openMetrics(),
    assets: () => undefined,
    apiFetch: (request, connected) => service.app.fetch(request, connected),
    renderPage: render,
    isSignedLanding: async () => false,
    ready: async () => true,
  })
  ask = service.visit ?? (async (path, headers) => site.fetch(new Request(`http://${headers['host'] ?? 'localhost'}${path}`, { headers })))
})
beforeEach(() => void (logged = service.errors().length))
afterAll(() => service.close())
/** What the log says of this test. */
let logged = 0
const faults = () => [...failures, ...service.errors().slice(logged)]

async function visit(path: string, cookie?: string, headers: Record<string, string> = {}) {
  const response = await ask(path, { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }), ...headers })
  const html = await response.text()
  if (response.status === 200)
    expect({ path, begins: html.split(/<!doctype html>/i).length - 1, hydrates: html.split('self.$R=').length - 1 }).toEqual({
      path,
      begins: 1,
      hydrates: 1,
    })
  return { status: response.status, headers: response.headers, html }
}

const loggedIn = () => `sports_v2_jwt=${member.token}`
const addressed = (value: string) => routes.map((route) => route.replaceAll(/\$\w+/g, encodeURIComponent(value.slice(0, 200)) || '-'))

describe('every page, with parameters that nobody meant', () => {
  it('has pages to try, and a member who sees them', async () => {
    expect(routes.length).toBeGreaterThan(34)
    expect((await visit('/member', loggedIn())).html).toContain('會員')
  })

  it.each(Object.entries(values))('%s: a page or a clear refusal, never a fault', async (_, value) => {
    const search = new URLSearchParams([...names, '__proto__', 'constructor'].map((name) => [name, value]))
    for (const path of addressed(value))
      for (const cookie of [undefined, loggedIn()]) {
        const { status, html } = await visit(`${path}?${search}`, cookie)
        expect(status, `${path} ${JSON.stringify(faults())}`).toBeLessThan(500)
        expect(html).not.toContain('<script>alert(1)</script>')
      }
    expect(faults()).toEqual([])
  })

  it('one parameter at a time, so that none hides behind another', async () => {
    for (const name of names)
      for (const path of ['/', '/login', '/login/forget', '/venues', '/venues/1', '/news', '/member', '/order']) {
        const { status } = await visit(`${path}?${name}=constructor`, loggedIn())
        expect(status, `${path}?${name}`).toBeLessThan(500)
      }
    expect(faults()).toEqual([])
  })
})

describe('a token that is none', () => {
  it.each(['%00', '%E4%BD%A0', '\u00e9', 'a%0Ab', '%ff', ''])('%j counts as no token, and is cleared', async (value) => {
    const { status, headers } = await visit('/venues', `sports_v2_jwt=${value}; sports_v2_key=%00%E4%BD%A0`)
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^sports_v2_jwt=; .*Max-Age=0/)])
    expect(faults()).toEqual([])
  })
})

describe('an address that is no text', () => {
  it.each(['/%E0%A4%A', '/%ff', '/venues/%ff', '/resetpkey/%c3%28', '/%', '/news/%'])(
    '%s is the error page, in the visitor’s language',
    async (path) => {
      const chinese = await visit(path)
      expect(chinese.status).toBe(404)
      expect(chinese.html).toContain('<html lang="zh-Hant-TW"')
      expect(chinese.html).toContain('</footer>')
      for (const english of [await visit(`/en${path}`), await visit(path, undefined, { 'accept-language': 'en' })]) {
        expect(english.status).toBe(404)
        expect(english.html).toContain('<html lang="en-GB"')
      }
    },
  )

  it.each(['/api/%E0%A4%A', '/api/News/%ff', '/api/Highlight/%c3%28'])('%s is a problem answer', async (path) => {
    const { status, headers } = await visit(path)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('application/problem+json')
  })
})

describe('an address that could be another host', () => {
  it.each([
    ['//x', '/x'],
    ['//evil.example/x?a=1', '/evil.example/x?a=1'],
    ['///evil.example/', '/evil.example/'],
    ['//', '/'],
  ])('%s leads to %s here, whatever host was named', async (path, target) => {
    const response = await ask(path, { accept: 'text/html', host: 'evil.example:8080' })
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe(target)
  })

  it.each(['/%5Cevil.example', '/%2F%2Fevil.example', '/%2F/evil.example', '/en//evil.example', '/venues/', '/member', '/en/member'])(
    '%s leads nowhere else',
    async (path) => {
      const response = await ask(path, { accept: 'text/html', host: 'evil.example:8080' })
      expect(response.headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/)
      expect(await response.text()).not.toContain('evil.example:8080')
    },
  )
})
