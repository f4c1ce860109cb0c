import { m } from '#i18n/generated/messages.js'
import type { AddedFactorAnswer } from '#modules/logins/second-factor-wire.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AddAuthenticator, AddPasskey } from './add-factor.tsx'
import { ConfirmSecret } from './confirm-secret.tsx'
import { startSession } from './log-in.ts'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import style from './second-factor.module.css'

type Props = {
  email: string
  /** The session is not fresh enough: the password is asked for first. */
  needsSecret: boolean
  /** A factor is set up, the recovery codes are kept, and the session is proven. */
  onDone(): void | Promise<void>
}

/** The first second factor of a member of staff: a passkey or an authenticator app, then the recovery codes. */
export function EnrolFactor({ email, needsSecret, onDone }: Props) {
  const router = useRouter()
  const [mustConfirm, setMustConfirm] = useState(needsSecret)
  const [added, setAdded] = useState<AddedFactorAnswer>()
  if (mustConfirm) return <ConfirmSecret email={email} onConfirmed={() => setMustConfirm(false)} />
  if (added && added.recoveryCodes.length > 0)
    return (
      <section className={style.setup} aria-labelledby="codes-title">
        <h2 id="codes-title">{m.factor_codes_title()}</h2>
        <RecoveryCodeList codes={added.recoveryCodes} onKept={onDone} />
      </section>
    )
  const onAdded = async (answer: AddedFactorAnswer) => {
    if (answer.session) startSession(router, answer.session)
    setAdded(answer)
    if (answer.recoveryCodes.length === 0) await onDone()
  }
  return (
    <div className="stack gap-5">
      <section className={style.way} aria-labelledby="enrol-passkey">
        <h2 id="enrol-passkey">{m.factor_passkey_title()}</h2>
        <p>{m.factor_passkey_lead()}</p>
        <AddPasskey onAdded={onAdded} />
      </section>
      <section className={style.way} aria-labelledby="enrol-app">
        <h2 id="enrol-app">{m.factor_authenticator_title()}</h2>
        <p>{m.factor_authenticator_lead()}</p>
        <AddAuthenticator onAdded={onAdded} />
      </section>
    </div>
  )
}
