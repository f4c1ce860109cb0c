import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { say } from '#i18n/words.ts'
import type { AccountDeps, MemberData } from './deps.ts'
import { exportMember } from './export-member.ts'
import { listIdentities } from './identity-store.ts'
import { readOwnProfile } from './profile-store.ts'
import { submitCommunity, type CommunityRefusal } from './review.ts'
import { CommunityBody, ExportAnswer, IdentityListAnswer, MemberAnswer } from './wire.ts'

const communityStatus = {
  community_approved: 409,
  registration_no_taken: 409,
  no_such_file: 422,
} as const satisfies StatusOf<CommunityRefusal>
/** Who a member is, for themselves, and the identities to choose from. */
export function memberApi(api: Api, deps: Pick<AccountDeps, 'db'> & Pick<MemberData, 'exports'>): void {
  const { db } = deps
  const iso = (moment: Date | null) => moment?.toISOString() ?? null

  api.add(
    { method: 'get', path: '/api/AccountMember', reads: false, summary: 'B7 Who I am', access: 'member', answers: { 200: MemberAnswer } },
    async ({ session, locale }) => reply(200, await readOwnProfile(db, session, locale)),
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
      return result.ok ? reply(200, await readOwnProfile(db, session, locale)) : result
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
      const all = await exportMember(db, session.memberId, locale)
      return reply(
        200,
        {
          exportedAt: now.toISOString(),
          member: { ...all.member, isProvenTwice: session.isProvenTwice, owesSecondStep: false },
          createdAt: all.createdAt.toISOString(),
          privacyConsentedAt: iso(all.privacyConsentedAt),
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
          ...(await deps.exports.read({ memberId: session.memberId, sessionId: session.id, locale, now })),
        },
        { 'content-disposition': `attachment; filename="fieldhouse-${now.toISOString().slice(0, 10)}.json"` },
      )
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/MemberIdentity/List',
      summary: 'B14 The identities that prices depend on',
      access: 'public',
      answers: { 200: IdentityListAnswer },
    },
    async ({ locale }) => {
      const identities = await listIdentities(db)
      return reply(
        200,
        identities.map((one) => ({
          id: one.id,
          code: one.code,
          name: say({ tw: one.name_tw, en: one.name_en }, locale),
          needsProof: one.needs_proof,
          forCommunity: one.for_community,
        })),
      )
    },
  )
}
