import type { Db } from '#db/connect.ts'
import type { Session } from '#http/session.ts'
import { bindingCookie, cookieOf } from './cookies.ts'
import { findSession } from './session-store.ts'
import { fitsBinding, type Tokens } from './tokens.ts'

/** Who a request speaks for: a signed token, the cookie that it is bound to, and a session that has not ended. */
export async function readSession({ db, tokens }: { db: Db; tokens: Tokens }, request: Request, now: Date): Promise<Session | undefined> {
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) return undefined
  const claims = await tokens.readSession(token, now)
  if (!claims) return undefined
  if (claims.binding !== undefined && !fitsBinding(claims.binding, cookieOf(request.headers.get('cookie'), bindingCookie))) return undefined
  return findSession(db, claims.sessionId, claims.memberId, now)
}
