import type { FieldError } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { accountPattern, mobilePattern } from '#modules/accounts/rules.ts'
import { smsCodePattern, whyNotSecretLength } from '#modules/logins/rules.ts'
import type { RegisterDraft } from './register-draft.ts'

type Filled = RegisterDraft & { secret: string; smsCode: string; strokes: readonly unknown[] }

const secretWords = { field_secret_short: m.field_secret_short, field_secret_long: m.field_secret_long }

/** Client-side validation besides required fields, which the form itself checks. */
export function checkRegistration(filled: Filled, { isUploading, canText }: { isUploading: boolean; canText: boolean }): FieldError[] {
  const why = whyNotSecretLength(filled.secret)
  const found: [string, string | false | undefined][] = [
    ['account', filled.account.trim() !== '' && !accountPattern.test(filled.account.trim()) && m.field_account()],
    ['secret', filled.byWay === undefined && why && secretWords[why]()],
    ['privacyFileId', !isSigned(filled) && (isUploading ? m.register_consent_file_busy() : m.register_consent_unsigned())],
    ['mobile', !mobilePattern.test(filled.mobile) && m.field_mobile()],
    ['smsCode', canText && !smsCodePattern.test(filled.smsCode) && m.field_sms_code()],
  ]
  return found.flatMap(([path, message]) => (message ? [{ path, message }] : []))
}

const isSigned = ({ consent, strokes }: Filled): boolean => consent !== undefined || strokes.length > 0

/** Which sections of the form are filled in. */
export function sectionsDone(filled: Filled, canText: boolean): Record<'who' | 'account' | 'consent' | 'mobile', boolean> {
  const wrong = new Set(checkRegistration(filled, { isUploading: false, canText }).map(({ path }) => path))
  const has = (...texts: string[]) => texts.every((text) => text.trim() !== '')
  return {
    who: filled.kind === 'person' || has(filled.communityName, filled.representative),
    account: has(filled.name) && filled.email.includes('@') && !wrong.has('account') && !wrong.has('secret'),
    consent: !wrong.has('privacyFileId'),
    mobile: !wrong.has('mobile') && !wrong.has('smsCode'),
  }
}

/** Which steps have a tick. A code that is typed is not proven yet: the server finds that out when the form is sent. */
export const stepsDone = (filled: Filled, canText: boolean): ReturnType<typeof sectionsDone> => {
  const done = sectionsDone(filled, canText)
  return { ...done, mobile: done.mobile && !canText }
}
