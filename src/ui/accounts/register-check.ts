import type { FieldError } from '#api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { accountPattern, mobilePattern, smsCodePattern, whyNotSecretLength } from '#modules/accounts/rules.ts'
import type { RegisterDraft } from './register-draft.ts'

type Filled = RegisterDraft & { secret: string; smsCode: string }

const secretWords = { field_secret_short: m.field_secret_short, field_secret_long: m.field_secret_long }

/** What the page can tell before it asks the server; whether something is missing, the form tells. */
export function checkRegistration(filled: Filled, isUploading: boolean): FieldError[] {
  const why = whyNotSecretLength(filled.secret)
  const found: [string, string | false | undefined][] = [
    ['account', !accountPattern.test(filled.account.trim()) && m.field_account()],
    ['secret', why && secretWords[why]()],
    ['mobile', !mobilePattern.test(filled.mobile) && m.field_mobile()],
    ['smsCode', !smsCodePattern.test(filled.smsCode) && m.field_sms_code()],
    ['read', !filled.read && m.register_consent_read_missing()],
    ['privacyFileId', !filled.consent && (isUploading ? m.register_consent_file_busy() : m.field_privacy_file())],
  ]
  return found.flatMap(([path, message]) => (message ? [{ path, message }] : []))
}

/** Which sections need nothing more. */
export function sectionsDone(filled: Filled): Record<'who' | 'account' | 'mobile' | 'consent', boolean> {
  const wrong = new Set(checkRegistration(filled, false).map(({ path }) => path))
  const has = (...texts: string[]) => texts.every((text) => text.trim() !== '')
  return {
    who: filled.kind === 'person' || has(filled.communityName, filled.representative),
    account: has(filled.name) && filled.email.includes('@') && !wrong.has('account') && !wrong.has('secret'),
    mobile: !wrong.has('mobile') && !wrong.has('smsCode'),
    consent: !wrong.has('privacyFileId') && !wrong.has('read'),
  }
}
