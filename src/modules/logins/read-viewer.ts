import type { Db } from '#db/connect.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Locale } from '#i18n/locale.ts'
import { batchCalls } from '#lib/batch-calls.ts'
import { tokenIn } from './cookie-rules.ts'
import { readMembers, type Member } from '#modules/accounts/profile-store.ts'
import { openTokenReader } from './read-session.ts'
import type { Tokens } from './tokens.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'

/** The member who asks for a page: the answer of `GET /api/AccountMember`, and the identity that prices depend on. */
export type SeenMember = { member: MemberAnswer; identityId: number }
export type ReadViewer = (cookies: string | null, locale: Locale, now: Date) => Promise<SeenMember | undefined>

/** Reads members for their pages, all of a moment together. Undefined: there is no session, it has ended, or the cookies do not belong to it. */
export function openViewerReader(deps: { db: Db; tokens: Tokens }): ReadViewer {
  const sessionOf = openTokenReader(deps)
  const profileOf = batchCalls({
    work: async (ids: string[]): Promise<(((locale: Locale) => Member) | undefined)[]> => {
      const found = await readMembers(deps.db, [...new Set(ids)])
      return ids.map((id) => found.get(id))
    },
    atOnce: 2,
    atMost: 100,
    failsAll: isConnectionLoss,
  })
  return async (cookies, locale, now) => {
    const token = tokenIn(cookies)
    const session = token && (await sessionOf(token, cookies, { isUse: true, now }))
    const profile = session && (await profileOf(session.memberId))
    if (!session || !profile) return undefined
    return { member: { ...profile(locale), isProvenTwice: session.isProvenTwice }, identityId: session.identityId }
  }
}
