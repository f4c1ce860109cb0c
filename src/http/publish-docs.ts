import { randomBytes } from 'node:crypto'
import type { Api } from './call.ts'
import { docsPage } from './docs-page.ts'

/** GET /api/openapi.json and the readable page at /api/docs. Called last: it describes what was added before it. */
export function publishDocs({ app }: Api): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Fieldhouse API',
      version: '1',
      description:
        'JSON in camelCase; times in ISO 8601 with offset, days as YYYY-MM-DD in Asia/Taipei; money in whole TWD. Texts come in the language of Accept-Language (zh-TW or en). A failure is application/problem+json with a stable code.',
    },
  })
  const json = JSON.stringify(document)
  app.get('/api/openapi.json', (c) => c.body(json, 200, { 'content-type': 'application/json' }))
  app.get('/api/docs', (c) => {
    const nonce = randomBytes(16).toString('base64')
    return c.html(docsPage(document as Parameters<typeof docsPage>[0], nonce), 200, {
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
    })
  })
}
