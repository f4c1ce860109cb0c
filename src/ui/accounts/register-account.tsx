import { m } from '#i18n/generated/messages.js'
import { NewSecretField } from './new-secret-field.tsx'
import { useRegisterDraft, useRegisterSecrets } from './register-draft.ts'
import { DraftField, type SectionProps } from './register-fields.tsx'

/** What the member logs in with, and is called. */
export function RegisterAccount({ errorAt }: SectionProps) {
  const isCommunity = useRegisterDraft((draft) => draft.kind === 'community')
  const secret = useRegisterSecrets((secrets) => secrets.secret)
  return (
    <>
      <DraftField
        name="name"
        label={isCommunity ? m.register_name_contact() : m.register_name()}
        errorAt={errorAt}
        autoComplete="name"
        maxLength={60}
      />
      <DraftField
        name="email"
        label={m.register_email()}
        hint={m.register_email_hint()}
        errorAt={errorAt}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <DraftField
        name="account"
        label={m.register_account()}
        hint={m.register_account_hint()}
        errorAt={errorAt}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={30}
      />
      <NewSecretField
        id="register-secret"
        name="secret"
        label={m.register_secret()}
        error={errorAt('secret')}
        value={secret}
        onChange={(value) => useRegisterSecrets.setState({ secret: value })}
      />
    </>
  )
}
