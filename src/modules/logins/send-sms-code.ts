import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readShortName } from '#modules/centre/store.ts'
import { queueMessage, type Queued } from '#modules/notifications/queue-message.ts'
import { whyNoText } from '#modules/notifications/text-budget.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Locale } from '#i18n/locale.ts'
import { whyNotAllowedBy, type LoginDeps, type NotAllowed } from './deps.ts'
import { codeText } from './letters.ts'
import { callerOf } from './prove-mobile.ts'
import { insertSmsCode, type SmsPurpose } from './sms-store.ts'
import { findConfirmed } from '#modules/accounts/store.ts'
import { makeCode } from './tokens.ts'

export type SmsRefusal =
  | { code: 'sms_too_soon' | 'sms_too_many' | 'texts_used_up'; retryAfterSeconds: number }
  | { code: 'texts_unavailable' }
type Asked = { mobile: string; locale: Locale; address: string }

/** Sends a code by text message, by which the caller proves to hold the mobile. */
export async function sendSmsCode(deps: LoginDeps, asked: Asked, now: Date): Promise<Result<void, SmsRefusal>> {
  if (!deps.canText) return refuse({ code: 'texts_unavailable' })
  const limits = await readLimits(deps.db)
  return inTransaction(deps.db, async (trx) => {
    const limited = await whyNotSend(trx, asked, limits, now)
    if (limited) return refuse(limited)
    const to = { ...asked, purpose: 'confirm-mobile' as const, cause: randomUUID(), askedBy: callerOf(asked.address) }
    const queued = await writeCode(trx, deps, to, limits, now)
    return typeof queued === 'object' ? refuse({ code: 'texts_used_up', ...queued }) : ok(undefined)
  })
}

/** Asks for a reset code. Does the same work whether or not the mobile is known; a job looks it up. */
export async function askForResetCode(deps: LoginDeps, asked: Asked, now: Date): Promise<Result<void, SmsRefusal | NotAllowed>> {
  const barred = whyNotAllowedBy(deps, 'secret')
  if (barred) return refuse(barred)
  if (!deps.canText) return refuse({ code: 'texts_unavailable' })
  const limits = await readLimits(deps.db)
  return inTransaction(deps.db, async (trx) => {
    const limited = await whyNotSend(trx, asked, limits, now)
    if (limited) return refuse(limited)
    // Only checks the budget: the job takes from it if the mobile is known, which the caller must not learn.
    const spent = await whyNoText(trx, now)
    if (spent) return refuse({ code: 'texts_used_up', ...spent })
    await deps.jobs.send(trx, 'reset-code-asked', { mobile: asked.mobile, askedBy: callerOf(asked.address), cause: randomUUID() })
    return ok(undefined)
  })
}

/**
 * The job that sends the reset code, if the mobile is known. A code is written either way: guessing one then counts in a row
 * for known and unknown mobiles alike, and takes as long.
 */
export async function sendResetCode(
  deps: LoginDeps,
  { mobile, askedBy, cause }: { mobile: string; askedBy: string; cause: string },
  now: Date,
): Promise<void> {
  const limits = await readLimits(deps.db)
  await deps.db.transaction().execute(async (trx) => {
    const member = await findConfirmed(trx, { mobile })
    const to = { mobile, purpose: 'reset-secret' as const, cause, askedBy }
    if (member) await writeCode(trx, deps, { ...to, locale: member.locale }, limits, now)
    else await keepCode(trx, deps, to, limits, now)
  })
}

async function whyNotSend(trx: Trx, { mobile, address }: Asked, { sms }: Limits, now: Date): Promise<SmsRefusal | undefined> {
  const soon = await takeTurn(trx, { key: `sms:${mobile}`, limit: 1, seconds: sms.resendSeconds }, now)
  if (soon) return { code: 'sms_too_soon', ...soon }
  const many =
    (await takeTurn(trx, { key: `sms-day:${mobile}`, limit: sms.perDay, seconds: 86_400 }, now)) ??
    (await takeTurn(trx, { key: `sms-from:${addressGroup(address)}`, limit: sms.perAddressHour, seconds: 3600 }, now))
  return many && { code: 'sms_too_many', ...many }
}

type CodeFor = { mobile: string; purpose: SmsPurpose; cause: string; askedBy: string }

async function keepCode(trx: Trx, { tokens }: LoginDeps, to: CodeFor, { sms }: Limits, now: Date): Promise<string> {
  const code = makeCode()
  await insertSmsCode(trx, {
    id: randomUUID(),
    mobile: to.mobile,
    purpose: to.purpose,
    codeHash: tokens.hashCode(code, to.mobile),
    askedBy: to.askedBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sms.codeMinutes * 60_000),
  })
  return code
}

async function writeCode(trx: Trx, deps: LoginDeps, to: CodeFor & { locale: Locale }, limits: Limits, now: Date): Promise<Queued> {
  const code = await keepCode(trx, deps, to, limits, now)
  const centre = await readShortName(trx, to.locale)
  return queueMessage(
    trx,
    deps.jobs,
    {
      asked: true,
      cause: `sms-code:${to.cause}`,
      channel: 'sms',
      recipient: to.mobile,
      body: codeText(to.locale, { centre, code, minutes: limits.sms.codeMinutes, publicUrl: deps.publicUrl }),
      locale: to.locale,
    },
    now,
  )
}
