import { m } from '#i18n/generated/messages.js'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { keptName, KeptField, looksLikeEmail } from './entering.tsx'
import style from './form.module.css'

/** Asks for the confirmation mail again. The answer is the same for every address. */
export function ResendConfirmation() {
  const { api } = useRouteContext({ from: '__root__' })
  const [sentTo, setSentTo] = useState('')
  const { busy, refused, errorAt, form } = useSubmit(async (fields) => {
    const email = String(fields.get('email')).trim()
    setSentTo('')
    await api.post('/api/AccountMember/SendValidation', { email })
    setSentTo(email)
  })
  return (
    <form className={style.form} {...form}>
      <KeptField
        kept="name"
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
      <div role="status">
        {sentTo && (
          <Callout tone="success">
            <p>{m.resend_done({ email: sentTo })}</p>
          </Callout>
        )}
      </div>
      <Button type="submit" wide busy={busy} look="secondary">
        {m.resend_submit()}
      </Button>
    </form>
  )
}

/** One press when the address is known; otherwise the page that asks for it. */
export function ResendButton() {
  const { api } = useRouteContext({ from: '__root__' })
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [email] = useState(keptName)
  if (!looksLikeEmail(email)) {
    return (
      <ButtonLink to="/emailValidation" look="quiet" className={style.inline}>
        {m.login_resend()}
      </ButtonLink>
    )
  }
  if (state === 'sent') return <p>{m.resend_done({ email })}</p>
  const send = async () => {
    setState('busy')
    const done = await api.post('/api/AccountMember/SendValidation', { email }).then(
      () => true,
      () => false,
    )
    setState(done ? 'sent' : 'idle')
  }
  return (
    <Button look="quiet" className={style.inline} busy={state === 'busy'} onClick={() => void send()}>
      {m.login_resend()}
    </Button>
  )
}
