import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { Locale } from '#i18n/locale.ts'
import { checkNewSecret } from '#ui/accounts/check-secret.ts'
import { NewSecretField } from '#ui/accounts/new-secret-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { settingsQuery } from '#ui/session/viewer.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

export type JoinFields = { name?: string; account?: string | undefined; secret?: string; locale?: Locale }

/** `session`: the member is logged in, and has nothing to fill in. */
type By = 'new-account' | 'new-secret' | 'session'
type Props = { by: By; email: string; accept(fields: JoinFields): Promise<void> }

export function JoinForm({ by, email, accept }: Props) {
  const [secret, setSecret] = useState('')
  const takesSecret = useQuery(settingsQuery(useApi())).data?.loginBy.includes('secret') ?? true
  const needsSecret = (by === 'new-account' && takesSecret) || by === 'new-secret'
  const { ready, busy, refused, errorAt, form } = useSubmit(
    async (fields) => {
      const text = (name: string) => String(fields.get(name) ?? '').trim()
      const account = by === 'new-account' ? { name: text('name'), account: text('account') || undefined, locale: getLocale() } : {}
      await accept({ ...account, ...(needsSecret ? { secret } : {}) })
    },
    { check: () => (needsSecret ? checkNewSecret(secret) : []) },
  )
  return (
    <form className="stack gap-5" {...form}>
      {by === 'session' && <p>{m.staff_join_as({ email })}</p>}
      {by === 'new-secret' && <p>{m.staff_join_recover({ email })}</p>}
      {by === 'new-account' && <AccountFields email={email} errorAt={errorAt} />}
      {needsSecret && (
        <NewSecretField
          name="secret"
          label={by === 'new-secret' ? m.reset_secret() : m.register_secret()}
          value={secret}
          onChange={setSecret}
          error={errorAt('secret')}
        />
      )}
      <FormProblem refused={refused} />
      <Button type="submit" wide busy={busy} disabled={!ready}>
        {labels[by]()}
      </Button>
    </form>
  )
}

const labels: Record<By, () => string> = {
  'new-account': m.staff_join_submit_new,
  'new-secret': m.staff_join_submit_recover,
  session: m.staff_join_submit,
}

function AccountFields({ email, errorAt }: { email: string; errorAt(path: string): string | undefined }) {
  return (
    <>
      <TextField name="email" label={m.register_email()} value={email} readOnly autoComplete="username" error={errorAt('email')} />
      <TextField name="name" label={m.register_name()} autoComplete="name" maxLength={60} error={errorAt('name')} />
      <TextField
        name="account"
        label={m.register_account()}
        hint={m.staff_join_account_hint()}
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        error={errorAt('account')}
      />
    </>
  )
}
