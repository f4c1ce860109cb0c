import type { Log } from './log.ts'
import type { Session } from './session.ts'

/** Event names are stable, because alerts and searches refer to them. */
export type SecurityEvent =
  | 'login'
  | 'login_failed'
  | 'login_locked'
  | 'logout'
  | 'sessions_ended'
  | 'secret_changed'
  | 'secret_wrong'
  | 'secret_reset_asked'
  | 'secret_reset'
  | 'secret_reset_failed'
  | 'email_change_asked'
  | 'email_confirmed'
  | 'mobile_changed'
  | 'contact_change_undone'
  | 'data_exported'
  | 'account_closed'
  | 'staff_joined'
  | 'role_changed'
  | 'factors_reset'
  | 'second_factor_proven'
  | 'second_factor_wrong'
  | 'second_factor_locked'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'login_way_linked'
  | 'login_way_unlinked'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'passkey_copied'
  | 'acting_begun'
  | 'acting_ended'
  | 'role_used'
  | 'role_refused'
  | 'foreign_origin'

const alarming = new Set<SecurityEvent>([
  'login_failed',
  'login_locked',
  'secret_wrong',
  'secret_reset_failed',
  'second_factor_wrong',
  'second_factor_locked',
  'recovery_code_used',
  'passkey_copied',
  'role_refused',
  'foreign_origin',
])

/** Logs a security event of a member; `memberId` is null when no member is known. */
export type NoteSecurity = (event: SecurityEvent, memberId: string | null | undefined) => void

type From = { address: string; requestId: string | undefined }

/** One line for each event, with the member's id and the address; no other personal data. */
export function openSecurityLog(log: Log, { address, requestId }: From, call: string): NoteSecurity {
  return (event, memberId) => write(log, { event, memberId: memberId ?? null, address, requestId, call })
}

/** Logs every call that is restricted to roles, allowed or refused. */
export function noteRole(log: Log, { address, requestId }: From, call: string, session: Session, allowed: boolean): void {
  const event = allowed ? 'role_used' : 'role_refused'
  write(log, { event, memberId: session.personId, roles: session.roles, address, requestId, call })
}

function write(log: Log, line: { event: SecurityEvent } & Record<string, unknown>): void {
  if (alarming.has(line.event)) log.warn(line, 'security')
  else log.info(line, 'security')
}
