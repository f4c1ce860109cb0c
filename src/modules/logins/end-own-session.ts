import type { Db } from '#db/connect.ts'
import { bindingKeyOf } from './cookies.ts'
import { tokenIn } from './rules.ts'
import { endSessions } from './session-store.ts'
import { fitsBinding, type Tokens } from './tokens.ts'

/** Ends the session that a browser has had until then, by its cookies: a login by a page load carries no other sign of it. */
export async function endOwnSession({ db, tokens }: { db: Db; tokens: Tokens }, cookies: string | null, now: Date): Promise<void> {
  const token = tokenIn(cookies)
  const claims = token === undefined ? undefined : await tokens.readSession(token, now)
  if (!claims || (claims.binding !== undefined && !fitsBinding(claims.binding, bindingKeyOf(cookies)))) return
  await endSessions(db, claims.memberId, { only: claims.sessionId }, now)
}
