import { randomUUID } from 'node:crypto'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Locale } from '#i18n/locale.ts'
import { whyNotAllowedBy, type LoginDeps, type NotAllowed } from './deps.ts'
import { boundsOf, openTries } from './login-tries.ts'
import { deviceName } from './rules.ts'
import { findRight } from './secrets.ts'
import { readFactors } from './second-factor-store.ts'
import { countLogin, insertSession, type ByIssuer, type LoginMeans } from './session-store.ts'
import { readMember, withheld, type Member } from '#modules/accounts/profile-store.ts'
import { findForLogin, type LoginRow } from '#modules/accounts/store.ts'
import { makeBinding, type Tokens } from './tokens.ts'

export type LoginRefusal =
  | NotAllowed
  | { code: 'invalid_credentials' }
  | { code: 'too_many_attempts'; retryAfterSeconds: number }
  | { code: 'email_unconfirmed' }

export type LoginCaller = {
  address: string
  userAgent: string | null
  /** A browser: also gets the HttpOnly cookie that the token is bound to, and a device mark. */
  isBrowser: boolean
  /** Device marks of earlier logins in this browser. */
  deviceMarks: string[]
  locale: Locale
}

export type LoggedIn = {
  token: string
  expiresAt: Date
  bindingKey: string | undefined
  device: KnownDevice
  member: Member
  isProvenTwice: boolean
  /** The member has an authenticator app and must show a second factor before the session may do anything else. */
  owesSecondStep: boolean
}
/** The device marks that the browser keeps from now on. */
export type KnownDevice = { marks: string[]; expiresAt: Date }

/**
 * Logs in. Never says whether the name or the secret was wrong, and an unknown account takes as long as a known one.
 * Somebody who registered with an address and has its right secret is told that it is not confirmed, also when another member
 * has confirmed the same address (`isExempt`: a button of the demo, whose accounts everybody may open): whoever registers a stranger's address must not learn from it whose it is (decision 001).
 */
export async function logIn(
  deps: LoginDeps,
  { emailOrAccount, secret }: { emailOrAccount: string; secret: string },
  { isExempt = false, ...caller }: LoginCaller & { isExempt?: boolean },
  now: Date,
): Promise<Result<LoggedIn, LoginRefusal>> {
  const barredHere = isExempt ? undefined : whyNotAllowedBy(deps, 'secret')
  if (barredHere) return refuse(barredHere)
  const { db, tokens } = deps
  const [limits, { named: row, unconfirmed }] = await Promise.all([readLimits(db), findForLogin(db, emailOrAccount)])
  const device = row && caller.deviceMarks.map((mark) => tokens.readDevice(mark, row, now)).find((id) => id !== undefined)
  const bounds = boundsOf(device === undefined ? { name: emailOrAccount, address: caller.address } : { device }, limits)
  const tries = openTries(db, bounds, limits, now)
  const barred = async () => refuse({ code: 'too_many_attempts', retryAfterSeconds: (await tries.secondsToWait()) ?? 1 })

  if ((await tries.secondsToWait()) !== undefined) return barred()
  const hashes = [row?.secretHash ?? undefined, unconfirmed?.secretHash ?? undefined]
  const right = await findRight(secret, hashes, { key: bounds[0]!.key, stillAllowed: tries.count })
  if (right === 'not-allowed') return barred()
  if (right === 'wrong') return refuse({ code: 'invalid_credentials' })
  // Counts as a try: a stranger who registers a member's address would otherwise clear the member's failed tries by it.
  if (right === 1) return refuse({ code: 'email_unconfirmed' })
  await tries.wasRight()
  if (!row!.confirmed) return refuse({ code: 'email_unconfirmed' })
  return ok(await openSession(deps, row!, limits.session.days, caller, now, { by: { means: 'secret' } }))
}

const deviceDays = 365

/** Replaces this member's device mark by a new one; those of other members stay. */
export function markDevice(tokens: Tokens, member: { id: string; secretHash: string | null }, before: string[], now: Date): KnownDevice {
  const expiresAt = new Date(now.getTime() + deviceDays * 86_400_000)
  const others = before.filter((mark) => tokens.readDevice(mark, member, now) === undefined)
  return { marks: [tokens.signDevice(member, expiresAt), ...others], expiresAt }
}

/**
 * `by`: it is a login, and none when it goes on from another session, which `byIssuer` tells of where an issuer has opened it. `isProven`: a
 * second factor was shown, or a passkey, which is two at once.
 */
type Opening = { by?: LoginMeans; byIssuer?: ByIssuer | undefined; isProven?: boolean }

export async function openSession(
  { db, tokens, ways: { staff } }: LoginDeps,
  row: Pick<LoginRow, 'id' | 'secretHash'>,
  days: number,
  caller: LoginCaller,
  now: Date,
  { by, byIssuer, isProven = false }: Opening = {},
): Promise<LoggedIn> {
  const memberId = row.id
  const way = byIssuer ? byIssuer.way : by && 'way' in by ? by.way : undefined
  const session = {
    id: randomUUID(),
    memberId,
    device: deviceName(caller.userAgent),
    address: caller.address,
    createdAt: byIssuer?.createdAt ?? now,
    expiresAt: byIssuer?.expiresAt ?? new Date(now.getTime() + days * 86_400_000),
    ...(isProven ? { provenAt: now } : {}),
    way,
  }
  await insertSession(db, session)
  if (by) await countLogin(db, by, now)
  const bound = caller.isBrowser ? makeBinding() : undefined
  const token = await tokens.signSession({ sessionId: session.id, memberId, binding: bound?.binding }, now, session.expiresAt)
  const member = (await readMember(db, memberId, caller.locale))!
  const owesSecondStep =
    !isProven && member.roles.length === 0 && !member.isExemptByDemo && (await readFactors(db, memberId)).authenticator !== null
  return {
    token,
    expiresAt: session.expiresAt,
    bindingKey: bound?.key,
    device: markDevice(tokens, row, caller.deviceMarks, now),
    member: owesSecondStep ? withheld(member) : member,
    owesSecondStep,
    isProvenTwice: (staff ? way === staff.name : isProven) || member.isExemptByDemo,
  }
}
