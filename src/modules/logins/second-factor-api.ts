import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { NoteSecurity } from '#http/security-log.ts'
import { refuse, type Result } from '#lib/result.ts'
import { addPasskey, askToAddPasskey, type AddPasskeyRefusal, type AskPasskeyRefusal } from './add-passkey.ts'
import { confirmSecret, type AddedFactor } from './change-factors.ts'
import type { OwnSecretRefusal } from './prove-again.ts'
import type { LoginDeps } from './deps.ts'
import { loginCallerOf, sessionCookies } from './login-caller.ts'
import { renamePasskey } from './passkey-store.ts'
import { loginAnswer } from './present.ts'
import {
  readSecondFactors,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  type NewCodesRefusal,
  type RemoveRefusal,
} from './remove-factor.ts'
import {
  AddedFactorAnswer,
  AddPasskeyBody,
  AuthenticatorSetupAnswer,
  CodeBody,
  ConfirmSecretBody,
  NewPasskeyOptionsAnswer,
  RecoveryCodesAnswer,
  RenamePasskeyBody,
  SecondFactorsAnswer,
} from './second-factor-wire.ts'
import { addAuthenticator, setUpAuthenticator, type AddAuthenticatorRefusal, type SetUpRefusal } from './set-up-authenticator.ts'
import { IdParams } from '#modules/accounts/wire.ts'

const notFresh = { confirm_secret_first: 403, confirm_factor_first: 403, confirm_login_first: 403 } as const
const secretStatus = { wrong_secret: 400, too_many_attempts: 429 } as const satisfies StatusOf<OwnSecretRefusal>
const askStatus = { ...notFresh, too_many_passkeys: 409, too_many_requests: 429 } as const satisfies StatusOf<AskPasskeyRefusal>
const addStatus = { ...notFresh, too_many_passkeys: 409, passkey_refused: 400 } as const satisfies StatusOf<AddPasskeyRefusal>
const removeStatus = {
  ...notFresh,
  not_found: 404,
  no_second_factor: 409,
  last_factor: 409,
  last_way: 409,
} as const satisfies StatusOf<RemoveRefusal>
const setUpStatus = { ...notFresh, too_many_requests: 429 } as const satisfies StatusOf<SetUpRefusal>
const authenticatorStatus = {
  ...setUpStatus,
  wrong_second_factor: 400,
  authenticator_setup_over: 409,
} as const satisfies StatusOf<AddAuthenticatorRefusal>
const codesStatus = {
  ...notFresh,
  no_second_factor: 409,
  too_many_requests: 429,
} as const satisfies StatusOf<NewCodesRefusal>

type By = { note: NoteSecurity; session: { memberId: string } }

