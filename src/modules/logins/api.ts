import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { askForConfirmation, confirmAndLogIn, type ConfirmRefusal } from './confirm-email.ts'
import { deviceMarksOf, logoutCookies, registeringKeyOf, registeringSetCookie, vouchedOf, vouchedSetCookie } from './cookies.ts'
import type { ProvingDeps, SecretDeps } from './deps.ts'
import { logIn, type LoginRefusal } from './log-in.ts'
import { loginCallerOf, sessionCookies } from './login-caller.ts'
import { noteFailedLogin } from './note-failed-login.ts'
import { loginAnswer } from './present.ts'
import { registerMember, type RegisterRefusal } from './register-member.ts'
import { askStatus, smsStatus } from './secrets-api.ts'
import { sendSmsCode } from './send-sms-code.ts'
import { endSessions } from './session-store.ts'
import { readVouched } from './way-state.ts'
import { findConfirmed } from '#modules/accounts/store.ts'
import { ForgetBody, LoginAnswer, LoginBody, MobileBody, RegisterAnswer, RegisterBody, TokenBody, ValidateEmailAnswer } from './wire.ts'

const loginStatus = {
  way_not_allowed: 403,
  invalid_credentials: 400,
  too_many_attempts: 429,
  email_unconfirmed: 403,
} as const satisfies StatusOf<LoginRefusal>
const confirmStatus = {
  link_invalid: 400,
  link_expired: 400,
  link_elsewhere: 409,
  email_taken: 409,
} as const satisfies StatusOf<ConfirmRefusal>
const registerStatus = {
  too_many_registrations: 429,
  secret_too_common: 422,
  secret_missing: 422,
  way_over: 409,
  way_not_allowed: 403,
  subject_taken: 409,
  no_such_identity: 422,
  identity_for_communities: 422,
  wrong_sms_code: 400,
  mobile_taken: 409,
  account_taken: 409,
  registration_no_taken: 409,
  no_such_file: 422,
  consent_not_allowed: 422,
} as const satisfies StatusOf<RegisterRefusal>

/** Registering, confirming, logging in and out. */
export function loginsApi(api: Api, deps: SecretDeps & ProvingDeps): void {
  const secure = deps.publicUrl.startsWith('https:')

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Login',
      summary: 'B1 Log in by email or account',
      access: 'public',
      body: LoginBody,
      answers: { 200: LoginAnswer },
      refusals: loginStatus,
    },
    async ({ body, now, session, note, ...caller }) => {
      const result = await logIn(deps, body, loginCallerOf(caller), now)
      if (!result.ok) {
        await noteFailedLogin(deps, note, body.emailOrAccount, result.refusal)
        return result
      }
      note('login', result.value.member.id)
      if (session) await endSessions(deps.db, session.personId, { only: session.id }, now)
      return reply(200, loginAnswer(result.value), { 'set-cookie': sessionCookies(result.value, secure) })
    },
  )

  api.add(
    { method: 'post', path: '/api/AccountMember/Logout', summary: 'End this session', access: 'member', answers: { 204: null } },
    async ({ session, now, note }) => {
      await endSessions(deps.db, session.personId, { only: session.id }, now)
      note('logout', session.personId)
      return reply(204, undefined, { 'set-cookie': logoutCookies(secure) })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember',
      summary: 'B4 Register',
      access: 'public',
      body: RegisterBody,
      answers: { 201: RegisterAnswer },
      refusals: registerStatus,
    },
    async ({ body, request, address, now }) => {
      const vouched = body.byWay ? readVouched(deps.tokens, vouchedOf(request.headers.get('cookie')), now) : undefined
      const result = await registerMember(deps, body, { address, vouched }, now)
      if (!result.ok) return result
      const { id, registeringKey, confirmBefore } = result.value
      return reply(
        201,
        { id },
        {
          'set-cookie': [
            registeringSetCookie(registeringKey, confirmBefore, secure),
            ...(vouched ? [vouchedSetCookie('', new Date(0), secure)] : []),
          ],
        },
      )
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/SendSms',
      summary: 'B5 Send a code to prove a mobile',
      access: 'public',
      body: MobileBody,
      answers: { 204: null },
      refusals: smsStatus,
    },
    async ({ body, locale, address, now }) => done(await sendSmsCode(deps, { mobile: body.mobile, locale, address }, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/ValidateEmail',
      summary: 'Confirm an address by its mailed link',
      access: 'public',
      body: TokenBody,
      answers: { 200: ValidateEmailAnswer },
      refusals: confirmStatus,
    },
    async ({ body, request, address, locale, now, session, note }) => {
      const cookie = request.headers.get('cookie')
      const opened = { token: body.token, registeringKey: registeringKeyOf(cookie) }
      const caller = { address, userAgent: request.headers.get('user-agent'), deviceMarks: deviceMarksOf(cookie), locale }
      const result = await confirmAndLogIn(deps, opened, caller, now)
      if (!result.ok) return result
      const { email, isWithoutLogin, loggedIn } = result.value
      note('email_confirmed', (await findConfirmed(deps.db, { email }))?.id)
      if (loggedIn) note('login', loggedIn.member.id)
      if (!loggedIn) return reply(200, { email, ...(isWithoutLogin && { isWithoutLogin }) })
      if (session) await endSessions(deps.db, session.personId, { only: session.id }, now)
      const cookies = [...sessionCookies(loggedIn, secure), registeringSetCookie('', new Date(0), secure)]
      return reply(200, { email, session: loginAnswer(loggedIn) }, { 'set-cookie': cookies })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/SendValidation',
      summary: 'Send the confirmation mail again',
      access: 'public',
      body: ForgetBody,
      answers: { 204: null },
      refusals: askStatus,
    },
    async ({ body, address, now }) => done(await askForConfirmation(deps, { email: body.email, address }, now)),
  )
}
