import { m } from '#i18n/generated/messages.js'
import { mobilePattern } from '#modules/accounts/rules.ts'
import { smsCodePattern } from '#modules/logins/rules.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { createPersistedStore } from '#ui/kit/persisted-store.ts'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useState } from 'react'
import { checkNewSecret } from './check-secret.ts'
import style from './form.module.css'
import { MobileCode, type CodeSent } from './mobile-code.tsx'
import { NewSecretField } from './new-secret-field.tsx'

/** Kept for the tab: people switch to their messages, and the phone may reload the page when they return. */
const useResetDraft = createPersistedStore<{ mobile: string; sent: CodeSent | undefined }>('reset', 'drafts', {
  mobile: '',
  sent: undefined,
})

/** Resets the password by a text-message code, with the new password on the same page. The texts are the same for an unknown mobile. */
export function ForgetBySms({ onReset }: { onReset(): Promise<void> }) {
  const api = useApi()
  const { mobile, sent } = useResetDraft()
  const [code, setCode] = useState('')
  const [secret, setSecret] = useState('')
  const { ready, busy, refused, errorAt, form } = useSubmit(
    async () => {
      await api.post('/api/AccountMember/ResetPKey', { mobile, smsCode: code, secret })
      useResetDraft.setState({ mobile: '', sent: undefined })
      await onReset()
    },
    {
      check: () => [
        ...(mobilePattern.test(mobile) ? [] : [{ path: 'mobile', message: m.field_mobile() }]),
        ...(smsCodePattern.test(code) ? [] : [{ path: 'smsCode', message: m.field_sms_code() }]),
        ...checkNewSecret(secret),
      ],
    },
  )
  return (
    <form className="stack gap-5" {...form}>
      <p className={style.hint}>{m.forget_sms_risk()}</p>
      <MobileCode
        to="/api/AccountMember/SendSms_ResetPassword"
        idPrefix="forget"
        mobile={mobile}
        onMobile={(next) => useResetDraft.setState({ mobile: next })}
        code={code}
        onCode={setCode}
        sent={sent}
        onSent={(next) => useResetDraft.setState({ sent: next })}
        sentText={m.forget_sms_sent}
        errorAt={errorAt}
      />
      <NewSecretField name="secret" label={m.reset_secret()} value={secret} onChange={setSecret} error={errorAt('secret')} />
      <FormProblem refused={refused} />
      <Button type="submit" wide busy={busy} disabled={!ready}>
        {m.reset_submit()}
      </Button>
    </form>
  )
}
