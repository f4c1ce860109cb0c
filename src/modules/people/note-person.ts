import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { endSessions } from '#modules/logins/session-store.ts'
import { findNote, findOpenMember, insertNote, removeNote } from './store.ts'

type NotFound = { code: 'not_found' }

export type NoteRefusal = NotFound | { code: 'idempotency_key_reused' }

/**
 * Writes a note for colleagues. Its text is not in the audit log: it goes with the account. The caller chooses the note's id, so
 * that a repeated request writes one note.
 */
export async function notePerson(
  db: Db,
  note: { id: string; memberId: string; text: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<undefined, NoteRefusal>> {
  return inTransaction<undefined, NoteRefusal>(db, async (trx) => {
    const { id, memberId, text, by } = note
    if (!(await findOpenMember(trx, memberId))) return refuse({ code: 'not_found' })
    if (await insertNote(trx, note, now)) {
      await audit(trx, { action: 'person.noted', subject: { kind: 'member', id: memberId } })
      return ok(undefined)
    }
    const before = await findNote(trx, id)
    const isSame = before?.memberId === memberId && before.text === text && before.by === by
    return isSame ? ok(undefined) : refuse({ code: 'idempotency_key_reused' })
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

export type EndSessionsRefusal = NotFound | { code: 'person_is_staff' }

/** Logs a member out everywhere. Staff are logged out by an admin, where staff are managed. */
export async function endPersonSessions(db: Db, memberId: string, audit: Audit, now: Date): Promise<Result<undefined, EndSessionsRefusal>> {
  return inTransaction<undefined, EndSessionsRefusal>(db, async (trx) => {
    const member = await findOpenMember(trx, memberId)
    if (!member) return refuse({ code: 'not_found' })
    if (member.isStaff) return refuse({ code: 'person_is_staff' })
    const ended = await endSessions(trx, memberId, {}, now)
    await audit(trx, { action: 'person.logged_out', subject: { kind: 'member', id: memberId }, after: { sessions: ended } })
    return ok(undefined)
  })
}
