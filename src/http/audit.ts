import type { DbOrTrx } from '#db/connect.ts'
import type { Session, StaffRole } from './session.ts'

/**
 * One line of the audit log. `action` is `<noun>.<past participle>` (`facility.changed`), with a sentence in both languages
 * under `audit_action_<noun>_<past participle>` that takes `{who}` and `{subject}`. `before` and `after` are objects with the
 * fields that changed; a field is shown under `audit_field_<name>`, texts in both languages (`{ tw, en }`) in the reader's.
 *
 * Rows cannot be changed afterwards, so no secrets, bank accounts or whole documents belong here, and of members no more than
 * their id: a subject of the kind `member`, and a field `member`, hold the id, and the name is looked up when the log is read. The same
 * goes for who acted, where that is a member and not staff, such as a person of a club.
 */
export type AuditEntry = {
  action: string
  subject: { kind: string; id: string; label?: string | { tw: string; en: string } }
  before?: unknown
  after?: unknown
  /** The reason that was given, in the words of whoever acted. */
  note?: string
}

/** Writes an entry in the transaction that does the deed: both are there afterwards, or neither. */
export type Audit = (trx: DbOrTrx, entry: AuditEntry) => Promise<void>

/** Who acts, from where and by which call. Without a member: the service itself, or somebody with a setup link. */
export type AuditSource = {
  at: Date
  memberId: string | null
  /** Of staff only, and so is the address; empty for a member. */
  name: string
  /** As they were at that moment. */
  roles: readonly StaffRole[]
  address: string
  /** Method and path, or the command or job. */
  call: string
  requestId: string | null
}

export type WriteAudit = (trx: DbOrTrx, source: AuditSource, entry: AuditEntry) => Promise<void>

type From = { address: string; requestId: string | undefined; now: Date }

/** The `audit` of a handler: bound to the session, the address and the call. */
export function bindAudit(write: WriteAudit, session: Session | undefined, { address, requestId, now }: From, call: string): Audit {
  const isMember = session?.roles.length === 0
  const source: AuditSource = {
    at: now,
    memberId: session?.personId ?? null,
    name: isMember ? '' : (session?.name ?? ''),
    roles: session?.roles ?? [],
    address: isMember ? '' : address,
    call,
    requestId: requestId ?? null,
  }
  return (trx, entry) => write(trx, source, entry)
}
