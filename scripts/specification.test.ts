import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patterns } from '#navigation/route-pattern.ts'
import { staffScreens } from '#navigation/staff-screens.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'

const top = join(import.meta.dirname, '..')
const list = readFileSync(join(top, 'docs/specification.md'), 'utf8')
const screens = [...list.matchAll(/^\| (A\d+) \| (\S+) \| .+ \|$/gm)].map(([, id, path]) => [id!, path!] as const)
/** Pages besides the specified screens. */
const pages = [...list.matchAll(/^\| (E\d+) \| (\S+) \| .+ \|$/gm)].map(([, id, path]) => [id!, path!] as const)
const calls = [...list.matchAll(/^\| (B\d+) \| (GET|POST|PUT|DELETE) (\S+) \| .+ \|$/gm)].map(
  ([, id, method, path]) => [id!, method!, path!] as const,
)

/** The paths of the route tree, as the build has written it down. */
const tree = readFileSync(join(import.meta.dirname, '../src/pages/route-tree.gen.ts'), 'utf8')
const fullPaths = new Set([...tree.matchAll(/fullPath: '([^']+)'/g)].map(([, path]) => path!.replace(/(?<=.)\/$/, '')))

/** /news/detail?id= is /news/detail; /venues/{id} is /venues/$id. */
const inRouter = (path: string) => path.replace(/\?.*$/, '').replaceAll(/\{(\w+)\}/g, '$$$1')

let service: TestService
let operations: Set<string>
beforeAll(async () => {
  service = await openTestService()
  const { body } = await service.call('GET', '/api/openapi.json')
  operations = new Set(
    Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  )
})
afterAll(() => service.close())

describe('the list', () => {
  it('has 34 screens and 48 calls, each id once, in order', () => {
    expect(screens.map(([id]) => id)).toEqual(Array.from({ length: 34 }, (_, n) => `A${n + 1}`))
    expect(calls.map(([id]) => id)).toEqual(Array.from({ length: 48 }, (_, n) => `B${n + 1}`))
  })
  it('is compared with something', () => {
    expect(fullPaths.size).toBeGreaterThan(10)
    expect(operations.size).toBeGreaterThan(48)
    expect(fullPaths.has('/no-such-page')).toBe(false)
  })
})

describe('every screen has its route', () => {
  it.each(screens)('%s %s', (_, path) => expect([...fullPaths]).toContain(inRouter(path)))
})

describe('the further pages', () => {
  const paths = pages.map(([, path]) => inRouter(path))
  it('have each id once, in order', () => expect(pages.map(([id]) => id)).toEqual(pages.map((_, n) => `E${n + 1}`)))
  it('have their routes', () => expect(paths.filter((path) => !fullPaths.has(path))).toEqual([]))
  it('are, with the screens, all pages that there are', () => {
    const listed = new Set([...screens.map(([, path]) => inRouter(path)), ...paths])
    expect(patterns.filter((path) => !listed.has(path))).toEqual([])
  })
  it('name for the console the roles that may open them', () => {
    const roles = new Map([...list.matchAll(/^\| E\d+ \| (\/staff\S*) \| ([^|]+) \|/gm)].map(([, path, who]) => [inRouter(path!), who!]))
    for (const screen of staffScreens)
      expect(roles.get(screen.path), screen.path).toBe(screen.roles.length === 5 ? 'all staff' : screen.roles.join(', '))
  })
})

describe('every screen is looked at in a browser, in both languages and schemes', () => {
  const sweep = readFileSync(join(import.meta.dirname, '../e2e/every-page.spec.ts'), 'utf8')
  it.each(screens)('%s', (id) => expect(sweep).toMatch(new RegExp(`'${id}[' ]`)))
})

describe('every call is described', () => {
  it.each(calls)('%s %s %s', (_, method, path) => expect([...operations]).toContain(`${method} ${path}`))
})

/** Ids in the titles of tests, each with a file that names it. */
function namedIds(): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of globSync('{src,e2e,demo,scripts}/**/*.{test.ts,test.tsx,spec.ts}', { cwd: top })) {
    const text = readFileSync(join(top, file), 'utf8')
    for (const [title] of text.matchAll(/\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])[^\n]*?\1/g))
      for (const [id] of title.matchAll(/\b[A-D]\d{1,2}\b/g)) found.set(id, file)
  }
  return found
}

describe('ids in the titles of tests', () => {
  const ids = new Set([...list.matchAll(/^\| ([A-D]\d+) \|/gm)].map(([, id]) => id!))
  const named = namedIds()
  it('are all in the list', () => expect([...named].filter(([id]) => !ids.has(id))).toEqual([]))
  it('name every rule of navigation and of the client', () =>
    expect([...ids].filter((id) => /^[CD]/.test(id) && !named.has(id))).toEqual([]))
})
