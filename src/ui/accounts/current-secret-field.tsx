import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { SecretField } from '#ui/kit/field.tsx'

type Props = { value: string; member: MemberAnswer; error: string | undefined; onChange(secret: string): void }

/** Current password, of a member who has one: required to change the email address or the mobile. */
export function CurrentSecretField({ value, member: { email, hasSecret }, error, onChange }: Props) {
  if (!hasSecret) return null
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
