import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { LoginAnswer } from '#modules/logins/wire.ts'
import { checkNewSecret } from '#ui/accounts/check-secret.ts'
import { startSession } from '#ui/accounts/log-in.ts'
import { NewSecretField } from '#ui/accounts/new-secret-field.tsx'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { SetupFrame } from './setup-frame.tsx'
import style from './setup.module.css'

/** Codes of a link that makes no account any more. */
const deadKeys = new Set(['invitation_unknown', 'invitation_used', 'invitation_withdrawn', 'invitation_expired', 'setup_done'])

/** The first admin's account, made by the setup link. The second factor follows on the page that asks every member of staff for it. */
export function AccountStep({ linkKey }: { linkKey: string }) {
  const call = useStaffCall()
  const router = useRouter()
  const [secret, setSecret] = useState('')
  const draft = useDraft('setup-account', { name: '', email: '' })
  const { ready, busy, refused, errorAt, form } = useSubmit(
    async () => {
      const body = { key: linkKey, ...draft.values, secret, locale: getLocale() }
      startSession(router, await call<LoginAnswer>('/api/Setup/Admin', body))
      draft.clear()
      await router.navigate({ to: '/login/second', search: { redirect: '/setup' }, replace: true })
    },
    { check: () => checkNewSecret(secret) },
  )
  if (refused && deadKeys.has(refused.code)) return <DeadKey code={refused.code} />
  return (
    <SetupFrame here="account" done={undefined} title={m.staff_setup_account_title()} lead={m.staff_setup_account_lead()}>
      <form className={style.form} {...form}>
        <TextField
          name="name"
          label={m.staff_setup_account_name()}
          autoComplete="name"
          maxLength={60}
          value={draft.values.name}
          error={errorAt('name')}
          onChange={(event) => draft.change({ name: event.target.value })}
        />
        <TextField
          name="email"
          type="email"
          label={m.staff_setup_account_email()}
          autoComplete="email"
          maxLength={254}
          value={draft.values.email}
          error={errorAt('email')}
          onChange={(event) => draft.change({ email: event.target.value })}
        />
        <NewSecretField
          name="secret"
          label={m.staff_setup_account_secret()}
          value={secret}
          onChange={setSecret}
          error={errorAt('secret')}
        />
        <FormProblem refused={refused} />
        <div className={style.actions}>
          <Button type="submit" busy={busy} disabled={!ready}>
            {m.staff_setup_account_submit()}
          </Button>
        </div>
      </form>
    </SetupFrame>
  )
}

/** A link that was used, is too old, or was replaced by that of a later start. */
export function DeadKey({ code }: { code: string }) {
  const isUsed = code === 'invitation_used' || code === 'setup_done'
  return (
    <SetupFrame here="account" done={undefined} title={isUsed ? m.staff_setup_used_title() : m.staff_setup_dead_title()}>
      <Callout
        tone={isUsed ? 'info' : 'due'}
        action={
          isUsed ? (
            <ButtonLink to="/login" search={{ redirect: '/setup' }}>
              {m.staff_setup_used_login()}
            </ButtonLink>
          ) : undefined
        }
      >
        <p>
          {isUsed ? m.staff_setup_used_lead() : code === 'invitation_expired' ? m.staff_setup_expired_lead() : m.staff_setup_dead_lead()}
        </p>
      </Callout>
    </SetupFrame>
  )
}