/** The member's own second factors: listing, adding and removing. */
export function secondFactorApi(api: Api, deps: LoginDeps): void {
  const secure = deps.publicUrl.startsWith('https:')
  /** Answers an added factor: its recovery codes, and the session that takes the place of the caller's. */
  const added = <R>(result: Result<AddedFactor, R>, { note, session }: By) => {
    if (!result.ok) return result
    note('second_factor_added', session.memberId)
    const { recoveryCodes, loggedIn } = result.value
    return loggedIn
      ? reply(201, { recoveryCodes, session: loginAnswer(loggedIn) }, { 'set-cookie': sessionCookies(loggedIn, secure) })
      : reply(201, { recoveryCodes })
  }

  api.add(
    {
      method: 'get',
      path: '/api/AccountMember/SecondFactor',
      summary: 'My second factors, and what must be confirmed before they can be changed',
      access: 'member',
      answers: { 200: SecondFactorsAnswer },
    },
    async ({ session, locale, now }) => {
      const staffIssuer = deps.ways.buttons(locale).find(({ name }) => name === deps.ways.staff?.name) ?? null
      return reply(200, { ...(await readSecondFactors(deps, session, now)), staffIssuer })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/SecondFactor/Secret',
      summary: 'Give the secret again, to change factors in the next ten minutes',
      access: 'member',
      body: ConfirmSecretBody,
      answers: { 204: null },
      refusals: secretStatus,
    },
    async ({ body, session, now, note }) => {
      const result = await confirmSecret(deps, session, body.secret, now)
      if (!result.ok && result.refusal.code === 'wrong_secret') note('secret_wrong', session.memberId)
      return done(result)
    },
  )

  addPasskeyCalls(api, deps, added)

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Authenticator/Setup',
      summary: 'A secret for an authenticator app',
      access: 'member',
      answers: { 200: AuthenticatorSetupAnswer },
      refusals: setUpStatus,
    },
    async ({ session, now }) => answered(await setUpAuthenticator(deps, session, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Authenticator',
      summary: 'Confirm the authenticator app by a code from it; from then on every login asks for a second factor',
      access: 'member',
      body: CodeBody,
      answers: { 201: AddedFactorAnswer },
      refusals: authenticatorStatus,
    },
    async (by) => added(await addAuthenticator(deps, by.session, by.body.code, loginCallerOf(by), by.now), by),
  )

  api.add(
    {
      method: 'delete',
      path: '/api/AccountMember/Authenticator',
      summary: 'Remove the authenticator app',
      access: 'member',
      answers: { 204: null },
      refusals: removeStatus,
    },
    async ({ session, now, note }) => {
      const result = await removeAuthenticator(deps, session, now)
      if (result.ok) note('second_factor_removed', session.memberId)
      return done(result)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/RecoveryCodes',
      summary: 'New recovery codes, shown once; those before are void',
      access: 'member',
      answers: { 201: RecoveryCodesAnswer },
      refusals: codesStatus,
    },
    async ({ session, now, note }) => {
      const result = await renewRecoveryCodes(deps, session, now)
      if (result.ok) note('recovery_codes_made', session.memberId)
      return result.ok ? reply(201, { recoveryCodes: result.value }) : result
    },
  )
}

type AddedReply = { status: 201; body: AddedFactorAnswer; headers?: Record<string, string | string[]> | undefined }
type Added = <R>(result: Result<AddedFactor, R>, by: By) => AddedReply | { ok: false; refusal: R }

const answered = <T, R>(result: Result<T, R>) => (result.ok ? reply(200, result.value) : result)

function addPasskeyCalls(api: Api, deps: LoginDeps, added: Added): void {
  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Passkey/Options',
      summary: 'What a browser needs to make a passkey (WebAuthn)',
      access: 'member',
      answers: { 200: NewPasskeyOptionsAnswer },
      refusals: askStatus,
    },
    async ({ session, now }) => answered(await askToAddPasskey(deps, session, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/Passkey',
      summary: 'Add the passkey that the browser has made',
      access: 'member',
      body: AddPasskeyBody,
      answers: { 201: AddedFactorAnswer },
      refusals: addStatus,
    },
    async (by) => {
      const { name, passkey: answer } = by.body
      return added(await addPasskey(deps, by.session, { name, answer }, loginCallerOf(by), by.now), by)
    },
  )

  api.add(
    {
      method: 'put',
      path: '/api/AccountMember/Passkey/{id}',
      summary: 'Rename one of my passkeys',
      access: 'member',
      params: IdParams,
      body: RenamePasskeyBody,
      answers: { 204: null },
      refusals: { not_found: 404 },
    },
    async ({ params, body, session }) => {
      const renamed = await renamePasskey(deps.db, { id: params.id, memberId: session.memberId, name: body.name })
      return renamed ? reply(204) : refuse({ code: 'not_found' })
    },
  )

  api.add(
    {
      method: 'delete',
      path: '/api/AccountMember/Passkey/{id}',
      summary: 'Remove one of my passkeys',
      access: 'member',
      params: IdParams,
      answers: { 204: null },
      refusals: removeStatus,
    },
    async ({ params, session, now, note }) => {
      const result = await removePasskey(deps, session, params.id, now)
      if (result.ok) note('second_factor_removed', session.memberId)
      return done(result)
    },
  )
}
