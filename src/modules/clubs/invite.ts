import { randomUUID } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { Locale } from '#i18n/locale.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { addToClub, readClubName, readClubPeople } from '#modules/accounts/club-store.ts'
import { lockMembers } from '#modules/accounts/merge-store.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { readConfirmedAt, readContact } from '#modules/accounts/store.ts'
import { landingLink } from '#modules/logins/landing-link.ts'
import { fingerprint, hashAddressKey, makeAddressKey } from '#modules/logins/tokens.ts'
import type { ClubActor, ClubDeps, RoleGone } from './deps.ts'
import { clubInvitationLetter } from './letters.ts'
import {
  findClubInvitation,
  insertClubInvitation,
  openDays,
  takeInvitation,
  withdrawInvitations,
  type ClubInvitation,
  type InvitedRole,
} from './store.ts'

/** Those who act for one club. */
const peopleAtMost = 20
const mailsPerClubHour = 20
const mailsPerAddressDay = 5

export type InviteRefusal =
  | RoleGone
  | { code: 'too_many_requests'; retryAfterSeconds: number }
  | { code: 'in_club'; path: 'email' }
  | { code: 'club_full' }

/** Invites somebody by mail; an open invitation to the same address is replaced. Says nothing of whether the address is a member's. */
export async function inviteToClub(
  deps: ClubDeps,
  { email, role, locale }: { email: string; role: InvitedRole; locale: Locale },
  by: ClubActor,
  audit: Audit,
  now: Date,
): Promise<Result<void, InviteRefusal>> {
  const { clubId } = by
  return inTransaction<void, InviteRefusal>(deps.db, async (trx) => {
    await lockMember(trx, clubId)
    const people = await readClubPeople(trx, clubId)
    const club = await readClubName(trx, clubId)
    if (club === undefined || !people.some(({ id, role: own }) => id === by.personId && own === 'owner'))
      return refuse({ code: 'club_role' })
    if (people.some((one) => one.email.toLowerCase() === email.toLowerCase())) return refuse({ code: 'in_club', path: 'email' })
    if (people.length >= peopleAtMost) return refuse({ code: 'club_full' })
    const limited =
      (await takeTurn(trx, { key: `club-invite:${clubId}`, limit: mailsPerClubHour, seconds: 3600 }, now)) ??
      (await takeTurn(trx, { key: `club-invited:${fingerprint(email)}`, limit: mailsPerAddressDay, seconds: 86_400 }, now))
    if (limited) return refuse({ code: 'too_many_requests', ...limited })
    await withdrawInvitations(trx, clubId, { email }, now)
    const [{ key, hash }, id] = [makeAddressKey(), randomUUID()]
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + openDays * 86_400_000) }
    await insertClubInvitation(trx, { id, clubId, email, role, keyHash: hash, invitedBy: by.personId }, times)
    const link = landingLink(deps, `/join?key=${key}`)
    const letter = clubInvitationLetter(locale, { inviter: by.name, club, role, days: openDays, link })
    await sendLetter(trx, deps, { email, locale, cause: `club-invitation:${id}` }, letter, now)
    await audit(trx, { action: 'club.invited', subject: { kind: 'member', id: clubId }, after: { role } })
    return ok(undefined)
  })
}

export async function withdrawClubInvitation(
  { db }: ClubDeps,
  id: string,
  { clubId, personId }: ClubActor,
  now: Date,
): Promise<Result<void, RoleGone | { code: 'not_found' }>> {
  return inTransaction<void, RoleGone | { code: 'not_found' }>(db, async (trx) => {
    await lockMember(trx, clubId)
    const people = await readClubPeople(trx, clubId)
    if (!people.some((one) => one.id === personId && one.role === 'owner')) return refuse({ code: 'club_role' })
    return (await withdrawInvitations(trx, clubId, { id }, now)) > 0 ? ok(undefined) : refuse({ code: 'not_found' })
  })
}

export type InvitationOver = { code: 'invitation_unknown' | 'invitation_used' | 'invitation_withdrawn' | 'invitation_expired' }
export type ShownInvitation = { club: string; role: InvitedRole; inviter: string; email: string; expiresAt: Date }

/** Whoever has the link may read it. */
export async function readClubInvitation(
  { db }: Pick<ClubDeps, 'db'>,
  key: string,
  now: Date,
): Promise<Result<ShownInvitation, InvitationOver>> {
  const invitation = await findClubInvitation(db, hashAddressKey(key))
  const people = invitation ? await readClubPeople(db, invitation.clubId) : []
  const inviter = people.find(({ id, role }) => id === invitation?.invitedBy && role === 'owner')
  const over = whyOver(invitation, inviter !== undefined, now)
  if (!invitation || over) return refuse(over ?? { code: 'invitation_unknown' })
  const club = (await readClubName(db, invitation.clubId)) ?? ''
  const { role, email, expiresAt } = invitation
  return ok({ club, role, email, expiresAt, inviter: inviter!.name })
}

export type AcceptRefusal = InvitationOver | { code: 'invitation_for_another' } | { code: 'in_club_already' } | { code: 'club_full' }

/** The person to whose confirmed address the link was mailed acts for the club from now on. The link works once. */
export async function acceptClubInvitation(
  { db }: Pick<ClubDeps, 'db'>,
  key: string,
  personId: string,
  audit: Audit,
  now: Date,
): Promise<Result<{ clubId: string }, AcceptRefusal>> {
  return inTransaction<{ clubId: string }, AcceptRefusal>(db, async (trx) => {
    const invitation = await findClubInvitation(trx, hashAddressKey(key))
    if (!invitation) return refuse({ code: 'invitation_unknown' })
    const { clubId, role } = invitation
    // The person too, who may be closing their account.
    await lockMembers(trx, [clubId, personId])
    const people = await readClubPeople(trx, clubId)
    const stillOwns = people.some((one) => one.id === invitation.invitedBy && one.role === 'owner')
    const over = whyOver(await findClubInvitation(trx, hashAddressKey(key)), stillOwns, now)
    if (over) return refuse(over)
    const person = await readContact(trx, personId)
    const isTheirs = person?.email.toLowerCase() === invitation.email.toLowerCase() && (await readConfirmedAt(trx, personId)) !== undefined
    if (!isTheirs) return refuse({ code: 'invitation_for_another' })
    if (people.some(({ id }) => id === personId)) return refuse({ code: 'in_club_already' })
    if (people.length >= peopleAtMost) return refuse({ code: 'club_full' })
    if (!(await takeInvitation(trx, invitation.id, now))) return refuse({ code: 'invitation_used' })
    await addToClub(trx, { clubId, personId, role }, now)
    await audit(trx, { action: 'club.joined', subject: { kind: 'member', id: clubId }, after: { member: personId, role } })
    return ok({ clubId })
  })
}

/** `stillOwns`: who invited is the owner. Whoever has lost the club invites nobody to it. */
function whyOver(invitation: ClubInvitation | undefined, stillOwns: boolean, now: Date): InvitationOver | undefined {
  if (!invitation) return { code: 'invitation_unknown' }
  if (invitation.acceptedAt) return { code: 'invitation_used' }
  if (invitation.withdrawnAt || !stillOwns) return { code: 'invitation_withdrawn' }
  return invitation.expiresAt <= now ? { code: 'invitation_expired' } : undefined
}
