import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { endSessions } from '#modules/accounts/session-store.ts'
import { withdrawPoint } from '#modules/violations/withdraw-point.ts'
import { insertNote, isOpenMember, removeNote } from './store.ts'

type NotFound = { code: 'not_found' }

/** Writes a note for colleagues. Its text is not in the audit log: it goes with the account. */
export async function notePerson(
  db: Db,
  { memberId, text, by }: { memberId: string; text: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<string, NotFound>> {
  return inTransaction<string, NotFound>(db, async (trx) => {
    if (!(await isOpenMember(trx, memberId))) return refuse({ code: 'not_found' })
    const id = randomUUID()
    await insertNote(trx, { id, memberId, text, by }, now)
    await audit(trx, { action: 'person.noted', subject: { kind: 'member', id: memberId } })
    return ok(id)
  })
}

export async function removePersonNote(
  db: Db,
  { noteId, by }: { noteId: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<undefined, NotFound>> {
  return inTransaction<undefined, NotFound>(db, async (trx) => {
    const memberId = await removeNote(trx, noteId, by, now)
    if (memberId === undefined) return refuse({ code: 'not_found' })
    await audit(trx, { action: 'person.note_removed', subject: { kind: 'member', id: memberId } })
    return ok(undefined)
  })
}

/** Logs a member out everywhere. Staff are logged out where staff are managed. */
export async function endPersonSessions(db: Db, memberId: string, audit: Audit, now: Date): Promise<Result<undefined, NotFound>> {
  return inTransaction<undefined, NotFound>(db, async (trx) => {
    if (!(await isOpenMember(trx, memberId))) return refuse({ code: 'not_found' })
    const ended = await endSessions(trx, memberId, {}, now)
    await audit(trx, { action: 'person.logged_out', subject: { kind: 'member', id: memberId }, after: { sessions: ended } })
    return ok(undefined)
  })
}

export type WithdrawRefusal = NotFound | { code: 'point_gone' }

export async function withdrawPersonPoint(
  db: Db,
  { pointId, reason, by }: { pointId: string; reason: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<{ lifted: boolean }, WithdrawRefusal>> {
  return inTransaction<{ lifted: boolean }, WithdrawRefusal>(db, async (trx) => {
    const withdrawn = await withdrawPoint(trx, pointId, by, now)
    if (!withdrawn) return refuse({ code: 'point_gone' })
    const subject = { kind: 'member', id: withdrawn.memberId }
    await audit(trx, { action: 'point.withdrawn', subject, after: { suspensionLifted: withdrawn.lifted }, note: reason })
    return ok({ lifted: withdrawn.lifted })
  })
}
