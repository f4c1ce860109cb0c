import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useState } from 'react'
import { NewSecretField } from './new-secret-field.tsx'
import { useRegisterDraft, useRegisterSecrets } from './register-draft.ts'
import { DraftField, type SectionProps } from './register-fields.tsx'

/** Section of the registration: name, email address, password and account name. */
export function RegisterAccount({ errorAt }: SectionProps) {
  const isCommunity = useRegisterDraft((draft) => draft.kind === 'community')
  const byWay = useRegisterDraft((draft) => draft.byWay)
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
      {byWay === undefined ? (
        <NewSecretField
          id="register-secret"
          name="secret"
          label={m.register_secret()}
          error={errorAt('secret')}
          value={secret}
          onChange={(value) => useRegisterSecrets.setState({ secret: value })}
        />
      ) : (
        <Callout tone="info">
          <p>{m.register_by_way({ way: byWay })}</p>
          <p>{m.register_by_way_known({ way: byWay })}</p>
        </Callout>
      )}
      <AccountName errorAt={errorAt} />
    </>
  )
}

/** Optional account name, folded: without one it is made from the email address. */
function AccountName({ errorAt }: SectionProps) {
  const account = useRegisterDraft((draft) => draft.account)
  const [open, setOpen] = useState(false)
  return (
    <Disclosure
      label={m.register_account()}
      value={account || m.register_account_made()}
      offer={m.register_account_choose()}
      open={open || errorAt('account') !== undefined}
      onOpen={setOpen}
    >
      <DraftField
        name="account"
        label={m.register_account()}
        hint={m.register_account_hint()}
        errorAt={errorAt}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={30}
        required={false}
      />
    </Disclosure>
  )
}
