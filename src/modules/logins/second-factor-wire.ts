import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { someLine } from '#http/wire-text.ts'
import { authenticatorCodePattern, passkeyNameLength } from './second-factor-rules.ts'
import { LoginWayAnswer } from '#modules/settings/wire.ts'
import { LoginAnswer } from './wire.ts'

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)

/** The credential of WebAuthn as JSON (RegistrationResponseJSON), made by the browser. */
export const NewPasskeyAnswer = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>

/** The signature of a passkey as JSON (AuthenticationResponseJSON), made by the browser. */
export const PasskeyAnswer = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(10_000),
    userHandle: base64url(100).nullish(),
  }),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** For navigator.credentials.create (PublicKeyCredentialCreationOptionsJSON). */
export const NewPasskeyOptionsAnswer = z.looseObject({ challenge: z.string() })
export type NewPasskeyOptionsAnswer = z.infer<typeof NewPasskeyOptionsAnswer>
/** For navigator.credentials.get (PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyOptionsAnswer = z.looseObject({ challenge: z.string() })
export type PasskeyOptionsAnswer = z.infer<typeof PasskeyOptionsAnswer>

const passkeyName = someLine(passkeyNameLength)
export const AddPasskeyBody = z.object({ name: passkeyName, passkey: NewPasskeyAnswer })
export const RenamePasskeyBody = z.object({ name: passkeyName })
export const ShowPasskeyBody = z.object({ passkey: PasskeyAnswer })
export const CodeBody = z.object({ code: z.string().trim().regex(authenticatorCodePattern, 'field_authenticator_code') })
export const RecoveryCodeBody = z.object({ code: someLine(40) })
export const ConfirmSecretBody = z.object({ secret: z.string().min(1).max(1000) })

export const SecondFactorsAnswer = z.object({
  /** The ways to show the second factor. */
  ways: z.object({ passkey: z.boolean(), authenticator: z.boolean(), recoveryCode: z.boolean() }),
  /** What must be confirmed before factors can be changed. */
  confirmFirst: z.enum(['secret', 'factor', 'login']).nullable(),
  /** Whether staff must show a second factor; the demo's own account need not. */
  isDemanded: z.boolean(),
  // Empty before a second factor was shown that is demanded.
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), createdAt: moment, lastUsedAt: moment.nullable() })),
  authenticator: z.object({ createdAt: moment, lastUsedAt: moment.nullable() }).nullable(),
  recoveryCodesLeft: z.int(),
  /** By which staff log in, instead of showing a second factor; null: there is none. */
  staffIssuer: LoginWayAnswer.nullable(),
})
export type SecondFactorsAnswer = z.infer<typeof SecondFactorsAnswer>

/** `address`: the otpauth address for the QR code; `secret`: the same to be typed. */
export const AuthenticatorSetupAnswer = z.object({ secret: z.string(), address: z.string() })
export type AuthenticatorSetupAnswer = z.infer<typeof AuthenticatorSetupAnswer>

/** `recoveryCodes`: shown once, with the first factor of staff, and with a member’s authenticator app. `session`: takes the place of the one that made the call. */
export const AddedFactorAnswer = z.object({ recoveryCodes: z.array(z.string()), session: LoginAnswer.optional() })
export type AddedFactorAnswer = z.infer<typeof AddedFactorAnswer>
export const RecoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodesAnswer = z.infer<typeof RecoveryCodesAnswer>
