import { m } from '#i18n/generated/messages.js'
import { mobilePattern, smsCodePattern } from '#modules/accounts/rules.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { toast } from '#ui/kit/toast.tsx'
import { useState } from 'react'
import { MobileCode, type CodeSent } from './mobile-code.tsx'
import { CurrentSecretField } from './current-secret-field.tsx'
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
  const { busy, refused, errorAt, form } = useMemberChange(
    () => ({ mobile, smsCode, secret }),
    () => {
      draft.clear()
      setSmsCode('')
      setSecret('')
      setOpen(false)
      toast('success', m.setting_mobile_changed())
    },
    () => [
      ...(mobilePattern.test(mobile) ? [] : [{ path: 'mobile', message: m.field_mobile() }]),
      ...(smsCodePattern.test(smsCode) ? [] : [{ path: 'smsCode', message: m.field_sms_code() }]),
    ],
  )

  return (
    <Disclosure label={m.setting_mobile()} value={member.mobile} offer={m.setting_change()} open={open || mobile !== ''} onOpen={setOpen}>
      <form {...form} className={style.form}>
        <MobileCode
          to="/api/AccountMember/SendSms"
          idPrefix="setting"
          mobile={mobile}
          onMobile={(next) => draft.change({ mobile: next })}
          code={smsCode}
          onCode={setSmsCode}
          sent={sent}
          onSent={(next) => draft.change({ sent: next })}
          errorAt={errorAt}
        />
        <CurrentSecretField value={secret} email={member.email} error={errorAt('secret')} onChange={setSecret} />
        <SaveLine {...{ busy, refused }} label={m.setting_mobile_submit()} />
      </form>
    </Disclosure>
  )
}
