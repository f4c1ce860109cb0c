import { ok, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { confirmEmail, type ConfirmRefusal } from './confirm-email.ts'
import type { ProvingDeps } from './deps.ts'
import { openSession, type LoggedIn, type LoginCaller } from './log-in.ts'
import { readSecretHash } from '#modules/accounts/store.ts'

type Opened = { token: string; registeringKey: string | undefined }

/** Confirms an address, and logs the member in when the link is opened in the browser that registered. */
export async function confirmAndLogIn(
  deps: ProvingDeps,
  { token, registeringKey }: Opened,
  caller: Omit<LoginCaller, 'isBrowser'>,
  now: Date,
): Promise<Result<{ email: string; loggedIn?: LoggedIn }, ConfirmRefusal>> {
  const confirmed = await confirmEmail(deps, token, registeringKey, now)
  if (!confirmed.ok) return confirmed
  const { email, registeredHere } = confirmed.value
  if (registeredHere === undefined) return ok({ email })
  const [{ session }, secretHash] = await Promise.all([readLimits(deps.db), readSecretHash(deps.db, registeredHere)])
  const row = { id: registeredHere, secretHash: secretHash ?? null }
  return ok({ email, loggedIn: await openSession(deps, row, session.days, { ...caller, isBrowser: true }, now) })
}
