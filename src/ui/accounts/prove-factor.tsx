import { m } from '#i18n/generated/messages.js'
import { authenticatorCodePattern } from '#modules/logins/second-factor-rules.ts'
import type { SecondFactorsAnswer } from '#modules/logins/second-factor-wire.ts'
import type { LoginAnswer } from '#modules/logins/wire.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { startSession } from './log-in.ts'
import { showPasskey } from './passkey-browser.ts'
import style from './second-factor.module.css'

type Proven = { onProven(member: MemberAnswer): void | Promise<void> }

/** Asks for the second factor, by each of the ways that the member has set up. */
export function ProveFactor({ ways, isMember = false, onProven }: Proven & { ways: SecondFactorsAnswer['ways']; isMember?: boolean }) {
  const [lost, setLost] = useState(!ways.passkey && !ways.authenticator)
  return (
    <div className="stack gap-5">
      {ways.passkey && <ByPasskey onProven={onProven} />}
      {ways.passkey && ways.authenticator && <p className={style.or}>{m.login_or()}</p>}
      {ways.authenticator && <ByCode onProven={onProven} />}
      {ways.recoveryCode &&
        (lost ? (
          <ByRecoveryCode onProven={onProven} />
        ) : (
          <Button look="quiet" onClick={() => setLost(true)}>
            {m.factor_lost()}
          </Button>
        ))}
      {!ways.recoveryCode && <p className={style.note}>{isMember ? m.factor_lost_ask_member() : m.factor_lost_ask()}</p>}
    </div>
  )
}

function ByPasskey({ onProven }: Proven) {
  const [api, router] = [useApi(), useRouter()]
  const { busy, refused, form } = useSubmit(async () => {
    const passkey = await showPasskey(api, 'prove')
    await onProven(startSession(router, await api.post<LoginAnswer>('/api/AccountMember/SecondFactor/Passkey', { passkey })))
  })
  return (
    <form {...form} className={style.setup}>
      <FormProblem refused={refused} />
      <Button type="submit" wide busy={busy}>
        <span className="inline gap-2">
          <Icon name="key" size={20} />
          {m.factor_use_passkey()}
        </span>
      </Button>
    </form>
  )
}

/** The field for the six digits of an authenticator app. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <TextField
      name="code"
      label={m.factor_code()}
      hint={m.factor_code_hint()}
      error={error}
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={6}
    />
  )
}

export const checkCode = (form: FormData) =>
  authenticatorCodePattern.test(String(form.get('code')).trim()) ? [] : [{ path: 'code', message: m.field_authenticator_code() }]

function ByCode({ onProven }: Proven) {
  const [api, router] = [useApi(), useRouter()]
  const { ready, busy, refused, errorAt, form } = useSubmit(
    async (fields) => {
      const answer = await api.post<LoginAnswer>('/api/AccountMember/SecondFactor/Code', { code: String(fields.get('code')).trim() })
      await onProven(startSession(router, answer))
    },
    { check: checkCode },
  )
  return (
    <form {...form} className={style.setup}>
      <CodeField error={errorAt('code')} />
      <FormProblem refused={refused} />
      <Button type="submit" look="secondary" wide busy={busy} disabled={!ready}>
        {m.factor_confirm()}
      </Button>
    </form>
  )
}

function ByRecoveryCode({ onProven }: Proven) {
  const [api, router] = [useApi(), useRouter()]
  const { ready, busy, refused, errorAt, form } = useSubmit(async (fields) => {
    const answer = await api.post<LoginAnswer>('/api/AccountMember/SecondFactor/RecoveryCode', { code: String(fields.get('code')) })
    await onProven(startSession(router, answer))
  })
  return (
    <form {...form} className={style.setup}>
      <TextField
        name="code"
        label={m.factor_recovery_code()}
        hint={m.factor_recovery_code_hint()}
        error={errorAt('code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <FormProblem refused={refused} />
      <Button type="submit" look="secondary" wide busy={busy} disabled={!ready}>
        {m.factor_confirm()}
      </Button>
    </form>
  )
}
