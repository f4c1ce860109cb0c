import { inTransaction } from '#db/transaction.ts'
import type { Trx } from '#db/connect.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { askByMail, type AskRefusal } from './confirm-email.ts'
import { whyNotAllowedBy, type LoginDeps, type NotAllowed, type SecretDeps } from './deps.ts'
import { findLink, useLink, voidLinks } from './link-store.ts'
import { forgetTriesAt } from './login-tries.ts'
import { resetLetter, secretChangedLetter } from './letters.ts'
import { checkCode } from './prove-mobile.ts'
import { hashSecret, isGuessable } from './secrets.ts'
import { makeLink } from './tell-of-contact-change.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { unproveSessions } from './second-factor-store.ts'
import { endSessions } from './session-store.ts'
import { useCode } from './sms-store.ts'
import { dropSubjectsBefore } from './subject-store.ts'
import { findConfirmed, readConfirmedAt, readContact, readLoginNames, readOwnWords, writeSecretHash } from '#modules/accounts/store.ts'
import { randomUUID } from 'node:crypto'
import { whyNotProven, type ProofRefusal } from './prove-again.ts'
import type { OwnSession } from './replace-session.ts'

/** Asks for a reset link. Answers 204 after the same work whether or not the address is known; a job looks it up. */
export async function askForResetLink(
  deps: LoginDeps,
  asked: { email: string; address: string },
  now: Date,
): Promise<Result<void, AskRefusal | NotAllowed>> {
  const barred = whyNotAllowedBy(deps, 'secret')
  if (barred) return refuse(barred)
  return askByMail(deps, asked, 'reset-link-asked', now)
}

/** The job that mails the reset link, if the address is known. */
export async function sendResetLink(deps: LoginDeps, asked: { email: string; cause: string }, now: Date): Promise<void> {
  const { links } = await readLimits(deps.db)
  await deps.db.transaction().execute(async (trx) => {
    const member = await findConfirmed(trx, { email: asked.email })
    if (!member) return
    const token = await makeLink(
      trx,
      deps,
      { purpose: 'reset-secret', memberId: member.id, email: member.email, minutes: links.resetMinutes },
      now,
    )
    const letter = resetLetter(member.locale, {
      name: member.name,
      link: `${deps.publicUrl}/resetPKey/${token}`,
      minutes: links.resetMinutes,
    })
    await sendLetter(trx, deps, { ...member, cause: `reset:${asked.cause}` }, letter, now)
  })
}

export type ResetRefusal =
  | NotAllowed
  | AskRefusal
  | { code: 'link_invalid' }
  | { code: 'link_expired' }
  | { code: 'wrong_sms_code'; path: 'smsCode' }
  | { code: 'secret_too_common'; path: 'secret' }
type Reset = { secret: string } & ({ token: string } | { mobile: string; smsCode: string })

/** What allows a new secret. `use` runs in the transaction that sets it, and answers false when somebody else was faster. */
type Permit = { memberId: string; cause: string; use(trx: Trx): Promise<boolean>; usedUp: ResetRefusal }

