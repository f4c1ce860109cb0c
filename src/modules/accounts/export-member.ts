import type { Db } from '#db/connect.ts'
import { listFilesOf } from '#modules/files/store.ts'
import { listMessagesTo } from '#modules/notifications/store.ts'
import type { Locale } from '#i18n/locale.ts'
import { listProofsOf, type ProofRow } from './review-store.ts'
import { readMember, readMemberDates, type Member } from './profile-store.ts'

export type MemberExport = {
  member: Member
  createdAt: Date
  privacyConsentedAt: Date | null
  proofs: ProofRow[]
  files: { id: string; name: string; size: number; type: string; createdAt: Date }[]
  messages: { channel: 'mail' | 'sms'; recipient: string; subject: string | null; createdAt: Date }[]
}

/** The data export: everything that the centre keeps about a member, for the member. */
export async function exportMember(db: Db, memberId: string, locale: Locale): Promise<MemberExport> {
  const member = (await readMember(db, memberId, locale))!
  const dates = await readMemberDates(db, memberId)
  return {
    member,
    ...dates,
    proofs: await listProofsOf(db, memberId),
    files: await listFilesOf(db, memberId),
    messages: await listMessagesTo(db, [member.email, member.mobile]),
  }
}
