import { m } from '#i18n/generated/messages.js'
import type { ListedStaff } from '#modules/staff/wire.ts'

/** The second factors of a person, in words. Without one they can do nothing as staff until they set one up. */
export function factorWords({ passkeys, hasAuthenticator, isDemo }: ListedStaff): { text: string; isMissing: boolean } {
  const kinds = [passkeys > 0 && m.staff_factor_passkeys({ count: passkeys }), hasAuthenticator && m.staff_factor_authenticator()]
  const text = kinds.filter(Boolean).join('、')
  if (text) return { text, isMissing: false }
  return isDemo ? { text: m.staff_factor_demo(), isMissing: false } : { text: m.staff_factor_none(), isMissing: true }
}
