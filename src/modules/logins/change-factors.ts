import type { Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { whyNotOwnSecret, type OwnSecretRefusal } from './prove-again.ts'
import type { LoginDeps } from './deps.ts'
import { factorsLetter, type FactorEvent, type FactorNamed } from './letters.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import type { LoggedIn, LoginCaller } from './log-in.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { replaceByProven, type OwnSession } from './replace-session.ts'
import { whyNotChangeFactors, type FactorStanding, type NotFresh } from './second-factor-rules.ts'
import { noteProven, noteSecretGiven, readFactors, readStanding } from './second-factor-store.ts'
import { randomUUID } from 'node:crypto'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { readContact } from '#modules/accounts/store.ts'

export type ChangeRefusal = NotFresh

/** Why factors may not be changed in this session now. */
export async function whyNotNow({ db, ways }: LoginDeps, session: OwnSession, now: Date): Promise<ChangeRefusal | undefined> {
  const standing = await readStanding(db, session.id, ways.staff?.name)
  return standing ? whyNotChangeFactors(standing, now) : { code: 'confirm_secret_first' }
}

/** Locks the member, so that changes of their factors come one after the other, and reads what they depend on. */
export async function beginChange(
  trx: Trx,
  { ways }: LoginDeps,
  session: OwnSession,
  now: Date,
): Promise<Result<FactorStanding, ChangeRefusal>> {
  await lockMember(trx, session.memberId)
  const standing = await readStanding(trx, session.id, ways.staff?.name)
  const refusal = standing ? whyNotChangeFactors(standing, now) : ({ code: 'confirm_secret_first' } as const)
  return refusal ? refuse(refusal) : ok(standing!)
}

/** A factor that was added. `recoveryCodes`: the first ones of staff, and new ones with every authenticator app: those before were noted with another. `loggedIn`: the session that goes on from here. */
export type AddedFactor = { recoveryCodes: string[]; loggedIn: LoggedIn | undefined }
type Finished = { recoveryCodes: string[]; isFirstProof: boolean }

/** Ends the transaction that adds a factor: recovery codes, the mail, and the proof, since the factor was just shown. */
export async function finishAdding(
  trx: Trx,
  deps: LoginDeps,
  session: OwnSession,
  { standing, factor }: { standing: FactorStanding; factor: FactorNamed },
  now: Date,
): Promise<Finished> {
  const { memberId } = session
  const { recoveryCodesLeft } = await readFactors(trx, memberId)
  const isAskedFor = standing.hasRole || standing.hasAuthenticator || factor.kind === 'authenticator'
  const areNew = factor.kind === 'authenticator' || recoveryCodesLeft === 0
  const recoveryCodes = isAskedFor && areNew ? await makeRecoveryCodes(trx, memberId, now) : []
  const isFirstProof = standing.isStaff && standing.provenAt === null
  if (isAskedFor && !isFirstProof) await noteProven(trx, session.id, now)
  await tellOfFactors(trx, deps, memberId, { happened: 'added', factor }, now)
  return { recoveryCodes, isFirstProof }
}

/** After the commit: staff who have added their first factor go on in a proven session. */
export async function goOnAfterAdding(
  deps: LoginDeps,
  session: OwnSession,
  { recoveryCodes, isFirstProof }: Finished,
  caller: LoginCaller,
  now: Date,
): Promise<AddedFactor> {
  return { recoveryCodes, loggedIn: isFirstProof ? await replaceByProven(deps, session, caller, now) : undefined }
}

/** The secret again, in an open session: opens the settings of factors for some minutes. */
export async function confirmSecret(
  deps: LoginDeps,
  session: OwnSession,
  secret: string,
  now: Date,
): Promise<Result<void, OwnSecretRefusal>> {
  const wrong = await whyNotOwnSecret(deps, session.memberId, secret, 'secret', now)
  if (wrong) return refuse(wrong)
  await noteSecretGiven(deps.db, session.id, now)
  return ok(undefined)
}

/** Mails the member what has happened to their second factors, in the transaction that does it. */
export async function tellOfFactors(trx: Trx, deps: LoginDeps, memberId: string, event: FactorEvent, now: Date): Promise<void> {
  const member = await readContact(trx, memberId)
  if (!member) return
  const link = `${deps.publicUrl}/member/setting`
  const letter = factorsLetter(member.locale, { name: member.name, link, forgetLink: `${deps.publicUrl}/login/forget` }, event)
  await sendLetter(trx, deps, { ...member, cause: `second-factor:${randomUUID()}` }, letter, now)
}
