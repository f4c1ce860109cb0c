import type { Locale } from '#i18n/locale.ts'
import type { InTheWayOfClosing } from '#modules/accounts/rules.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { refuse } from '#lib/result.ts'
import type { MemberData, OpenThing } from '#modules/accounts/deps.ts'
import { readOwnProfile } from '#modules/accounts/profile-store.ts'
import { CloseBody, IdParams, MemberAnswer } from '#modules/accounts/wire.ts'
import { closeOwnAccount, updateMember, type CloseOwnRefusal, type UpdateRefusal } from './update-member.ts'
import { logoutCookies } from './cookies.ts'
import type { ProvingDeps } from './deps.ts'
import { proofStatus } from './secrets-api.ts'
import { sessionsAnswer } from './present.ts'
import { actFor, endSessions, listSessions } from './session-store.ts'
import { ActBody, EndAllQuery, SessionListAnswer, UpdateMemberBody } from './wire.ts'

const updateStatus = {
  ...proofStatus,
  no_such_identity: 422,
  identity_for_communities: 422,
  wrong_sms_code: 400,
  mobile_taken: 409,
  too_many_requests: 429,
  no_such_file: 422,
} as const satisfies StatusOf<UpdateRefusal>
const closeStatus = {
  ...proofStatus,
  bookings_open: 409,
  last_admin: 409,
  club_goes_on: 409,
} as const satisfies StatusOf<CloseOwnRefusal>
const notFound = { not_found: 404 } as const

/** What members do about their own account that takes a proof, and where they are logged in. */
export function memberApi(api: Api, deps: ProvingDeps & Pick<MemberData, 'listOpen' | 'forgetMember'>): void {
  const { db } = deps
  const secure = deps.publicUrl.startsWith('https:')

  api.add(
    {
      method: 'put',
      path: '/api/AccountMember',
      summary: 'B8 Change my profile',
      access: 'member',
      body: UpdateMemberBody,
      answers: { 200: MemberAnswer },
      refusals: updateStatus,
    },
    async ({ body, session, address, locale, now, note }) => {
      const result = await updateMember(deps, session, body, { address }, now)
      if (result.ok && result.value.emailPending) note('email_change_asked', session.memberId)
      if (result.ok && body.mobile !== undefined) note('mobile_changed', session.memberId)
      if (!result.ok && result.refusal.code === 'wrong_secret') note('secret_wrong', session.memberId)
      return result.ok ? reply(200, await readOwnProfile(db, session, locale)) : result
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/AccountMember/Session/List',
      summary: 'Where I am logged in',
      access: 'member',
      answers: { 200: SessionListAnswer },
    },
    async ({ session, now }) => reply(200, sessionsAnswer(await listSessions(db, session.memberId, now), session.id)),
  )

  api.add(
    {
      method: 'delete',
      path: '/api/AccountMember/Session/{id}',
      summary: 'End one of my sessions',
      access: 'member',
      params: IdParams,
      answers: { 204: null },
      refusals: notFound,
    },
    async ({ params, session, now, note }) => {
      const ended = await endSessions(db, session.memberId, { only: params.id }, now)
      if (ended > 0) note('sessions_ended', session.memberId)
      return ended > 0 ? reply(204) : refuse({ code: 'not_found' })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Session/EndAll',
      summary: 'End all my sessions, or all but this one',
      access: 'member',
      query: EndAllQuery,
      answers: { 204: null },
    },
    async ({ query, session, now, note }) => {
      note('sessions_ended', session.memberId)
      const spared = query.keep === 'current'
      await endSessions(db, session.memberId, spared ? { except: session.id } : {}, now)
      return spared ? reply(204) : reply(204, undefined, { 'set-cookie': logoutCookies(secure) })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Act',
      summary: 'For whom I act in this session: a club in which I have a role, or myself',
      access: 'member',
      body: ActBody,
      answers: { 200: MemberAnswer },
      refusals: notFound,
    },
    async ({ body, session, locale, note }) => {
      const { personId } = session
      const clubId = body.clubId === personId ? null : body.clubId
      const acted = await actFor(db, { sessionId: session.id, personId, clubId })
      if (!acted) return refuse({ code: 'not_found' as const })
      note(clubId === null ? 'acting_ended' : 'acting_begun', personId)
      return reply(200, await readOwnProfile(db, { ...session, ...acted, memberId: clubId ?? personId }, locale))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Close',
      summary: 'Close my account',
      access: 'member',
      body: CloseBody,
      answers: { 204: null },
      refusals: closeStatus,
    },
    async ({ body, session, locale, now, note }) => {
      const result = await closeOwnAccount(deps, session, body.secret, now)
      if (result.ok) note('account_closed', session.memberId)
      else if (result.refusal.code === 'wrong_secret') note('secret_wrong', session.memberId)
      if (result.ok) return reply(204, undefined, { 'set-cookie': logoutCookies(secure) })
      const { refusal } = result
      return refuse(refusal.code === 'bookings_open' ? { ...refusal, open: inWordsOf(refusal.open, locale) } : refusal)
    },
  )
}

const inWordsOf = (open: OpenThing[], locale: Locale): InTheWayOfClosing[] =>
  open.map(({ words, ...thing }) => ({ ...thing, words: words(locale) }))
