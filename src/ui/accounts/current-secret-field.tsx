import { m } from '#i18n/generated/messages.js'
import { SecretField } from '#ui/kit/field.tsx'

type Props = { value: string; email: string; error: string | undefined; onChange(secret: string): void }

/** Current password: required to change the email address or the mobile. */
export function CurrentSecretField({ value, email, error, onChange }: Props) {
  return (
    <>
      {/* Username for password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <SecretField
        name="secret"
        label={m.setting_reach_secret()}
        hint={m.setting_reach_secret_hint()}
        autoComplete="current-password"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
