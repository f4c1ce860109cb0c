import { readCookie } from '#lib/cookies.ts'
import { randomBytes } from 'node:crypto'
import type { Api } from './call.ts'
import { docsPage } from './docs-page.ts'
import { problemResponse } from './problem.ts'
import { staffRolesOf } from './session.ts'

type Document = Parameters<typeof docsPage>[0]
type Docs = { page: string; whole: string; withoutStaff: string }
type Publishing = {
  /** In the demo everybody may look at everything. Otherwise staff see all calls, and everybody else those that are not for staff. */
  forEverybody: boolean
  /** Reads the token from a cookie: a browser that opens a page sends no Authorization header. */
  tokenCookie: string
}

const info = {
  title: 'Fieldhouse API',
  version: '1',
  license: { name: 'All rights reserved', identifier: 'LicenseRef-Fieldhouse' },
  description:
    'JSON in camelCase; times in ISO 8601 with offset, days as YYYY-MM-DD in Asia/Taipei; money in whole TWD. Texts come in the language of Accept-Language (zh-TW or en). A failure is application/problem+json with a stable code.',
}

/** GET /api/openapi.json and the readable page at /api/docs. The document takes a third of a second, so it is made when it is first asked for. */
export function publishDocs(api: Api, { forEverybody, tokenCookie }: Publishing): void {
  const { app } = api
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
  let made: Docs | undefined
  const docs = () => (made ??= docsOf(app))

  async function maySeeAll(request: Request): Promise<boolean> {
    if (forEverybody) return true
    const session = await api.options.readSession(withToken(request, tokenCookie), api.options.clock.now())
    return staffRolesOf(session).length > 0
  }
  const headers = { 'cache-control': forEverybody ? 'no-cache' : 'no-store', 'x-content-type-options': 'nosniff' }

  app.get('/api/openapi.json', async (c) =>
    c.body((await maySeeAll(c.req.raw)) ? docs().whole : docs().withoutStaff, 200, { ...headers, 'content-type': 'application/json' }),
  )
  app.get('/api/docs', async (c) => {
    if (!(await maySeeAll(c.req.raw))) return problemResponse(404, { code: 'no_such_call' }, api.callerOf(c.req.raw, c.env))
    const nonce = randomBytes(16).toString('base64')
    return c.html(docs().page.replace(gap, nonce), 200, {
      ...headers,
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    })
  })
}

/** Where the nonce of the page's styles goes. */
const gap = '{nonce of the styles}'

/** Called after all calls were added: the document describes those that are there. */
function docsOf(app: Api['app']): Docs {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'Where this document came from' }],
    security: [],
  }) as Document
  return { page: docsPage(document, gap), whole: JSON.stringify(document), withoutStaff: JSON.stringify(withoutStaffCalls(document)) }
}

/** A call for roles names them as a list. */
function withoutStaffCalls({ paths = {}, ...rest }: Document): Document {
  const left = Object.entries(paths).map(([path, methods]) => {
    const open = Object.entries(methods).filter(([, operation]) => !Array.isArray(operation['x-access']))
    return [path, Object.fromEntries(open)] as const
  })
  return { ...rest, paths: Object.fromEntries(left.filter(([, methods]) => Object.keys(methods).length > 0)) }
}

function withToken(request: Request, cookie: string): Request {
  const token = readCookie(request.headers.get('cookie'), cookie)
  if (request.headers.has('authorization') || token === undefined || !/^[\w.-]+$/.test(token)) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  return new Request(request.url, { headers })
}
