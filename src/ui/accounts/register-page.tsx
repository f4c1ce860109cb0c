import { m } from '#i18n/generated/messages.js'
import type { IdentityListAnswer } from '#modules/accounts/wire.ts'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { SectionSteps } from '#ui/kit/section-steps.tsx'
import { isLoggedIn, useCanText, useConsentWay, useViewer } from '#ui/session/viewer.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { stepsDone } from './register-check.ts'
import { forgetSecrets, useRegisterDraft, useRegisterSecrets, useAgreement } from './register-draft.ts'
import { RegisterForm } from './register-form.tsx'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import style from './register.module.css'

/** Shown to who has registered. */
const RegisterDone = lazyWithRetry(async () => (await import('./register-done.tsx')).RegisterDone)

/** Shown to who is logged in. */
const RegisterLoggedIn = lazyWithRetry(async () => (await import('./register-logged-in.tsx')).RegisterLoggedIn)

type Props = {
  identities: IdentityListAnswer
  /** False: an issuer vouches for the visitor first. */
  hasForm: boolean
  /** Reminder of the periods in the visitor's cart. */
  waiting: ReactNode
  /** Buttons of issuers that vouch for the visitor. */
  byWay: ReactNode
}

export function RegisterPage({ identities, hasForm, waiting, byWay }: Props) {
  const viewer = useViewer()
  const draft = useRegisterDraft()
  useEffect(() => forgetSecrets, [])
  if (isLoggedIn(viewer)) return <RegisterLoggedIn name={viewer.name} />
  if (draft.sent) return <RegisterDone sent={draft.sent} waiting={waiting} />
  return (
    <div className={style.frame}>
      <header className={style.top}>
        <h1>{m.register_welcome()}</h1>
        <p>{m.register_lead()}</p>
        <p>
          {m.register_has_account()}{' '}
          <Link to="/login" search={true}>
            {m.register_to_login()}
          </Link>
        </p>
        {waiting}
        {byWay}
      </header>
      <aside className={style.side}>
        <div className={style.sideCourt}>
          <CourtDrawing sport={draft.kind === 'community' ? 'volleyball' : 'badminton'} measured upright />
        </div>
        {hasForm && <Steps />}
      </aside>
      {hasForm && <RegisterForm identities={identities} />}
    </div>
  )
}

function Steps() {
  const done = stepsDone(
    { ...useRegisterDraft(), ...useRegisterSecrets(), ...useAgreement() },
    { canText: useCanText(), consentWay: useConsentWay() },
  )
  const steps = [
    { id: 'who', title: m.register_step_who(), done: done.who },
    { id: 'account', title: m.register_step_account(), done: done.account },
    { id: 'consent', title: m.register_step_consent(), done: done.consent },
    { id: 'mobile', title: m.register_step_mobile(), done: done.mobile },
  ]
  return <SectionSteps label={m.register_steps()} doneWord={m.register_step_done()} steps={steps} />
}
