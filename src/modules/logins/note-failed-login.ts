import type { Db } from '#db/connect.ts'
import type { NoteSecurity } from '#http/security-log.ts'
import { findForLogin } from '#modules/accounts/store.ts'

/** Writes a failed login to the security log, with the member if there is one; the caller never learns it. */
export async function noteFailedLogin(
  { db }: { db: Db },
  note: NoteSecurity,
  emailOrAccount: string,
  { code }: { code: string },
): Promise<void> {
  const { named } = await findForLogin(db, emailOrAccount)
  note(code === 'too_many_attempts' ? 'login_locked' : 'login_failed', named?.id)
}
