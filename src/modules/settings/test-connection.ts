import { ownValue } from '#lib/own-value.ts'
import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { worstOf, type Finding } from '#http/findings.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Message } from '#i18n/text.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { ShownSetting } from './connection-rules.ts'

type ConnectionTest = {
  what: string
  /** Also send a message to the tester's own address or mobile. */
  send: boolean
  tester: { memberId: string; email: string; mobile: string; locale: Locale }
}

export type TestingDeps = {
  db: Db
  connections: Connections
  /** Counts a text against the centre's hourly limit; answers how long to wait when it is reached. */
  takeText(now: Date): Promise<{ retryAfterSeconds: number } | undefined>
}

export type TestRefusal =
  | { code: 'not_found' }
  | { code: 'too_many_requests'; retryAfterSeconds: number }
  | { code: 'mobile_missing'; path: 'mobile' }

/** Tests of one person in an hour; each may hold a connection for some seconds, and a text costs money. */
const testsPerHour = { check: 60, send: 10 }

/** Looks whether a connection works, and on request sends a message through it. */
export async function testConnection(
  { db, connections, takeText }: TestingDeps,
  { what, send, tester }: ConnectionTest,
  now: Date,
  audit: Audit,
): Promise<Result<Finding[], TestRefusal>> {
  const connection = ownValue(connections, what)
  if (!connection) return refuse({ code: 'not_found' })
  const goesTo = connection.send?.to
  if (send && goesTo === 'mobile' && tester.mobile === '') return refuse({ code: 'mobile_missing', path: 'mobile' })
  const key = `connection-${send ? 'send' : 'check'}:${tester.memberId}`
  const wait = await takeTurn(db, { key, limit: send ? testsPerHour.send : testsPerHour.check, seconds: 3600 }, now)
  if (wait) return refuse({ code: 'too_many_requests', ...wait })

  const findings = await connection.check(now)
  const sends = send && connection.send !== undefined && worstOf(findings) !== 'wrong'
  if (sends && goesTo === 'mobile') {
    const spent = await takeText(now)
    if (spent) return refuse({ code: 'too_many_requests', ...spent })
  }
  if (sends) findings.push(await connection.send!.message({ address: tester[goesTo!], locale: tester.locale }))
  const after = { state: worstOf(findings), sent: sends }
  await db.transaction().execute((trx) => audit(trx, { action: 'connection.tested', subject: { kind: 'connection', id: what }, after }))
  return ok(findings)
}

/** A service that the centre depends on. It is set by environment variables, and nobody can read a secret back. */
export type Connection = {
  title: Message
  /** What it is for. */
  use: Message
  /** False: nothing is configured. The demo brings its own service. */
  isSet: boolean
  isDemo: boolean
  settings: ShownSetting[]
  /** As the doctor looks at it: nothing is sent, and what is written is deleted again. */
  check(now: Date): Promise<Finding[]>
  /** Sends a test message; undefined where there is nothing to send. */
  send: { to: 'email' | 'mobile'; message(recipient: { address: string; locale: Locale }): Promise<Finding> } | undefined
}
/** By the subject of their checks. */
export type Connections = Readonly<Record<string, Connection>>

/** False too for what no module connects to. */
export function isConnected(connections: Connections, what: string): boolean {
  const connection = ownValue(connections, what)
  return connection !== undefined && (connection.isSet || connection.isDemo)
}
