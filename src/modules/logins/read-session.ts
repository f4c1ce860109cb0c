import type { Db } from '#db/connect.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Session } from '#http/session.ts'
import { batchCalls } from '#lib/batch-calls.ts'
import { unattendedHeader } from '#lib/unattended.ts'
import { bindingKeyOf } from './cookies.ts'
import { findSessions } from './session-store.ts'
import { fitsBinding, type Tokens } from './tokens.ts'
import type { LoginWays } from './ways.ts'
import type { Locale } from '#i18n/locale.ts'
import { tokenIn } from './rules.ts'
import { ownProfile, readMembers } from '#modules/accounts/profile-store.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'

/** `isUse`: somebody sits before the page, see `unattendedHeader`. */
type Asked = { id: string; memberId: string; isUse: boolean; now: Date }
type Deps = { db: Db; tokens: Tokens; ways: Pick<LoginWays, 'staff'> }
type ReadSession = (request: Request, now: Date) => Promise<Session | undefined>

/** Authenticates a request: a signed token, the cookie that it is bound to, and a session that has not ended. */
export function openSessionReader(deps: Deps): ReadSession {
  const read = openTokenReader(deps)
  return async ({ headers }, now) => {
    const token = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1]
    return token === undefined ? undefined : read(token, headers.get('cookie'), { isUse: !headers.has(unattendedHeader), now })
  }
}

/** The session of a token, if the cookies have the one that the token is bound to. */
function openTokenReader({ db, tokens, ways }: Deps) {
  const find = batchCalls({ work: (asked: Asked[]) => findAll({ db, ways }, asked), atOnce: 2, atMost: 100, failsAll: isConnectionLoss })
  return async (token: string, cookies: string | null, { isUse, now }: Pick<Asked, 'isUse' | 'now'>): Promise<Session | undefined> => {
    const claims = await tokens.readSession(token, now)
    if (!claims) return undefined
    if (claims.binding !== undefined && !fitsBinding(claims.binding, bindingKeyOf(cookies))) return undefined
    return find({ id: claims.sessionId, memberId: claims.memberId, isUse, now })
  }
}

async function findAll(deps: Omit<Deps, 'tokens'>, asked: Asked[]): Promise<(Session | undefined)[]> {
  const now = new Date(Math.max(...asked.map((one) => one.now.getTime())))
  const found = await findSessions(
    deps,
    asked.map(({ id }) => id),
    asked.filter(({ isUse }) => isUse).map(({ id }) => id),
    now,
  )
  return asked.map(({ id, memberId }) => {
    const session = found.get(id)
    return session?.personId === memberId ? session : undefined
  })
}

/** The member who asks for a page: the answer of `GET /api/AccountMember`, and the identity that prices depend on. */
export type SeenMember = { member: MemberAnswer; identityId: number }
type ReadViewer = (cookies: string | null, locale: Locale, now: Date) => Promise<SeenMember | undefined>

/** Reads members for their pages, all of a moment together. Undefined: there is no session, it has ended, or the cookies do not belong to it. */
export function openViewerReader(deps: Deps): ReadViewer {
  const sessionOf = openTokenReader(deps)
  const profileOf = batchCalls({
    work: async (sessions: Session[]): Promise<((locale: Locale) => SeenMember['member'] | undefined)[]> => {
      const found = await readMembers(deps.db, [...new Set(sessions.flatMap(({ memberId, personId }) => [memberId, personId]))])
      return sessions.map((session) => (locale) => ownProfile(found, session, locale))
    },
    atOnce: 2,
    atMost: 100,
    failsAll: isConnectionLoss,
  })
  return async (cookies, locale, now) => {
    const token = tokenIn(cookies)
    const session = token === undefined ? undefined : await sessionOf(token, cookies, { isUse: true, now })
    if (!session) return undefined
    const member = (await profileOf(session))(locale)
    return member && { member, identityId: session.identityId }
  }
}
