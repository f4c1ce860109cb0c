import { m } from '#i18n/generated/messages.js'
import { SecretField } from '#ui/kit/field.tsx'

type Props = { value: string; email: string; error: string | undefined; onChange(secret: string): void }

/** Whoever changes where a member is reached shows that they are the member. */
export function ReachSecret({ value, email, error, onChange }: Props) {
  return (
    <>
      {/* Password managers read here whose password it is. */}
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
