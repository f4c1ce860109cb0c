import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { SecretField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import style from './second-factor.module.css'

/** The password again, before ways to log in are changed. */
export function ConfirmSecret({ email, onConfirmed }: { email: string; onConfirmed(): void | Promise<void> }) {
  const api = useApi()
  const { ready, busy, refused, errorAt, form } = useSubmit(async (fields) => {
    await api.post('/api/AccountMember/SecondFactor/Secret', { secret: String(fields.get('secret')) })
    await onConfirmed()
  })
  return (
    <form {...form} className={style.setup}>
      <p>{m.factor_secret_again()}</p>
      {/* Username for password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <SecretField name="secret" label={m.login_secret()} error={errorAt('secret')} autoComplete="current-password" />
      <FormProblem refused={refused} />
      <Button type="submit" busy={busy} disabled={!ready}>
        {m.factor_go_on()}
      </Button>
    </form>
  )
}
