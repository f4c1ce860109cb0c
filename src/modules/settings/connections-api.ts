import { reply, type Api } from '#http/call.ts'
import { wordsOf, worstOf } from '#http/findings.ts'
import type { StatusOf } from '#http/problem.ts'
import { refuse } from '#lib/result.ts'
import { ArrivalAnswer, ArrivalQuery, ConnectionListAnswer, ConnectionTestAnswer, TestConnectionBody } from './connections-wire.ts'
import { arrivalPath, isFreshArrival } from './rules.ts'
import { testConnection, type TestingDeps, type TestRefusal } from './test-connection.ts'

export type ConnectionsDeps = TestingDeps & {
  publicUrl: string
  readMobile(memberId: string): Promise<string>
  isSignedPath(path: string, signature: string): boolean
}

const testStatus = { not_found: 404, too_many_requests: 429, mobile_missing: 422 } as const satisfies StatusOf<TestRefusal>

/** What the centre is connected to, with tests that an admin can ask for. */
export function connectionsApi(api: Api, deps: ConnectionsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Connection/List',
      summary: 'What mail, texts, payment and the other services are set to; secrets are never shown',
      access: ['admin'],
      answers: { 200: ConnectionListAnswer },
    },
    async ({ session, locale }) => {
      const own = { email: session.email, mobile: await deps.readMobile(session.memberId) }
      const items = Object.entries(deps.connections).map(([what, { title, use, isSet, isDemo, settings, send }]) => {
        const recipient = send ? own[send.to] : null
        return {
          what,
          title: title({}, { locale }),
          use: use({}, { locale }),
          isSet,
          isDemo,
          canSend: send !== undefined,
          recipient,
          settings,
        }
      })
      return reply(200, { items, publicUrl: deps.publicUrl })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Connection/Test',
      summary: 'Try a connection; with `send`, also send a message to one’s own address or mobile',
      access: ['admin'],
      body: TestConnectionBody,
      answers: { 200: ConnectionTestAnswer },
      refusals: testStatus,
    },
    async ({ body: { what, send, mobile }, session, locale, now, audit }) => {
      const own = await deps.readMobile(session.memberId)
      const tester = { memberId: session.memberId, email: session.email, mobile: own || (mobile ?? ''), locale }
      const tested = await testConnection(deps, { what, send, tester }, now, audit)
      if (!tested.ok) return tested
      const findings = tested.value.map((finding) => ({ state: finding.state, code: finding.code, ...wordsOf(finding, locale) }))
      return reply(200, { what, state: worstOf(tested.value), findings })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Connection/Arrival',
      summary: 'For `npm run doctor`, which signs its question: how a request arrives through the proxies in front',
      access: 'public',
      query: ArrivalQuery,
      answers: { 200: ArrivalAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query: { at, signature }, request, address, now }) => {
      const signedAt = new Date(at)
      if (!isFreshArrival(at, now) || !deps.isSignedPath(arrivalPath(signedAt), signature)) return refuse({ code: 'not_found' as const })
      const forwardedFor = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
      return reply(200, { address, forwardedFor: forwardedFor.filter(Boolean), trustProxy: api.options.trustProxy })
    },
  )
}
