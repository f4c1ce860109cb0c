import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Session } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { refuse } from '#lib/result.ts'
import { closeAccount, type CloseRefusal } from './close-account.ts'
import { logoutCookies } from './cookies.ts'
import type { ClaimDeps, MemberData } from './deps.ts'
import { exportMember } from './export-member.ts'
import { sessionsAnswer } from './present.ts'
import { endSessions, listSessions } from './session-store.ts'
import { readMember } from './profile-store.ts'
import { submitCommunity, type CommunityRefusal } from './submit-community.ts'
import { updateMember, type UpdateRefusal } from './update-member.ts'
import { CloseBody, CommunityBody, EndAllQuery, ExportAnswer, IdParams, MemberAnswer, SessionListAnswer, UpdateMemberBody } from './wire.ts'

const updateStatus = {
  wrong_secret: 400,
  too_many_attempts: 429,
  secret_needed: 422,
  no_such_identity: 422,
  identity_for_communities: 422,
  wrong_sms_code: 400,
  mobile_taken: 409,
  too_many_requests: 429,
  no_such_file: 422,
} as const satisfies StatusOf<UpdateRefusal>
const communityStatus = {
  community_approved: 409,
  registration_no_taken: 409,
  no_such_file: 422,
} as const satisfies StatusOf<CommunityRefusal>
const closeStatus = {
  wrong_secret: 400,
  too_many_attempts: 429,
  bookings_open: 409,
  last_admin: 409,
} as const satisfies StatusOf<CloseRefusal>
const notFound = { not_found: 404 } as const

/** Calls of a member about their own account. */
export function memberApi(api: Api, deps: ClaimDeps & MemberData): void {
  const { db } = deps
  const secure = deps.publicUrl.startsWith('https:')
  const ownProfile = async ({ memberId, isProvenTwice }: Session, locale: Locale): Promise<MemberAnswer> => ({
    ...(await readMember(db, memberId, locale))!,
    isProvenTwice,
  })
  const iso = (moment: Date | null) => moment?.toISOString() ?? null

  api.add(
    { method: 'get', path: '/api/AccountMember', summary: 'B7 Who I am', access: 'member', answers: { 200: MemberAnswer } },
    async ({ session, locale }) => reply(200, await ownProfile(session, locale)),
  )

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
      const result = await updateMember(deps, session.memberId, body, { address }, now)
      if (result.ok && result.value.emailPending) note('email_change_asked', session.memberId)
      if (result.ok && body.mobile !== undefined) note('mobile_changed', session.memberId)
      if (!result.ok && result.refusal.code === 'wrong_secret') note('secret_wrong', session.memberId)
      return result.ok ? reply(200, await ownProfile(session, locale)) : result
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Community',
      summary: 'Apply to be a community, or add its documents',
      access: 'member',
      body: CommunityBody,
      answers: { 200: MemberAnswer },
      refusals: communityStatus,
    },
    async ({ body, session, locale, now }) => {
      const result = await submitCommunity(db, session.memberId, body, now)
      return result.ok ? reply(200, await ownProfile(session, locale)) : result
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
      method: 'get',
      path: '/api/AccountMember/Export',
      summary: 'Everything that the centre keeps about me',
      access: 'member',
      answers: { 200: ExportAnswer.extend(deps.exports.schemas) },
    },
    async ({ session, locale, now, note }) => {
      note('data_exported', session.memberId)
      const all = await exportMember(db, session.memberId, locale, now)
      return reply(
        200,
        {
          exportedAt: now.toISOString(),
          member: { ...all.member, isProvenTwice: session.isProvenTwice },
          createdAt: all.createdAt.toISOString(),
          privacyConsentedAt: iso(all.privacyConsentedAt),
          sessions: sessionsAnswer(all.sessions, session.id),
          passkeys: all.passkeys.map(({ name, createdAt, lastUsedAt }) => ({
            name,
            createdAt: createdAt.toISOString(),
            lastUsedAt: iso(lastUsedAt),
          })),
          authenticatorSince: iso(all.factors.authenticator?.createdAt ?? null),
          recoveryCodesLeft: all.factors.recoveryCodesLeft,
          identityProofs: all.proofs.map((p) => ({
            identity: say({ tw: p.identityTw, en: p.identityEn }, locale),
            state: p.state,
            reason: p.reason,
            submittedAt: p.submittedAt.toISOString(),
            reviewedAt: iso(p.reviewedAt),
            fileId: p.fileId,
          })),
          files: all.files.map((file) => ({ ...file, createdAt: file.createdAt.toISOString() })),
          messages: all.messages.map((message) => ({ ...message, createdAt: message.createdAt.toISOString() })),
          ...(await deps.exports.read({ memberId: session.memberId, locale, now })),
        },
        { 'content-disposition': `attachment; filename="fieldhouse-${now.toISOString().slice(0, 10)}.json"` },
      )
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
    async ({ body, session, now, note }) => {
      const result = await closeAccount(deps, session.memberId, body.secret, now)
      if (result.ok) note('account_closed', session.memberId)
      else if (result.refusal.code === 'wrong_secret') note('secret_wrong', session.memberId)
      return result.ok ? reply(204, undefined, { 'set-cookie': logoutCookies(secure) }) : result
    },
  )
}
