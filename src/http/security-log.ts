import type { Log } from './log.ts'
import type { Session } from './session.ts'

/** Names are stable: alarms and searches are written for them. */
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
  | 'role_used'
  | 'role_refused'
  | 'foreign_origin'

const alarming = new Set<SecurityEvent>([
  'login_failed',
  'login_locked',
  'secret_wrong',
  'secret_reset_failed',
  'role_refused',
  'foreign_origin',
])

/** Says that something happened that matters for security, and to whom. `memberId` is null when nobody of ours is known. */
export type NoteSecurity = (event: SecurityEvent, memberId: string | null | undefined) => void

type From = { address: string; requestId: string | undefined }

/** One line for each event: who, by id, and from where; nothing else of the person. */
export function openSecurityLog(log: Log, { address, requestId }: From, call: string): NoteSecurity {
  return (event, memberId) => write(log, { event, memberId: memberId ?? null, address, requestId, call })
}

/** Every call that only some roles may make is written down, done or refused. */
export function noteRole(log: Log, { address, requestId }: From, call: string, session: Session, allowed: boolean): void {
  const event = allowed ? 'role_used' : 'role_refused'
  write(log, { event, memberId: session.memberId, role: session.role, address, requestId, call })
}

function write(log: Log, line: { event: SecurityEvent } & Record<string, unknown>): void {
  if (alarming.has(line.event)) log.warn(line, 'security')
  else log.info(line, 'security')
}
