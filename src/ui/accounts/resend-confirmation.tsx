import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useState } from 'react'
import { LoginNameField, looksLikeEmail } from './login-name.tsx'
import style from './form.module.css'

/** Requests the confirmation mail again. The answer is the same for every address. */
export function ResendConfirmation() {
  const api = useApi()
  const [sentTo, setSentTo] = useState('')
  const { ready, busy, refused, errorAt, form } = useSubmit(async (fields) => {
    const email = String(fields.get('email')).trim()
    setSentTo('')
    await api.post('/api/AccountMember/SendValidation', { email })
    setSentTo(email)
  })
  return (
    <form className="stack gap-5" {...form}>
      <LoginNameField
        only={looksLikeEmail}
        name="email"
        type="email"
        label={m.resend_email()}
        error={errorAt('email')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormProblem refused={refused} />
      <div role="status" className={style.status}>
        {sentTo && (
          <Callout tone="success">
            <p>{m.resend_done({ email: sentTo })}</p>
          </Callout>
        )}
      </div>
      <Button type="submit" wide busy={busy} disabled={!ready}>
        {m.resend_submit()}
      </Button>
    </form>
  )
}