/** Sets a new secret by a link or code, which works once, and ends all sessions. Hashing is expensive, so all checks come before it. */
export async function resetSecret(
  deps: SecretDeps,
  reset: Reset,
  caller: { address: string },
  now: Date,
): Promise<Result<{ memberId: string }, ResetRefusal>> {
  const barred = whyNotAllowedBy(deps, 'secret')
  if (barred) return refuse(barred)
  const { links } = await readLimits(deps.db)
  const turn = { key: `reset-from:${addressGroup(caller.address)}`, limit: links.resetsPerCallerHour, seconds: 3600 }
  const limited = await takeTurn(deps.db, turn, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const permit = 'token' in reset ? await permitOfLink(deps, reset.token, now) : await permitOfCode(deps, reset, caller, now)
  if (!permit.ok) return permit
  const { memberId, cause, use, usedUp } = permit.value
  const ownWords = [...(await deps.centreWords()), ...(await readOwnWords(deps.db, memberId))]
  if (await isGuessable(reset.secret, ownWords)) return refuse({ code: 'secret_too_common', path: 'secret' })
  const secretHash = await hashSecret(reset.secret)
  return inTransaction<{ memberId: string }, ResetRefusal>(deps.db, async (trx) => {
    if (!(await use(trx))) return refuse(usedUp)
    await setSecret(trx, deps, memberId, secretHash, cause, now)
    return ok({ memberId })
  })
}

/** Whether a mailed link can still set a new secret, so that a used one shows no form. Uses nothing up. */
export async function checkResetLink(deps: LoginDeps, token: string, now: Date): Promise<Result<void, ResetRefusal>> {
  const barred = whyNotAllowedBy(deps, 'secret')
  if (barred) return refuse(barred)
  const permit = await permitOfLink(deps, token, now)
  return permit.ok ? ok(undefined) : permit
}

async function permitOfLink(deps: LoginDeps, token: string, now: Date): Promise<Result<Permit, ResetRefusal>> {
  const link = await deps.tokens.readLink(token, now)
  if (link === 'expired') return refuse({ code: 'link_expired' })
  const found = link?.purpose === 'reset-secret' ? await findLink(deps.db, link.id) : undefined
  if (!link || !found || found.usedAt !== null) return refuse({ code: 'link_invalid' })
  return ok({
    memberId: found.memberId,
    cause: `reset:${link.id}`,
    use: async (trx) => {
      if ((await useLink(trx, link.id, 'reset-secret', now)) === undefined) return false
      const confirmedAt = await readConfirmedAt(trx, found.memberId)
      if (confirmedAt) await dropSubjectsBefore(trx, found.memberId, confirmedAt)
      return true
    },
    usedUp: { code: 'link_invalid' },
  })
}

async function permitOfCode(
  deps: LoginDeps,
  { mobile, smsCode }: { mobile: string; smsCode: string },
  caller: { address: string },
  now: Date,
): Promise<Result<Permit, ResetRefusal>> {
  const codeId = await checkCode(deps, { mobile, smsCode, purpose: 'reset-secret' }, caller, now)
  const member = codeId === undefined ? undefined : await findConfirmed(deps.db, { mobile })
  if (codeId === undefined || !member) return refuse({ code: 'wrong_sms_code', path: 'smsCode' })
  return ok({
    memberId: member.id,
    cause: `reset-code:${codeId}`,
    use: (trx) => useCode(trx, codeId, now),
    usedUp: { code: 'wrong_sms_code', path: 'smsCode' },
  })
}

/** Writes a new secret, ends the sessions (but `keepSession`, which must show the second factor again), voids reset links, clears failed logins, and mails the member. */
export async function setSecret(
  trx: Trx,
  deps: LoginDeps,
  memberId: string,
  secretHash: string,
  cause: string,
  now: Date,
  keepSession?: string,
): Promise<void> {
  await writeSecretHash(trx, memberId, secretHash)
  await endSessions(trx, memberId, keepSession === undefined ? {} : { except: keepSession }, now)
  await unproveSessions(trx, memberId)
  await voidLinks(trx, memberId, 'reset-secret', now)
  await forgetTriesAt(trx, await readLoginNames(trx, memberId))
  const member = await readContact(trx, memberId)
  if (member)
    await sendLetter(
      trx,
      deps,
      { ...member, cause: `secret-changed:${cause}` },
      secretChangedLetter(member.locale, { name: member.name, forgetLink: `${deps.publicUrl}/login/forget` }),
      now,
    )
}

export type ChangeSecretRefusal = ProofRefusal | NotAllowed | { code: 'secret_too_common'; path: 'newSecret' }

/** Changes the secret, or sets the first one, and ends the member's other sessions. Returns the new hash, for the browser's device mark. */
export async function changeSecret(
  deps: SecretDeps,
  session: OwnSession,
  change: { oldSecret?: string | undefined; newSecret: string },
  now: Date,
): Promise<Result<{ secretHash: string }, ChangeSecretRefusal>> {
  const barred = whyNotAllowedBy(deps, 'secret')
  if (barred) return refuse(barred)
  const wrong = await whyNotProven(deps, session, change.oldSecret, 'oldSecret', now)
  if (wrong) return refuse(wrong)
  const ownWords = [...(await deps.centreWords()), ...(await readOwnWords(deps.db, session.memberId))]
  if (await isGuessable(change.newSecret, ownWords)) return refuse({ code: 'secret_too_common', path: 'newSecret' })
  const secretHash = await hashSecret(change.newSecret)
  return inTransaction(deps.db, async (trx) => {
    await setSecret(trx, deps, session.memberId, secretHash, randomUUID(), now, session.id)
    return ok({ secretHash })
  })
}
