import { m } from '#i18n/generated/messages.js'
import { mobilePattern } from '#modules/accounts/rules.ts'
import { smsCodePattern } from '#modules/logins/rules.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { toast } from '#ui/kit/toast.tsx'
import { useCanText } from '#ui/session/viewer.ts'
import { useState } from 'react'
import { MobileCode, UnprovenMobile, type CodeSent } from './mobile-code.tsx'
import { CurrentSecretField } from './current-secret-field.tsx'
import { ProvenFirst } from './proven-first.tsx'
import { SaveLine, useMemberChange } from './setting-form.tsx'
import style from './setting.module.css'

type MobileDraft = { mobile: string; sent: CodeSent | undefined }
const empty: MobileDraft = { mobile: '', sent: undefined }

/** Changes the mobile. The new number counts once its code is typed. */
export function MobileForm({ member }: { member: MemberAnswer }) {
  const draft = useDraft(`${member.id}:mobile`, empty)
  const { mobile, sent } = draft.values
  const [smsCode, setSmsCode] = useState('')
  const [secret, setSecret] = useState('')
  const [open, setOpen] = useState(false)
  const canText = useCanText()
  const { busy, refused, errorAt, form } = useMemberChange(
    () => ({ mobile, ...(member.hasSecret ? { secret } : {}), ...(canText ? { smsCode } : {}) }),
    () => {
      draft.clear()
      setSmsCode('')
      setSecret('')
      setOpen(false)
      toast('success', m.setting_mobile_changed())
    },
    () => [
      ...(mobilePattern.test(mobile) ? [] : [{ path: 'mobile', message: m.field_mobile() }]),
      ...(!canText || smsCodePattern.test(smsCode) ? [] : [{ path: 'smsCode', message: m.field_sms_code() }]),
    ],
  )

  const field = { idPrefix: 'setting', mobile, onMobile: (next: string) => draft.change({ mobile: next }), errorAt }
  return (
    <Disclosure
      label={m.setting_mobile()}
      value={member.isMobileProven ? member.mobile : m.setting_mobile_unproven({ mobile: member.mobile })}
      offer={m.setting_change()}
      open={open || mobile !== ''}
      onOpen={setOpen}
    >
      <ProvenFirst member={member}>
        <form {...form} className={style.form}>
          {!member.isMobileProven && <p>{canText ? m.setting_mobile_unproven_code() : m.setting_mobile_unproven_desk()}</p>}
          {canText ? (
            <MobileCode
              {...field}
              to="/api/AccountMember/SendSms"
              code={smsCode}
              onCode={setSmsCode}
              sent={sent}
              onSent={(next) => draft.change({ sent: next })}
            />
          ) : (
            <UnprovenMobile {...field} />
          )}
          <CurrentSecretField value={secret} member={member} error={errorAt('secret')} onChange={setSecret} />
          <SaveLine {...{ busy, refused }} label={m.setting_mobile_submit()} />
        </form>
      </ProvenFirst>
    </Disclosure>
  )
}
