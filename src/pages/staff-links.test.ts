import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPageRenderer } from '#http/page-renderer.ts'
import { screenAt, screensFor } from '#navigation/staff-screens.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { roles } from '#testing/who-may-call.ts'
import { loadDemo } from '../../demo/load.ts'

const now = new Date('2026-11-18T15:00:00+08:00')

describe('a screen of the console', () => {
  // Rendered with the bundle that `npm run build` has made.
  let render: Awaited<ReturnType<typeof loadPageRenderer>>
  let service: TestService
  beforeAll(async () => {
    render = await loadPageRenderer()
    service = await openTestService({ start: now })
    await loadDemo(service.db, service.files, now)
  }, 120_000)
  afterAll(() => service.close())

  /** A page as somebody sees it, with the addresses of the console that it links to and the calls that were refused while it was rendered. */
  async function visit(path: string, who: TestMember) {
    const refused: string[] = []
    const response = await render(
      new Request(`http://park.test${path}`, { headers: { accept: 'text/html', cookie: `sports_v2_jwt=${who.token}` } }),
      {
        nonce: 'n0nce',
        requestId: 'request-1',
        peer: '203.0.113.9',
        publicConfig: { apiBase: undefined, publicUrl: 'http://park.test' },
        apiFetch: async (request) => {
          const answer = await service.app.fetch(request)
          if (answer.status === 403) refused.push(`${request.method} ${new URL(request.url).pathname}`)
          return answer
        },
        landing: false,
        direct: true,
        report: () => {},
      },
    )
    const html = await response.text()
    const links = [...html.matchAll(/href="((?:\/en)?\/staff[^"]*)"/g)].map(([, href]) =>
      href!.replaceAll('&amp;', '&').replace(/^\/en/, ''),
    )
    return { status: response.status, refused, links: [...new Set(links)] }
  }

  it.each([...roles.map((role) => [role]), ['desk' as const, 'finance' as const, 'editor' as const]].map((mine) => ({ mine })))(
    'has for the roles $mine no link to a screen that they may not open, and asks for nothing that they may not read',
    async ({ mine }) => {
      const who = await service.newMember({ roles: mine })
      const todo = screensFor(mine).map(({ path }) => path)
      const seen = new Set<string>()
      const wrong: string[] = []
      // The screens, and of what they list the first of each kind: one person, one order, one closure.
      for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
        const kind = path.replace(/=[^&]*/g, '=')
        if (seen.has(kind)) continue
        seen.add(kind)
        const { status, refused, links } = await visit(path, who)
        if (status !== 200) wrong.push(`${path}: ${status}`)
        wrong.push(...refused.map((call) => `${path} calls ${call}`))
        for (const link of links) {
          if (screenAt(new URL(link, 'http://x').pathname, mine)) todo.push(link)
          else wrong.push(`${path} links to ${link}`)
        }
      }
      expect(wrong).toEqual([])
      expect(seen.size).toBeGreaterThan(screensFor(mine).length)
    },
    300_000,
  )
})
