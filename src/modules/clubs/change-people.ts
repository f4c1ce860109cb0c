import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import {
  eraseOwnLogin,
  leaveOtherClubs,
  readClubName,
  readClubPeople,
  removeFromClub,
  setClubRole,
  whatHoldsOwnLogin,
  type ClubPerson,
} from '#modules/accounts/club-store.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { readMobile } from '#modules/accounts/store.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { landingLink } from '#modules/logins/landing-link.ts'
import { forgetLogins } from '#modules/logins/session-store.ts'
import type { ClubActor, ClubDeps, RoleGone } from './deps.ts'
import { handoverOfferedLetter, newOwnerLetter, offerDeclinedLetter, roleChangedLetter } from './letters.ts'
import { deleteHandover, readHandover, withdrawInvitations, writeHandover, type InvitedRole } from './store.ts'

export type PeopleRefusal =
  | RoleGone
  | { code: 'not_found' }
  | { code: 'hand_over_first' }
  | { code: 'own_login_is_staff' }
  | { code: 'too_many_requests'; retryAfterSeconds: number }

const mailsPerClubHour = 20
/** Each new role and each offer is mailed to somebody in the club. */
const limitMails = (trx: Trx, clubId: string, now: Date) =>
  takeTurn(trx, { key: `club-people:${clubId}`, limit: mailsPerClubHour, seconds: 3600 }, now)

type Club = { id: string; name: string; people: ClubPerson[]; me: ClubPerson }

/** Runs a change of who acts for a club, one after the other. Roles are those of this moment, not of the session's. */
function changing(
  deps: ClubDeps,
  { clubId, personId }: ClubActor,
  change: (trx: Trx, club: Club) => Promise<Result<void, PeopleRefusal>>,
): Promise<Result<void, PeopleRefusal>> {
  return inTransaction<void, PeopleRefusal>(deps.db, async (trx) => {
    await lockMember(trx, clubId)
    const [people, name] = [await readClubPeople(trx, clubId), await readClubName(trx, clubId)]
    const me = people.find(({ id }) => id === personId)
    return me && name !== undefined ? change(trx, { id: clubId, name, people, me }) : refuse({ code: 'club_role' })
  })
}

/** Somebody else than the owner themselves; the owner's own role is handed over. */
function another({ people, me }: Club, personId: string): Result<ClubPerson, PeopleRefusal> {
  if (me.role !== 'owner') return refuse({ code: 'club_role' })
  const person = people.find(({ id }) => id === personId)
  if (!person) return refuse({ code: 'not_found' })
  return person.role === 'owner' ? refuse({ code: 'hand_over_first' }) : ok(person)
}

/** The owner gives somebody the other role. */
export const changeRole = (
  deps: ClubDeps,
  { personId, role }: { personId: string; role: InvitedRole },
  by: ClubActor,
  audit: Audit,
  now: Date,
): Promise<Result<void, PeopleRefusal>> =>
  changing(deps, by, async (trx, club) => {
    const person = another(club, personId)
    if (!person.ok) return person
    if (person.value.role === role) return ok(undefined)
    const limited = await limitMails(trx, club.id, now)
    if (limited) return refuse({ code: 'too_many_requests', ...limited })
    await setClubRole(trx, { clubId: club.id, personId, role })
    await tell(trx, deps, [person.value], (to) => roleChangedLetter(to.locale, { ...to, role }), club.name, now)
    await audit(trx, {
      action: 'club.role_changed',
      subject: { kind: 'member', id: club.id },
      before: { role: person.value.role },
      after: { member: personId, role },
    })
    return ok(undefined)
  })

/** The owner takes somebody out of the club. */
export const removePerson = (
  deps: ClubDeps,
  personId: string,
  by: ClubActor,
  audit: Audit,
  now: Date,
): Promise<Result<void, PeopleRefusal>> =>
  changing(deps, by, async (trx, club) => {
    const person = another(club, personId)
    if (!person.ok) return person
    const out = await takeOut(trx, deps, club, person.value, now)
    if (!out.ok) return out
    await tell(trx, deps, [person.value], (to) => roleChangedLetter(to.locale, { ...to, role: undefined }), club.name, now)
    await audit(trx, { action: 'club.removed', subject: { kind: 'member', id: club.id }, after: { member: personId } })
    return ok(undefined)
  })

/** Anybody but the owner leaves when they like. */
export const leaveClub = (deps: ClubDeps, by: ClubActor, audit: Audit, now: Date): Promise<Result<void, PeopleRefusal>> =>
  changing(deps, by, async (trx, club) => {
    if (club.me.role === 'owner') return refuse({ code: 'hand_over_first' })
    const out = await takeOut(trx, deps, club, club.me, now)
    if (!out.ok) return out
    await audit(trx, { action: 'club.left', subject: { kind: 'member', id: club.id }, after: { member: club.me.id } })
    return ok(undefined)
  })

