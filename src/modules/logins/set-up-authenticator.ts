import { randomBytes } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { qrRoomOnScreen } from '#lib/qr.ts'
import { otpauthUrl, stepOfCode, toBase32 } from '#lib/totp.ts'
import { confirmPending, readPending, writePending } from './authenticator-store.ts'
import { beginChange, finishAdding, goOnAfterAdding, type AddedFactor, type ChangeRefusal } from './change-factors.ts'
import type { LoginDeps } from './deps.ts'
import type { LoginCaller } from './log-in.ts'
import { authenticatorSeal } from './prove-by-code.ts'
import type { OwnSession } from './replace-session.ts'
import { readSiteNames } from './add-passkey.ts'
import { readContact } from '#modules/accounts/store.ts'

/** Length that RFC 4226 recommends. */
const secretBytes = 20
const pendingMinutes = 30

export type SetUpRefusal = ChangeRefusal | { code: 'too_many_requests'; retryAfterSeconds: number }

/** A secret for an authenticator app: to be read from a QR code, or typed. It counts once a code from it is given. */
export async function setUpAuthenticator(
  deps: LoginDeps,
  session: OwnSession & { account: string },
  now: Date,
): Promise<Result<{ secret: string; address: string }, SetUpRefusal>> {
  const limited = await takeTurn(deps.db, { key: `authenticator:${session.memberId}`, limit: 30, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const bytes = randomBytes(secretBytes)
  return inTransaction<{ secret: string; address: string }, SetUpRefusal>(deps.db, async (trx) => {
    const begun = await beginChange(trx, deps, session, now)
    if (!begun.ok) return begun
    const until = new Date(now.getTime() + pendingMinutes * 60_000)
    await writePending(trx, session.memberId, deps.tokens.seal(authenticatorSeal, bytes), until)
    const secret = toBase32(bytes)
    const member = await readContact(trx, session.memberId)
    const { shortName } = await readSiteNames({ ...deps, db: trx }, member!.locale)
    return ok({ secret, address: otpauthUrl({ issuer: shortName, account: session.account, secret }, qrRoomOnScreen) })
  })
}

export type AddAuthenticatorRefusal = SetUpRefusal | { code: 'wrong_second_factor'; path: 'code' } | { code: 'authenticator_setup_over' }

/** Confirms the app by a code from it. It takes the place of the one before. From now on every login of the member asks for it, or for a passkey. */
export async function addAuthenticator(
  deps: LoginDeps,
  session: OwnSession,
  code: string,
  caller: LoginCaller,
  now: Date,
): Promise<Result<AddedFactor, AddAuthenticatorRefusal>> {
  const limited = await takeTurn(deps.db, { key: `authenticator:${session.memberId}`, limit: 30, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const { memberId } = session
  const added = await inTransaction<Awaited<ReturnType<typeof finishAdding>>, AddAuthenticatorRefusal>(deps.db, async (trx) => {
    const begun = await beginChange(trx, deps, session, now)
    if (!begun.ok) return begun
    const sealed = await readPending(trx, memberId, now)
    const opened = sealed && deps.tokens.unseal(authenticatorSeal, sealed)
    if (!opened) return refuse({ code: 'authenticator_setup_over' })
    const step = stepOfCode(opened.value, code, now)
    if (step === undefined) return refuse({ code: 'wrong_second_factor', path: 'code' })
    if (!(await confirmPending(trx, memberId, sealed, step, now))) return refuse({ code: 'authenticator_setup_over' })
    return ok(await finishAdding(trx, deps, session, { standing: begun.value, factor: { kind: 'authenticator' } }, now))
  })
  return added.ok ? ok(await goOnAfterAdding(deps, session, added.value, caller, now)) : added
}
