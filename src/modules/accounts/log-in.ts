import { randomUUID } from 'node:crypto'
import { addressGroup } from '#http/client-address.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Locale } from '#i18n/locale.ts'
import type { AccountDeps } from './deps.ts'
import { blockedUntil, blockUntil, countFailure, forgetFailures } from './failed-login-store.ts'
import { deviceName, waitSeconds } from './rules.ts'
import { checkSecret } from './secrets.ts'
import { insertSession } from './session-store.ts'
import { readMember, type Member } from './profile-store.ts'
import { findForLogin } from './store.ts'
import { fingerprint, makeBinding } from './tokens.ts'

export type LoginRefusal =
  | { code: 'invalid_credentials' }
  | { code: 'too_many_attempts'; retryAfterSeconds: number }
  | { code: 'email_unconfirmed' }

export type LoginCaller = {
  address: string
  userAgent: string | null
  /** Also gets the cookie without which its token is worth nothing. */ isBrowser: boolean
  locale: Locale
}

export type LoggedIn = { token: string; expiresAt: Date; bindingKey: string | undefined; member: Member }

/** B1. A wrong half is never named, and an unknown account takes as long as a known one. */
export async function logIn(
  deps: AccountDeps,
  { emailOrAccount, secret }: { emailOrAccount: string; secret: string },
  caller: LoginCaller,
  now: Date,
): Promise<Result<LoggedIn, LoginRefusal>> {
  const { db } = deps
  const [limits, row] = await Promise.all([readLimits(db), findForLogin(db, emailOrAccount)])
  const accountKey = row ? `member:${row.id}` : `unknown:${fingerprint(emailOrAccount)}`
  const addressKey = `address:${addressGroup(caller.address)}`

  let until: Date | undefined
  const stillAllowed = async () => (until = await blockedUntil(db, [accountKey, addressKey], now)) === undefined
  const verdict = await checkSecret(secret, row?.secretHash, stillAllowed)
  if (verdict === 'not-allowed') return refuse({ code: 'too_many_attempts', retryAfterSeconds: secondsUntil(until!, now) })
  if (verdict === 'wrong') {
    await noteFailure(deps, accountKey, limits.login.triesPerAccount, limits, now)
    await noteFailure(deps, addressKey, limits.login.triesPerAddress, limits, now)
    return refuse({ code: 'invalid_credentials' })
  }
  await forgetFailures(db, accountKey)
  if (!row!.confirmed) return refuse({ code: 'email_unconfirmed' })
  return ok(await openSession(deps, row!.id, limits.session.days, caller, now))
}

const secondsUntil = (until: Date, now: Date) => Math.ceil((until.getTime() - now.getTime()) / 1000)

async function noteFailure({ db }: AccountDeps, key: string, tries: number, { login }: Limits, now: Date): Promise<void> {
  const failures = await countFailure(db, key, login.forgetAfterHours, now)
  const wait = waitSeconds(failures, tries, login.firstWaitSeconds, login.longestWaitSeconds)
  if (wait > 0) await blockUntil(db, key, new Date(now.getTime() + wait * 1000))
}

async function openSession({ db, tokens }: AccountDeps, memberId: string, days: number, caller: LoginCaller, now: Date): Promise<LoggedIn> {
  const session = {
    id: randomUUID(),
    memberId,
    device: deviceName(caller.userAgent),
    address: caller.address,
    createdAt: now,
    expiresAt: new Date(now.getTime() + days * 86_400_000),
  }
  await insertSession(db, session)
  const bound = caller.isBrowser ? makeBinding() : undefined
  const token = await tokens.signSession({ sessionId: session.id, memberId, binding: bound?.binding }, now, session.expiresAt)
  const member = await readMember(db, memberId, caller.locale)
  return { token, expiresAt: session.expiresAt, bindingKey: bound?.key, member: member! }
}
