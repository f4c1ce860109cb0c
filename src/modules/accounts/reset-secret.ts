import { inTransaction } from '#db/transaction.ts'
import type { Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { askByMail, type AskRefusal } from './confirm-email.ts'
import type { AccountDeps } from './deps.ts'
import { forgetFailures } from './failed-login-store.ts'
import { useLink, voidLinks } from './link-store.ts'
import { resetLetter, secretChangedLetter } from './mails.ts'
import { hashSecret, isCommonSecret } from './secrets.ts'
import { makeLink, sendLetter } from './send-link.ts'
import { endSessions } from './session-store.ts'
import { countWrongCode, useSmsCode } from './sms-store.ts'
import { findConfirmed, readContact, writeSecretHash } from './store.ts'

/** B2: 204 whether or not the address is known, after the same work; a job looks it up. */
export async function askForResetLink(
  deps: AccountDeps,
  asked: { email: string; address: string },
  now: Date,
): Promise<Result<void, AskRefusal>> {
  return askByMail(deps, asked, 'reset-link-asked', now)
}

/** The job behind B2. */
export async function sendResetLink(deps: AccountDeps, asked: { email: string; cause: string }, now: Date): Promise<void> {
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
  | { code: 'link_invalid' }
  | { code: 'link_expired' }
  | { code: 'wrong_sms_code'; path: 'smsCode' }
  | { code: 'secret_too_common'; path: 'secret' }
type Reset = { secret: string } & ({ token: string } | { mobile: string; smsCode: string })

/** B3: a link or a code works once; every session of the member ends. */
export async function resetSecret(deps: AccountDeps, reset: Reset, now: Date): Promise<Result<void, ResetRefusal>> {
  if (isCommonSecret(reset.secret)) return refuse({ code: 'secret_too_common', path: 'secret' })
  const secretHash = await hashSecret(reset.secret)
  if ('mobile' in reset) return resetByCode(deps, reset, secretHash, now)
  const link = await deps.tokens.readLink(reset.token, now)
  if (link === 'expired') return refuse({ code: 'link_expired' })
  if (link?.purpose !== 'reset-secret') return refuse({ code: 'link_invalid' })
  return inTransaction(deps.db, async (trx) => {
    const used = await useLink(trx, link.id, 'reset-secret', now)
    if (!used) return refuse({ code: 'link_invalid' })
    await setSecret(trx, deps, used.memberId, secretHash, `reset:${link.id}`, now)
    return ok(undefined)
  })
}

async function resetByCode(
  deps: AccountDeps,
  { mobile, smsCode }: { mobile: string; smsCode: string },
  secretHash: string,
  now: Date,
): Promise<Result<void, ResetRefusal>> {
  const { sms } = await readLimits(deps.db)
  const codeHash = deps.tokens.hashCode(smsCode, mobile)
  const result = await inTransaction<void, ResetRefusal>(deps.db, async (trx) => {
    const right = await useSmsCode(trx, mobile, 'reset-secret', codeHash, sms.wrongTries, now)
    const member = right ? await findConfirmed(trx, { mobile }) : undefined
    if (!member) return refuse({ code: 'wrong_sms_code', path: 'smsCode' })
    await setSecret(trx, deps, member.id, secretHash, `reset-code:${codeHash}:${now.getTime()}`, now)
    return ok(undefined)
  })
  if (!result.ok) await countWrongCode(deps.db, mobile, 'reset-secret', now)
  return result
}

/** A new secret closes every door that the old one may have opened, and tells the member. */
export async function setSecret(
  trx: Trx,
  deps: AccountDeps,
  memberId: string,
  secretHash: string,
  cause: string,
  now: Date,
  keepSession?: string,
): Promise<void> {
  await writeSecretHash(trx, memberId, secretHash)
  await endSessions(trx, memberId, keepSession === undefined ? {} : { except: keepSession }, now)
  await voidLinks(trx, memberId, 'reset-secret', now)
  await forgetFailures(trx, `member:${memberId}`)
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
