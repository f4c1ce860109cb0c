import { expect, it } from 'vitest'
import { buildApp } from './app.ts'
import type { Connected } from './http/call.ts'
import { openLog } from './http/log.ts'
import { openMetrics } from './http/metrics.ts'

it('the calls of a page share the sessions that they read with each other, and with no other page', async () => {
  const given: (Connected | undefined)[] = []
  const site = buildApp({
    config: { publicUrl: 'http://localhost:3000', apiBase: undefined, metricsToken: undefined },
    log: openLog('silent'),
    metrics: openMetrics(),
    assets: () => undefined,
    apiFetch: (_, connected) => {
      given.push(connected)
      return Response.json({})
    },
    renderPage: async (_, { apiFetch }) => {
      for (const path of ['/api/one', '/api/two']) await apiFetch(new Request(`http://localhost:3000${path}`))
      return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
    },
    isSignedLanding: async () => false,
    ready: async () => true,
  })
  for (const member of ['first', 'second']) await site.request('/member', { headers: { cookie: `sports_v2_jwt=${member}` } })
  const [first, again, second] = given.map((connected) => connected?.sessions)
  expect(first).toBeInstanceOf(Map)
  expect(again).toBe(first)
  expect(second).toBeInstanceOf(Map)
  expect(second).not.toBe(first)
})
