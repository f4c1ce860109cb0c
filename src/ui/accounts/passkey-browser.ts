import type { ApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import type { NewPasskeyAnswer, NewPasskeyOptionsAnswer, PasskeyAnswer, PasskeyOptionsAnswer } from '#modules/logins/second-factor-wire.ts'

/** Why the browser made or showed no passkey, in the shape of a refused call, so that forms show it alike. */
class PasskeyProblem extends Error {
  readonly status = 0
  readonly code: string
  readonly errors = []
  readonly retryAfter = undefined
  readonly title: string

  constructor(code: string, title: string, cause?: unknown) {
    super(title, { cause })
    this.code = code
    this.title = title
  }
}

/** By the name of the DOMException that WebAuthn defines. */
const reasons: Record<string, () => string> = {
  InvalidStateError: m.passkey_known,
  SecurityError: m.passkey_wrong_address,
  NotSupportedError: m.passkey_unsupported,
}

/** Loads the library when a passkey is wanted, so that it weighs on no page. */
async function withLibrary<T>(work: (library: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser')
  if (!library.browserSupportsWebAuthn()) throw new PasskeyProblem('passkey_unsupported', m.passkey_unsupported())
  try {
    return await work(library)
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new PasskeyProblem(`passkey_${name}`, (reasons[name] ?? m.passkey_cancelled)(), error)
  }
}

type Creation = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON']
type Request = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON']

/** Has the device make a passkey. */
export async function makePasskey(api: ApiClient): Promise<NewPasskeyAnswer> {
  const options = await api.post<NewPasskeyOptionsAnswer>('/api/AccountMember/Passkey/Options')
  return withLibrary(({ startRegistration }) => startRegistration({ optionsJSON: options as unknown as Creation }))
}

/** Has the device sign with a passkey: one of the member's own, or to log in with whichever there is. */
export async function showPasskey(api: ApiClient, what: 'log-in' | 'prove'): Promise<PasskeyAnswer> {
  const options =
    what === 'log-in'
      ? await api.post<PasskeyOptionsAnswer>('/api/AccountMember/Login/PasskeyOptions')
      : await api.post<PasskeyOptionsAnswer>('/api/AccountMember/SecondFactor/PasskeyOptions')
  return withLibrary(({ startAuthentication }) => startAuthentication({ optionsJSON: options as unknown as Request }))
}