/** A club's own login is erased with its role, and with those that it has in other clubs: the row stands for the club alone from then on. */
async function takeOut(trx: Trx, deps: ClubDeps, club: Club, person: ClubPerson, now: Date): Promise<Result<void, PeopleRefusal>> {
  await removeFromClub(trx, { clubId: club.id, personId: person.id })
  await deps.removeCalendar(trx, club.id)
  if (!person.isOwnLogin) return ok(undefined)
  for (const other of await leaveOtherClubs(trx, club.id)) await deps.removeCalendar(trx, other)
  const { isStaff, ownsAnother } = await whatHoldsOwnLogin(trx, club.id)
  if (isStaff) return refuse({ code: 'own_login_is_staff' })
  if (ownsAnother) return refuse({ code: 'hand_over_first' })
  await forgetLogins(trx, { id: club.id, mobile: await readMobile(trx, club.id) })
  await deps.forgetBuyer(trx, club.id)
  await releaseFiles(trx, await eraseOwnLogin(trx, club.id), now)
  return ok(undefined)
}

/** The owner offers the club to somebody in it. An earlier offer is over. */
export const offerClub = (deps: ClubDeps, personId: string, by: ClubActor, now: Date): Promise<Result<void, PeopleRefusal>> =>
  changing(deps, by, async (trx, club) => {
    const person = another(club, personId)
    if (!person.ok) return person
    const limited = await limitMails(trx, club.id, now)
    if (limited) return refuse({ code: 'too_many_requests', ...limited })
    await writeHandover(trx, club.id, { fromId: by.personId, toId: personId }, now)
    await tell(trx, deps, [person.value], (to) => handoverOfferedLetter(to.locale, { ...to, owner: club.me.name }), club.name, now)
    return ok(undefined)
  })

export const withdrawOffer = (deps: ClubDeps, by: ClubActor): Promise<Result<void, PeopleRefusal>> =>
  changing(deps, by, async (trx, club) => {
    if (club.me.role !== 'owner') return refuse({ code: 'club_role' })
    await deleteHandover(trx, club.id)
    return ok(undefined)
  })

/** Who was offered the club takes it, and the owner gets their role; or does not want it, which the owner is told. */
export const answerOffer = (
  deps: ClubDeps,
  accept: boolean,
  by: ClubActor,
  audit: Audit,
  now: Date,
): Promise<Result<void, PeopleRefusal>> =>
  changing(deps, by, async (trx, club) => {
    const offer = await readHandover(trx, club.id, now)
    const owner = club.people.find(({ id, role }) => id === offer?.fromId && role === 'owner')
    if (!offer || !owner || offer.toId !== by.personId) return refuse({ code: 'not_found' })
    await deleteHandover(trx, club.id)
    if (!accept) {
      await tell(trx, deps, [owner], (to) => offerDeclinedLetter(to.locale, { ...to, person: club.me.name }), club.name, now)
      await audit(trx, { action: 'club.offer_declined', subject: { kind: 'member', id: club.id }, after: { member: by.personId } })
      return ok(undefined)
    }
    await setClubRole(trx, { clubId: club.id, personId: owner.id, role: club.me.role })
    await setClubRole(trx, { clubId: club.id, personId: by.personId, role: 'owner' })
    await withdrawInvitations(trx, club.id, {}, now)
    await tell(trx, deps, club.people, (to) => newOwnerLetter(to.locale, { ...to, owner: club.me.name }), club.name, now)
    await audit(trx, {
      action: 'club.handed_over',
      subject: { kind: 'member', id: club.id },
      before: { member: owner.id },
      after: { member: by.personId },
    })
    return ok(undefined)
  })

type To = { name: string; club: string; link: string; locale: ClubPerson['locale'] }

/** By mail, each in their language; who has no address is told nothing. */
export async function tell(
  trx: Trx,
  deps: Pick<ClubDeps, 'jobs' | 'publicUrl' | 'tokens'>,
  people: readonly ClubPerson[],
  letterTo: (to: To) => { subject: string; body: string },
  club: string,
  now: Date,
): Promise<void> {
  const link = landingLink(deps, '/member/club')
  for (const { name, email, locale } of people.filter((person) => person.email !== ''))
    await sendLetter(trx, deps, { email, locale, cause: `club:${randomUUID()}` }, letterTo({ name, club, link, locale }), now)
}
