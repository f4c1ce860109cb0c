import type { FieldError } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { accountPattern, mobilePattern } from '#modules/accounts/rules.ts'
import { smsCodePattern, whyNotSecretLength } from '#modules/logins/rules.ts'
import type { ConsentWay } from '#modules/settings/rules.ts'
import type { Agreement, RegisterDraft } from './register-draft.ts'

/** What the centre asks of those who register. */
export type Asked = { canText: boolean; consentWay: ConsentWay }

type Filled = RegisterDraft & Pick<Agreement, 'typedName' | 'isTicked'> & { secret: string; smsCode: string; strokes: readonly unknown[] }

const secretWords = { field_secret_short: m.field_secret_short, field_secret_long: m.field_secret_long }

/** Client-side validation besides required fields, which the form itself checks. */
export function checkRegistration(filled: Filled, { isUploading, canText, consentWay }: Asked & { isUploading: boolean }): FieldError[] {
  const why = whyNotSecretLength(filled.secret)
  const found: [string, string | false | undefined][] = [
    ['account', filled.account.trim() !== '' && !accountPattern.test(filled.account.trim()) && m.field_account()],
    ['secret', filled.byWay === undefined && why && secretWords[why]()],
    ['privacyFileId', !hasAgreed(filled, consentWay) && (isUploading ? m.register_consent_file_busy() : missingWords[consentWay]())],
    ['mobile', !mobilePattern.test(filled.mobile) && m.field_mobile()],
    ['smsCode', canText && !smsCodePattern.test(filled.smsCode) && m.field_sms_code()],
  ]
  return found.flatMap(([path, message]) => (message ? [{ path, message }] : []))
}

const missingWords: Record<ConsentWay, () => string> = {
  tick: m.register_consent_unticked,
  typed: m.register_consent_untyped,
  drawn: m.register_consent_unsigned,
}

/** A typed name is that of the person who fills in the form. */
function hasAgreed({ consent, strokes, typedName, isTicked, name }: Filled, way: ConsentWay): boolean {
  if (consent !== undefined) return true
  if (way === 'tick') return isTicked
  return way === 'drawn' ? strokes.length > 0 : typedName.trim() !== '' && typedName.trim() === name.trim()
}

/** Which sections of the form are filled in. */
export function sectionsDone(filled: Filled, asked: Asked): Record<'who' | 'account' | 'consent' | 'mobile', boolean> {
  const wrong = new Set(checkRegistration(filled, { ...asked, isUploading: false }).map(({ path }) => path))
  const has = (...texts: string[]) => texts.every((text) => text.trim() !== '')
  return {
    who: filled.kind === 'person' || has(filled.communityName, filled.representative),
    account: has(filled.name) && filled.email.includes('@') && !wrong.has('account') && !wrong.has('secret'),
    consent: !wrong.has('privacyFileId'),
    mobile: !wrong.has('mobile') && !wrong.has('smsCode'),
  }
}

/** Which steps have a tick. A code that is typed is not proven yet: the server finds that out when the form is sent. */
export const stepsDone = (filled: Filled, asked: Asked): ReturnType<typeof sectionsDone> => {
  const done = sectionsDone(filled, asked)
  return { ...done, mobile: done.mobile && !asked.canText }
}
