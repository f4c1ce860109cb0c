import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { stepOfCode } from '#lib/totp.ts'
import { readLimits } from '#modules/settings/store.ts'
import { readAuthenticator, reseal, useRecoveryCode, useStep } from './authenticator-store.ts'
import type { LoginDeps } from './deps.ts'
import type { LoggedIn, LoginCaller } from './log-in.ts'
import { openTries } from './login-tries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { replaceByProven, type OwnSession } from './replace-session.ts'
import { readRecoveryCode } from './second-factor-rules.ts'
import { readFactors } from './second-factor-store.ts'
import { tellOfFactors } from './change-factors.ts'

export type CodeRefusal = { code: 'wrong_second_factor'; path: 'code' } | { code: 'too_many_attempts'; retryAfterSeconds: number }

/** Purpose of the key that seals authenticators' secrets. */
export const authenticatorSeal = 'authenticator'

/** Shows the second factor by a code of the authenticator app. The code of a time step works once. */
export async function proveByCode(
  deps: LoginDeps,
  session: OwnSession,
  code: string,
  caller: LoginCaller,
  now: Date,
): Promise<Result<LoggedIn, CodeRefusal>> {
  const refusal = await tryCode(deps, session, () => isRightCode(deps, session.memberId, code, now), now)
  return refusal ? refuse(refusal) : ok(await replaceByProven(deps, session, caller, now))
}

async function isRightCode({ db, tokens }: LoginDeps, memberId: string, code: string, now: Date): Promise<boolean> {
  const sealed = await readAuthenticator(db, memberId)
  const opened = sealed && tokens.unseal(authenticatorSeal, sealed)
  const step = opened && stepOfCode(opened.value, code, now)
  if (step === undefined || !(await useStep(db, memberId, step, now))) return false
  if (opened!.isOld) await reseal(db, memberId, sealed!, tokens.seal(authenticatorSeal, opened!.value))
  return true
}

/** Shows the second factor by a recovery code, which works once. The member is told by mail. */
export async function proveByRecoveryCode(
  deps: LoginDeps,
  session: OwnSession,
  typed: string,
  caller: LoginCaller,
  now: Date,
): Promise<Result<LoggedIn, CodeRefusal>> {
  const { memberId } = session
  const code = readRecoveryCode(typed)
  const use = async () => {
    if (code === undefined) return false
    const used = await inTransaction(deps.db, async (trx) => {
      if (!(await useRecoveryCode(trx, memberId, hashRecoveryCode(memberId, code), now))) return refuse(undefined)
      const { recoveryCodesLeft } = await readFactors(trx, memberId)
      await tellOfFactors(trx, deps, memberId, { happened: 'recovery-code-used', left: recoveryCodesLeft }, now)
      return ok(undefined)
    })
    return used.ok
  }
  const refusal = await tryCode(deps, session, use, now)
  return refusal ? refuse(refusal) : ok(await replaceByProven(deps, session, caller, now))
}

/** Counts wrong codes in this session and of this member, with growing waits as for logins. */
async function tryCode(
  { db }: LoginDeps,
  session: OwnSession,
  isRight: () => Promise<boolean>,
  now: Date,
): Promise<CodeRefusal | undefined> {
  const limits = await readLimits(db)
  const bounds = [
    { key: `second-factor:${session.id}`, tries: limits.login.secondFactorTries },
    { key: `second-factor-of:${session.memberId}`, tries: limits.login.secondFactorTriesFromAnywhere },
  ]
  const tries = openTries(db, bounds, limits, now)
  const barred = async (): Promise<CodeRefusal> => ({ code: 'too_many_attempts', retryAfterSeconds: (await tries.secondsToWait()) ?? 1 })
  if ((await tries.secondsToWait()) !== undefined || !(await tries.count())) return barred()
  if (!(await isRight())) return { code: 'wrong_second_factor', path: 'code' }
  await tries.wasRight()
  return undefined
}
