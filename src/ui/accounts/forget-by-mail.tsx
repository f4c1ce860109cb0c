import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useState } from 'react'
import { LoginNameField, looksLikeEmail } from './login-name.tsx'
import { Outcome } from './outcome.tsx'

/** Requests a mail with a link to reset the password. The page shows the same text for an unknown address. */
export function ForgetByMail() {
  const api = useApi()
  const [sentTo, setSentTo] = useState<string>()
  const { ready, busy, refused, errorAt, form } = useSubmit(async (fields) => {
    const email = String(fields.get('email')).trim()
    await api.post('/api/AccountMember/ForgetPKey', { email })
    setSentTo(email)
  })
  if (sentTo !== undefined) {
    return (
      <Outcome icon="mail" title={m.forget_mail_done_title()} arrived>
        <p>{m.forget_mail_done({ email: sentTo })}</p>
        <p>{m.forget_mail_tips()}</p>
        <Button look="secondary" onClick={() => setSentTo(undefined)}>
          {m.forget_mail_again()}
        </Button>
      </Outcome>
    )
  }
  return (
    <form className="stack gap-5" {...form}>
      <LoginNameField
        only={looksLikeEmail}
        name="email"
        type="email"
        label={m.resend_email()}
        hint={m.forget_email_hint()}
        error={errorAt('email')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormProblem refused={refused} />
      <Button type="submit" wide busy={busy} disabled={!ready}>
        {m.forget_mail_submit()}
      </Button>
    </form>
  )
}
