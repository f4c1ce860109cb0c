import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { inEach, type Words } from '#i18n/words.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { canStillLogIn } from './can-still-log-in.ts'
import { beginChange, tellOfFactors, type ChangeRefusal } from './change-factors.ts'
import type { LoginDeps } from './deps.ts'
import { endSessionsBy } from './session-store.ts'
import type { OwnSession } from './replace-session.ts'
import { deleteSubject, insertSubject, listSubjects } from './subject-store.ts'
import type { NewSubject } from './way-state.ts'

export type LinkRefusal = ChangeRefusal | { code: 'subject_taken' | 'staff_way' }

/** Links a member with a subject of an issuer, in the session that asked for it: who comes back has just proved both. */
export async function linkSubject(
  deps: LoginDeps,
  { sessionId, memberId }: { sessionId: string; memberId: string },
  subject: NewSubject,
  now: Date,
): Promise<Result<void, LinkRefusal>> {
  return inTransaction<void, LinkRefusal>(deps.db, async (trx) => {
    const begun = await beginChange(trx, deps, { id: sessionId, memberId }, now)
    if (!begun.ok) return begun
    const known = await listSubjects(trx, memberId)
    if (known.some((one) => one.issuer === subject.issuer && one.subject === subject.subject)) return ok(undefined)
    // A second person at the issuer of staff would have the rights of the first.
    const { staff } = deps.ways
    if (begun.value.hasRole && subject.way === staff?.name && known.some(({ way }) => way === staff.name))
      return refuse({ code: 'staff_way' })
    if ((await insertSubject(trx, memberId, subject, now)) !== memberId) return refuse({ code: 'subject_taken' })
    await tellOfFactors(trx, deps, memberId, { happened: 'added', factor: { kind: 'way', title: titleIn(deps, subject.way) } }, now)
    return ok(undefined)
  })
}

export type UnlinkRefusal = ChangeRefusal | { code: 'not_found' | 'last_way' | 'staff_way' }

/**
 * Unlinks a subject and mails the member, who keeps a way to log in. Staff keep the issuer by whose groups they are it: unlinked, they
 * would be unknown there, and made anew by their groups, also while they are suspended.
 */
export async function unlinkSubject(deps: LoginDeps, session: OwnSession, id: string, now: Date): Promise<Result<void, UnlinkRefusal>> {
  const { memberId } = session
  return inTransaction<void, UnlinkRefusal>(deps.db, async (trx) => {
    const begun = await beginChange(trx, deps, session, now)
    if (!begun.ok) return begun
    const way = await deleteSubject(trx, id, memberId)
    if (way === undefined) return refuse({ code: 'not_found' })
    const { staff } = deps.ways
    if (begun.value.hasRole && way === staff?.name && staff.rolesOf) return refuse({ code: 'staff_way' })
    if (!(await canStillLogIn(trx, deps, { memberId, hasSecret: begun.value.hasSecret }))) return refuse({ code: 'last_way' })
    await endSessionsBy(trx, memberId, way, session.id, now)
    await tellOfFactors(trx, deps, memberId, { happened: 'removed', factor: { kind: 'way', title: titleIn(deps, way) } }, now)
    return ok(undefined)
  })
}

/** Unlinks a subject for its member, who is told by mail; the way that it came by. */
export async function unlinkFor(
  trx: Trx,
  deps: LoginDeps,
  { memberId, subjectId }: { memberId: string; subjectId: string },
  now: Date,
): Promise<string | undefined> {
  const way = await deleteSubject(trx, subjectId, memberId)
  if (way !== undefined)
    await tellOfFactors(trx, deps, memberId, { happened: 'removed', factor: { kind: 'way', title: titleIn(deps, way) } }, now)
  return way
}

/** A way that is no longer known is named as its rows name it. */
const titleIn = ({ ways }: LoginDeps, way: string): Words => ways.known(way)?.title ?? inEach(() => way)
