import type { Db } from '#db/connect.ts'
import type { NoteSecurity } from '#http/security-log.ts'
import { findForLogin } from './store.ts'

/** Whose account was tried, when there is one: the caller never learns it. */
export async function noteFailedLogin(
  { db }: { db: Db },
  note: NoteSecurity,
  emailOrAccount: string,
  { code }: { code: string },
): Promise<void> {
  const row = await findForLogin(db, emailOrAccount)
  note(code === 'too_many_attempts' ? 'login_locked' : 'login_failed', row?.id)
}
