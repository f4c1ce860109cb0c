import { m } from '#i18n/generated/messages.js'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { CourtLayout } from '#ui/kit/court-layout.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useState } from 'react'
import { checkNewSecret } from './check-secret.ts'
import { NewSecretField } from './new-secret-field.tsx'
import { Outcome } from './outcome.tsx'

/** `refusal`: why the link cannot be used, known when the page is opened. */
type Props = { token: string; refusal: string | undefined; onReset(): Promise<void> }

/** Sets a new password by a mailed link, which works once. */
export function ResetSecret({ token, refusal, onReset }: Props) {
  const api = useApi()
  const [secret, setSecret] = useState('')
  // Of the first render: the page is loaded once more after the link was used, just before it is left.
  const [refusedBefore] = useState(refusal)
  const { ready, busy, refused, errorAt, form } = useSubmit(
    async () => {
      await api.post('/api/AccountMember/ResetPKey', { token, secret })
      await onReset()
    },
    { check: () => checkNewSecret(secret) },
  )
  const code = refused?.code ?? refusedBefore
  if (code === 'link_expired' || code === 'link_invalid') return <DeadLink expired={code === 'link_expired'} />
  return (
    <CourtLayout title={m.reset_title()} lead={m.reset_lead()} sport="tennis">
      <form className="stack gap-5" {...form}>
        <NewSecretField name="secret" label={m.reset_secret()} value={secret} onChange={setSecret} error={errorAt('secret')} />
        <FormProblem refused={refused} />
        <Button type="submit" wide busy={busy} disabled={!ready}>
          {m.reset_submit()}
        </Button>
      </form>
    </CourtLayout>
  )
}

function DeadLink({ expired }: { expired: boolean }) {
  return (
    <CourtLayout sport="tennis">
      <Outcome icon="alert" tone="bad" level={1} title={m.reset_dead_title()} arrived>
        <p>{expired ? m.reset_dead_expired() : m.reset_dead_used()}</p>
        <ButtonLink to="/login/forget">{m.reset_ask_again()}</ButtonLink>
      </Outcome>
    </CourtLayout>
  )
}
