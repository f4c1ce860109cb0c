import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { NoteSecurity } from '#http/security-log.ts'
import type { Result } from '#lib/result.ts'
import { passkeyKeyOf, passkeySetCookie } from './cookies.ts'
import type { LoginDeps } from './deps.ts'
import { askToLogInByPasskey, askToProveByPasskey, logInByPasskey, proveByPasskey } from './log-in-by-passkey.ts'
import type { LoggedIn } from './log-in.ts'
import { loginCallerOf, sessionCookies } from './login-caller.ts'
import { loginAnswer } from './present.ts'
import { proveByCode, proveByRecoveryCode, type CodeRefusal } from './prove-by-code.ts'
import { CodeBody, PasskeyOptionsAnswer, RecoveryCodeBody, ShowPasskeyBody } from './second-factor-wire.ts'
import { endSessions } from './session-store.ts'
import type { PasskeyRefusal } from './verify-passkey.ts'
import { LoginAnswer } from './wire.ts'

const passkeyStatus = { passkey_refused: 400, passkey_copied: 400 } as const satisfies StatusOf<PasskeyRefusal>
const codeStatus = { wrong_second_factor: 400, too_many_attempts: 429 } as const satisfies StatusOf<CodeRefusal>

/** Logging in by a passkey alone, and showing the second factor in a session. */
export function proveApi(api: Api, deps: LoginDeps): void {
  const secure = deps.publicUrl.startsWith('https:')
  const begin = (loggedIn: LoggedIn, more: string[] = []) =>
    reply(200, loginAnswer(loggedIn), { 'set-cookie': [...sessionCookies(loggedIn, secure), ...more] })

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Login/PasskeyOptions',
      summary: 'What a browser needs to log in by a passkey (WebAuthn)',
      access: 'public',
      answers: { 200: PasskeyOptionsAnswer },
      refusals: { way_not_allowed: 403, too_many_requests: 429 },
    },
    async ({ address, now }) => {
      const result = await askToLogInByPasskey(deps, { address }, now)
      if (!result.ok) return result
      const { options, browserKey, expiresAt } = result.value
      return reply(200, options, { 'set-cookie': passkeySetCookie(browserKey, expiresAt, secure) })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Login/Passkey',
      summary: 'Log in by a passkey alone',
      access: 'public',
      body: ShowPasskeyBody,
      answers: { 200: LoginAnswer },
      refusals: { ...passkeyStatus, way_not_allowed: 403 },
    },
    async ({ body, now, session, note, ...caller }) => {
      const browserKey = passkeyKeyOf(caller.request.headers.get('cookie'))
      const result = await logInByPasskey(deps, body.passkey, { ...loginCallerOf(caller), browserKey, note }, now)
      note(result.ok ? 'login' : 'login_failed', result.ok ? result.value.member.id : null)
      if (!result.ok) return result
      if (session) await endSessions(deps.db, session.personId, { only: session.id }, now)
      return begin(result.value, [passkeySetCookie('', new Date(0), secure)])
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/SecondFactor/PasskeyOptions',
      summary: 'What a browser needs to show one of my passkeys (WebAuthn)',
      access: 'member',
      answers: { 200: PasskeyOptionsAnswer },
      refusals: { no_passkey: 409, too_many_requests: 429 },
    },
    async ({ session, now }) => {
      const result = await askToProveByPasskey(deps, session, now)
      return result.ok ? reply(200, result.value) : result
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/SecondFactor/Passkey',
      summary: 'Show the second factor: a passkey. A new session takes the place of this one',
      access: 'member',
      body: ShowPasskeyBody,
      answers: { 200: LoginAnswer },
      refusals: passkeyStatus,
    },
    async ({ body, session, now, note, ...caller }) => {
      const result = await proveByPasskey(deps, session, body.passkey, { ...loginCallerOf(caller), note }, now)
      noteProof(note, session.memberId, result)
      return result.ok ? begin(result.value) : result
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/SecondFactor/Code',
      summary: 'Show the second factor: a code of the authenticator app. A new session takes the place of this one',
      access: 'member',
      body: CodeBody,
      answers: { 200: LoginAnswer },
      refusals: codeStatus,
    },
    async ({ body, session, now, note, ...caller }) => {
      const result = await proveByCode(deps, session, body.code, loginCallerOf(caller), now)
      noteProof(note, session.memberId, result)
      return result.ok ? begin(result.value) : result
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/SecondFactor/RecoveryCode',
      summary: 'Show the second factor: a recovery code. A new session takes the place of this one',
      access: 'member',
      body: RecoveryCodeBody,
      answers: { 200: LoginAnswer },
      refusals: codeStatus,
    },
    async ({ body, session, now, note, ...caller }) => {
      const result = await proveByRecoveryCode(deps, session, body.code, loginCallerOf(caller), now)
      if (result.ok) note('recovery_code_used', session.memberId)
      noteProof(note, session.memberId, result)
      return result.ok ? begin(result.value) : result
    },
  )
}

function noteProof(note: NoteSecurity, memberId: string, result: Result<LoggedIn, PasskeyRefusal | CodeRefusal>): void {
  if (result.ok) note('second_factor_proven', memberId)
  else note(result.refusal.code === 'too_many_attempts' ? 'second_factor_locked' : 'second_factor_wrong', memberId)
}
