import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { buildApp, type AppParts } from '#app.ts'
import type { Connected } from '#http/call.ts'
import { openLog } from '#http/log.ts'
import { openMetrics } from '#http/metrics.ts'
import { keepPages } from '#kept-pages/keep.ts'
import { answerKeptPages, type ReadViewer } from '#kept-pages/answer.ts'
import { readCookie } from '#lib/cookies.ts'
import { tokenCookie } from '#modules/logins/rules.ts'
import type { SeenMember } from '#modules/logins/read-session.ts'
import { listen } from '#process/listen.ts'

export type KeptAnswer = { status: number; headers: IncomingHttpHeaders; text: string }

/** A server as serve.ts makes it, with a clock that stands still, members by their token, and a renderer that says what it was given. */
export async function openKeptSite() {
  const site = {
    time: 0,
    status: 200,
    /** Whether the page shows something of the member, which a kept page must not. */
    showsName: false,
    /** What the calls of the last rendering were told: that its page is for all who ask. */
    isForAll: undefined as boolean | undefined,
    /** The requests that have reached the application. */
    asked: [] as string[],
    /** The members who are logged in, by their session token. */
    members: new Map<string, SeenMember>(),
  }
  const readViewer: ReadViewer = async (cookies) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
    return site.members.get(readCookie(cookies, tokenCookie) ?? '')
  }
  const renderPage: AppParts['renderPage'] = async ({ url, headers }, { nonce, direct, kept, apiFetch }) => {
    const { identityId, isForAll } = (await (await apiFetch(new Request('http://x/api/x'))).json()) as Connected
    site.isForAll = isForAll
    const who = kept ? ` ${kept.kind} ${identityId}` : ''
    const said = `${new URL(url).pathname} ${headers.get('cookie')} ${direct ? 'direct' : 'in-app'}${who}`
    const state = kept ? `<script nonce="${nonce}">window.viewer="${kept.gap}"</script>${site.showsName ? kept.gap : ''}` : ''
    return new Response(`<script nonce="${nonce}">${said}</script>${state}${'<p>羽球</p>'.repeat(99)}`, {
      status: site.status,
      headers: { 'content-type': 'text/html; charset=utf-8', link: '</a.css>; rel=preload' },
    })
  }
  const config = { publicUrl: 'https://park.example', apiBase: undefined, metricsToken: undefined }
  const parts = { config, log: openLog('silent'), metrics: openMetrics(), pages: keepPages(() => site.time), readViewer }
  const app = buildApp({
    ...parts,
    renderPage,
    assets: () => undefined,
    apiFetch: (_, connected) => Response.json(connected ?? {}),
    isSignedLanding: async () => false,
    ready: async () => true,
  })
  const noting: typeof app.fetch = (given, ...rest) => {
    site.asked.push(`${given.method} ${new URL(given.url).pathname}`)
    return app.fetch(given, ...rest)
  }
  const server = await listen(noting as never, '127.0.0.1', 0, { answerEarly: answerKeptPages(parts) })
  const agent = new Agent({ keepAlive: true })
  return Object.assign(site, {
    get: getFrom(agent, server.port),
    /** As at the beginning, and all pages are too old. */
    reset(): void {
      site.asked.length = 0
      site.members.clear()
      Object.assign(site, { time: site.time + 10_000, status: 200, showsName: false })
    },
    async close(): Promise<void> {
      agent.destroy()
      await server.close(0)
    },
  })
}

const getFrom =
  (agent: Agent, port: number) =>
  async (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<KeptAnswer> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    httpRequest({ agent, port, path, method, headers: { 'accept-encoding': 'gzip', ...headers } }, resolve)
      .once('error', reject)
      .end(body)
    const response = await promise
    const bytes = await buffer(response)
    const text = response.headers['content-encoding'] === 'gzip' && bytes.length > 0 ? gunzipSync(bytes).toString() : bytes.toString()
    return { status: response.statusCode!, headers: response.headers, text }
  }

/** An answer without what differs each time. */
export function shapeOf({ status, headers, text }: KeptAnswer) {
  const differing = new Set(['transfer-encoding', 'content-length', 'date', 'x-request-id', 'content-security-policy'])
  const nonce = /nonce="([^"]+)"/.exec(text)![1]!
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !differing.has(name))),
    hasId: /^[\w-]{36}$/.test(String(headers['x-request-id'])),
    policy: String(headers['content-security-policy']).replaceAll(nonce, 'NONCE'),
    text: text.replaceAll(nonce, 'NONCE'),
  }
}
