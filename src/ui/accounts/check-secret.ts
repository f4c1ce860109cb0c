import type { FieldError } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { whyNotSecretLength } from '#modules/logins/rules.ts'

const words = { field_secret_short: m.field_secret_short, field_secret_long: m.field_secret_long }

/** Client-side validation of a new password. */
export function checkNewSecret(secret: string, path = 'secret'): FieldError[] {
  const why = whyNotSecretLength(secret)
  return why ? [{ path, message: words[why]() }] : []
}
