import { m } from '#i18n/generated/messages.js'
import { passkeyNameLength } from '#modules/logins/second-factor-rules.ts'
import type { AddedFactorAnswer, AuthenticatorSetupAnswer } from '#modules/logins/second-factor-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useState } from 'react'
import { makePasskey } from './passkey-browser.ts'
import { checkCode, CodeField } from './prove-factor.tsx'
import style from './second-factor.module.css'

/** The encoder comes with the page that draws a code. */
const QrCode = lazyWithRetry(async () => (await import('#ui/kit/qr-code.tsx')).QrCode)

type Adding = { onAdded(answer: AddedFactorAnswer): void | Promise<void> }

/** Makes a passkey on this device, with a name to tell it from others. */
export function AddPasskey({ onAdded }: Adding) {
  const api = useApi()
  const { ready, busy, refused, errorAt, form } = useSubmit(async (fields) => {
    const passkey = await makePasskey(api)
    await onAdded(await api.post<AddedFactorAnswer>('/api/AccountMember/Passkey', { name: String(fields.get('name')).trim(), passkey }))
  })
  return (
    <form {...form} className={style.setup}>
      <TextField
        name="name"
        label={m.passkey_name()}
        hint={m.passkey_name_hint()}
        defaultValue={m.passkey_name_default()}
        error={errorAt('name')}
        maxLength={passkeyNameLength}
        autoComplete="off"
      />
      <FormProblem refused={refused} />
      <Button type="submit" busy={busy} disabled={!ready}>
        {m.passkey_add()}
      </Button>
    </form>
  )
}

/** Sets up an authenticator app: a QR code to scan or a secret to type, then a code from the app. */
export function AddAuthenticator({ onAdded }: Adding) {
  const api = useApi()
  const [setup, setSetup] = useState<AuthenticatorSetupAnswer>()
  const begin = useSubmit(async () => setSetup(await api.post<AuthenticatorSetupAnswer>('/api/AccountMember/Authenticator/Setup')))
  const confirm = useSubmit(
    async (fields) => {
      const code = String(fields.get('code')).trim()
      await onAdded(await api.post<AddedFactorAnswer>('/api/AccountMember/Authenticator', { code }))
    },
    { check: checkCode },
  )
  if (!setup)
    return (
      <form {...begin.form} className={style.setup}>
        <FormProblem refused={begin.refused} />
        <Button type="submit" look="secondary" busy={begin.busy} disabled={!begin.ready}>
          {m.authenticator_set_up()}
        </Button>
      </form>
    )
  return (
    <form {...confirm.form} className={style.setup}>
      <p>{m.authenticator_scan()}</p>
      <QrCode text={setup.address} label={m.authenticator_qr()} />
      <p id="authenticator-typed">{m.authenticator_type()}</p>
      <code className={style.typed} aria-describedby="authenticator-typed">
        {setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </code>
      <CodeField error={confirm.errorAt('code')} />
      <FormProblem refused={confirm.refused} />
      <Button type="submit" wide busy={confirm.busy}>
        {m.factor_confirm()}
      </Button>
    </form>
  )
}
