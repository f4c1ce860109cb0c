import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { askForResetLink, changeSecret, checkResetLink, resetSecret, type ChangeSecretRefusal, type ResetRefusal } from './reset-secret.ts'
import { deviceMarksCookie, deviceMarksOf } from './cookies.ts'
import type { AskRefusal } from './confirm-email.ts'
import type { SecretDeps } from './deps.ts'
import type { ProofRefusal } from './prove-again.ts'
import { markDevice } from './log-in.ts'
import { giveUpSecret, type GiveUpRefusal } from './remove-factor.ts'
import { askForResetCode, type SmsRefusal } from './send-sms-code.ts'
import { findConfirmed } from '#modules/accounts/store.ts'
import { undoContactChange, type UndoRefusal } from './tell-of-contact-change.ts'
import { ForgetBody, MobileBody, ResetBody, TokenBody, UndoChangeAnswer, UndoChangeBody, UpdateSecretBody } from './wire.ts'

export const smsStatus = {
  sms_too_soon: 429,
  sms_too_many: 429,
  texts_used_up: 503,
  texts_unavailable: 503,
} as const satisfies StatusOf<SmsRefusal>
export const askStatus = { too_many_requests: 429 } as const satisfies StatusOf<AskRefusal>
const resetStatus = {
  way_not_allowed: 403,
  ...askStatus,
  link_invalid: 400,
  link_expired: 400,
  wrong_sms_code: 400,
  secret_too_common: 422,
} as const satisfies StatusOf<ResetRefusal>
/** Of what takes a proof in an open session. */
export const proofStatus = {
  wrong_secret: 400,
  too_many_attempts: 429,
  secret_needed: 422,
  confirm_secret_first: 403,
  confirm_factor_first: 403,
  confirm_login_first: 403,
} as const satisfies StatusOf<ProofRefusal>
const changeSecretStatus = {
  way_not_allowed: 403,
  ...proofStatus,
  secret_too_common: 422,
} as const satisfies StatusOf<ChangeSecretRefusal>

const giveUpStatus = {
  confirm_secret_first: 403,
  confirm_factor_first: 403,
  confirm_login_first: 403,
  last_way: 409,
} as const satisfies StatusOf<GiveUpRefusal>

const undoStatus = { link_invalid: 400, link_expired: 400, contact_taken: 409 } as const satisfies StatusOf<UndoRefusal>

/** Resetting and changing the secret, and undoing a contact change. */
export function secretsApi(api: Api, deps: SecretDeps): void {
  const secure = deps.publicUrl.startsWith('https:')

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/ForgetPKey',
      summary: 'B2 Ask for a reset link by mail',
      access: 'public',
      body: ForgetBody,
      answers: { 204: null },
      refusals: { ...askStatus, way_not_allowed: 403 },
    },
    async ({ body, address, now, note }) => {
      note('secret_reset_asked', (await findConfirmed(deps.db, { email: body.email }))?.id)
      return done(await askForResetLink(deps, { email: body.email, address }, now))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/ResetPKey',
      summary: 'B3 Choose a new secret, by a mailed link or a text-message code',
      access: 'public',
      body: ResetBody,
      answers: { 204: null },
      refusals: resetStatus,
    },
    async ({ body, address, now, note }) => {
      const result = await resetSecret(deps, body, { address }, now)
      note(result.ok ? 'secret_reset' : 'secret_reset_failed', result.ok ? result.value.memberId : null)
      return done(result)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/ResetPKey/Check',
      reads: true,
      summary: 'Whether a mailed link can still be used to choose a new secret',
      access: 'public',
      body: TokenBody,
      answers: { 204: null },
      refusals: resetStatus,
    },
    async ({ body, now }) => done(await checkResetLink(deps, body.token, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/SendSms_ResetPassword',
      summary: 'B6 Send a code to reset the secret',
      access: 'public',
      body: MobileBody,
      answers: { 204: null },
      refusals: { ...smsStatus, way_not_allowed: 403 },
    },
    async ({ body, locale, address, now }) => done(await askForResetCode(deps, { mobile: body.mobile, locale, address }, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/UndoChange',
      summary: 'Take back a change of address or mobile by the link that told of it; every session ends',
      access: 'public',
      body: UndoChangeBody,
      answers: { 200: UndoChangeAnswer },
      refusals: undoStatus,
    },
    async ({ body, now, note }) => {
      const result = await undoContactChange(deps, body.ref, now)
      if (result.ok) note('contact_change_undone', (await findConfirmed(deps.db, { email: result.value.email }))?.id)
      return result.ok ? reply(200, result.value) : result
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/UpdatePKey',
      summary: 'B9 Change the secret, or set the first one; other sessions end',
      access: 'member',
      body: UpdateSecretBody,
      answers: { 204: null },
      refusals: changeSecretStatus,
    },
    async ({ body, session, request, now, note }) => {
      const changed = await changeSecret(deps, session, body, now)
      if (changed.ok || changed.refusal.code === 'wrong_secret') note(changed.ok ? 'secret_changed' : 'secret_wrong', session.memberId)
      if (!changed.ok) return changed
      const marks = deviceMarksOf(request.headers.get('cookie'))
      if (marks.length === 0) return reply(204)
      // A device mark is void with the old secret, so the browser gets a new one.
      const device = markDevice(deps.tokens, { id: session.memberId, ...changed.value }, marks, now)
      return reply(204, undefined, { 'set-cookie': deviceMarksCookie(device.marks, device.expiresAt, secure) })
    },
  )

  api.add(
    {
      method: 'delete',
      path: '/api/AccountMember/PKey',
      summary: 'Do without a secret: a passkey or an issuer stays to log in by; other sessions end',
      access: 'member',
      answers: { 204: null },
      refusals: giveUpStatus,
    },
    async ({ session, now, note }) => {
      const result = await giveUpSecret(deps, session, now)
      if (result.ok) note('secret_changed', session.memberId)
      return done(result)
    },
  )
}
