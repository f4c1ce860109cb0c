import { inTransaction } from '#db/transaction.ts'
import type { Trx } from '#db/connect.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { deleteAuthenticator, deleteRecoveryCodes } from './authenticator-store.ts'
import { canStillLogIn } from './can-still-log-in.ts'
import { beginChange, tellOfFactors, type ChangeRefusal } from './change-factors.ts'
import type { LoginDeps } from './deps.ts'
import type { FactorNamed } from './letters.ts'
import { deletePasskey, listPasskeys } from './passkey-store.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import type { OwnSession } from './replace-session.ts'
import { whyNotChangeFactors } from './second-factor-rules.ts'
import { readFactors, readStanding } from './second-factor-store.ts'
import type { Session } from '#http/session.ts'
import { writeSecretHash } from '#modules/accounts/store.ts'
import { endSessions } from './session-store.ts'
import type { SecondFactorsAnswer } from './second-factor-wire.ts'

const firsts = { confirm_secret_first: 'secret', confirm_factor_first: 'factor', confirm_login_first: 'login' } as const

/** The member's factors. Before one was shown that is demanded, only the ways to show it: names and times are for its owner. */
export async function readSecondFactors(
  { db, ways: { staff } }: LoginDeps,
  session: Session,
  now: Date,
): Promise<Omit<SecondFactorsAnswer, 'staffIssuer'>> {
  const [factors, standing] = await Promise.all([readFactors(db, session.memberId), readStanding(db, session.id, staff?.name)])
  const mustProve = session.owesSecondStep || (session.roles.length > 0 && !session.isProvenTwice && !standing?.provenAt)
  const passkeys = mustProve ? [] : await listPasskeys(db, session.memberId)
  const refusal = standing && whyNotChangeFactors(standing, now)
  return {
    ways: {
      passkey: factors.passkeys > 0,
      authenticator: factors.authenticator !== null,
      recoveryCode: factors.recoveryCodesLeft > 0 && (factors.passkeys > 0 || factors.authenticator !== null),
    },
    confirmFirst: refusal ? firsts[refusal.code] : null,
    isDemanded: !staff && session.roles.length > 0 && !session.isExemptByDemo,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    authenticator:
      mustProve || !factors.authenticator
        ? null
        : {
            createdAt: factors.authenticator.createdAt.toISOString(),
            lastUsedAt: factors.authenticator.lastUsedAt?.toISOString() ?? null,
          },
    recoveryCodesLeft: mustProve ? 0 : factors.recoveryCodesLeft,
  }
}

export type RemoveRefusal = ChangeRefusal | { code: 'not_found' } | { code: 'no_second_factor' } | { code: 'last_factor' | 'last_way' }

export type GiveUpRefusal = ChangeRefusal | { code: 'last_way' }

export const removePasskey = (deps: LoginDeps, session: OwnSession, id: string, now: Date): Promise<Result<void, RemoveRefusal>> =>
  removeFactor(deps, session, now, async (trx) => {
    const name = await deletePasskey(trx, { id, memberId: session.memberId })
    return name === undefined ? refuse({ code: 'not_found' }) : ok({ kind: 'passkey', name })
  })

export const removeAuthenticator = (deps: LoginDeps, session: OwnSession, now: Date): Promise<Result<void, RemoveRefusal>> =>
  removeFactor(deps, session, now, async (trx) =>
    (await deleteAuthenticator(trx, session.memberId)) ? ok({ kind: 'authenticator' }) : refuse({ code: 'no_second_factor' }),
  )

/**
 * The member logs in by a passkey or an issuer instead of the secret, and the other sessions end. The link for a forgotten one sets
 * another: who loses the device is not shut out.
 */
export async function giveUpSecret(deps: LoginDeps, session: OwnSession, now: Date): Promise<Result<void, GiveUpRefusal>> {
  const { memberId } = session
  return inTransaction<void, GiveUpRefusal>(deps.db, async (trx) => {
    const begun = await beginChange(trx, deps, session, now)
    if (!begun.ok) return begun
    if (!begun.value.hasSecret) return ok(undefined)
    if (!(await canStillLogIn(trx, deps, { memberId, hasSecret: false }))) return refuse({ code: 'last_way' })
    await writeSecretHash(trx, memberId, null)
    await endSessions(trx, memberId, { except: session.id }, now)
    await tellOfFactors(trx, deps, memberId, { happened: 'removed', factor: { kind: 'secret' } }, now)
    return ok(undefined)
  })
}

/** Removes a factor and mails the member. Staff keep at least one, unless they log in by an issuer of their own, and everybody a way to log in. */
async function removeFactor(
  deps: LoginDeps,
  session: OwnSession,
  now: Date,
  remove: (trx: Trx) => Promise<Result<FactorNamed, RemoveRefusal>>,
): Promise<Result<void, RemoveRefusal>> {
  return inTransaction<void, RemoveRefusal>(deps.db, async (trx) => {
    const begun = await beginChange(trx, deps, session, now)
    if (!begun.ok) return begun
    const removed = await remove(trx)
    if (!removed.ok) return removed
    const { passkeys, authenticator } = await readFactors(trx, session.memberId)
    if (begun.value.isStaff && !deps.ways.staff && passkeys === 0 && authenticator === null) return refuse({ code: 'last_factor' })
    if (!(await canStillLogIn(trx, deps, { memberId: session.memberId, hasSecret: begun.value.hasSecret })))
      return refuse({ code: 'last_way' })
    // Recovery codes stand in for what is asked for: of staff any factor, of members the app.
    if (authenticator === null && (passkeys === 0 || !begun.value.hasRole)) await deleteRecoveryCodes(trx, session.memberId)
    await tellOfFactors(trx, deps, session.memberId, { happened: 'removed', factor: removed.value }, now)
    return ok(undefined)
  })
}

export type NewCodesRefusal = ChangeRefusal | { code: 'no_second_factor' } | { code: 'too_many_requests'; retryAfterSeconds: number }

/** New recovery codes; those before are void. */
export async function renewRecoveryCodes(deps: LoginDeps, session: OwnSession, now: Date): Promise<Result<string[], NewCodesRefusal>> {
  const limited = await takeTurn(deps.db, { key: `recovery-codes:${session.memberId}`, limit: 20, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  return inTransaction<string[], NewCodesRefusal>(deps.db, async (trx) => {
    const begun = await beginChange(trx, deps, session, now)
    if (!begun.ok) return begun
    if (!begun.value.hasFactor) return refuse({ code: 'no_second_factor' })
    const codes = await makeRecoveryCodes(trx, session.memberId, now)
    await tellOfFactors(trx, deps, session.memberId, { happened: 'recovery-codes-made' }, now)
    return ok(codes)
  })
}
