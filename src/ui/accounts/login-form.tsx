import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { SecretField, TextField } from '#ui/kit/field.tsx'
import style from './form.module.css'

export function LoginForm() {
  return (
    <form className={style.form} method="post">
      <TextField name="emailOrAccount" label={m.login_name()} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <SecretField name="secret" label={m.login_secret()} autoComplete="current-password" />
      <Button type="submit" wide>
        {m.login_submit()}
      </Button>
    </form>
  )
}
