import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import type { Locale } from '#i18n/locale.ts'
import { readClubPeople } from '#modules/accounts/club-store.ts'
import { listIdentities } from '#modules/accounts/identity-store.ts'
import { mayBeIdentity } from '#modules/accounts/rules.ts'
import { readSecretHash } from '#modules/accounts/store.ts'
import { readFactors } from '#modules/logins/second-factor-store.ts'
import { listSessions } from '#modules/logins/session-store.ts'
import { listSubjects } from '#modules/logins/subject-store.ts'
import { hasActed } from '#modules/audit/read-store.ts'
import { readLimits, readNeverSuspended } from '#modules/settings/store.ts'
import { findPoints, findSuspension } from '#modules/violations/read-store.ts'
import {
  listMerges,
  listNotes,
  listPersonLockers,
  listPersonMessages,
  listPersonOrders,
  listPersonProofs,
  readPerson,
  readPersonMoney,
} from './store.ts'

/** A card stays open on a screen that reads it again whenever something changes: within this time that is one look. */
const oneLookMinutes = 15

/**
 * Everything about one member; for a double that was merged, about the member that it was merged into. That `viewer` opened it is
 * written to the audit log before anything is shown.
 */
export async function readCard(db: Db, asked: { id: string; locale: Locale; viewer: string }, audit: Audit, now: Date) {
  const { locale, viewer } = asked
  const member = await readPerson(db, asked.id, locale)
  if (!member) return undefined
  const { id } = member
  const look = { action: 'person.opened', subject: { kind: 'member', id } }
  const isSameLook = await hasActed(db, { memberId: viewer, ...look }, new Date(now.getTime() - oneLookMinutes * 60_000))
  if (!isSameLook) await audit(db, look)
  const [
    orders,
    money,
    points,
    suspension,
    lockers,
    sessions,
    logins,
    messages,
    notes,
    proofs,
    identities,
    limits,
    spared,
    merges,
    clubPeople,
  ] = await Promise.all([
    listPersonOrders(db, id),
    readPersonMoney(db, id),
    findPoints(db, id),
    findSuspension(db, id, now),
    listPersonLockers(db, id),
    listSessions(db, id, now),
    readLogins(db, id),
    listPersonMessages(db, member),
    listNotes(db, id),
    listPersonProofs(db, id),
    listIdentities(db),
    readLimits(db),
    readNeverSuspended(db),
    listMerges(db, id),
    member.community?.state === 'approved' ? readClubPeople(db, id) : null,
  ])
  return {
    member,
    orders,
    money,
    points,
    suspension,
    lockers,
    sessions,
    logins,
    messages,
    notes,
    proofs,
    choices: identities.filter((identity) => mayBeIdentity(identity, member.community?.state ?? null)),
    limits: limits.violations,
    neverSuspended: spared.includes(id),
    merges,
    clubPeople,
  }
}
async function readLogins(db: Db, id: string) {
  const [secretHash, factors, links] = await Promise.all([readSecretHash(db, id), readFactors(db, id), listSubjects(db, id)])
  return { hasSecret: Boolean(secretHash), passkeys: factors.passkeys, hasAuthenticator: factors.authenticator !== null, links }
}

export type Card = NonNullable<Awaited<ReturnType<typeof readCard>>>
