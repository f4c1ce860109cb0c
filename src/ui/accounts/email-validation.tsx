import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import type { ValidateEmailAnswer } from '#modules/logins/wire.ts'
import { ownValue } from '#lib/own-value.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { reloadViewer } from '#ui/session/logout.ts'
import { readToken } from '#ui/session/session.ts'
import { useApi } from '#ui/session/use-api.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { startSession } from './log-in.ts'
import { useReturnTarget } from './return-target.ts'
import { keepLoginName, LoginNameField, looksLikeEmail } from './login-name.tsx'
import style from './form.module.css'
import { Outcome } from './outcome.tsx'
import { ValidationCourt } from './validation-court.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'

type Step =
  | { is: 'waiting' }
  | { is: 'confirming' }
  | { is: 'confirmed'; email: string; isWithoutLogin: boolean }
  | { is: 'refused'; code: string }

/** Confirms the address of a mailed link from the browser, once: mail scanners fetch links too, but do not run the page. */
export function EmailValidation({ token, onLoggedIn }: { token: string; onLoggedIn(): Promise<void> }) {
  const router = useRouter()
  const api = useApi()
  const [step, setStep] = useState<Step>({ is: 'waiting' })
  const asked = useRef('')

  async function confirm(): Promise<void> {
    setStep({ is: 'confirming' })
    try {
      const { email, session, isWithoutLogin = false } = await api.post<ValidateEmailAnswer>('/api/AccountMember/ValidateEmail', { token })
      if (session) {
        startSession(router, session)
        return await onLoggedIn()
      }
      setStep({ is: 'confirmed', email, isWithoutLogin })
      keepLoginName(email)
      if (readToken()) await reloadViewer(router)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setStep({ is: 'refused', code: error.code })
    }
  }

  useEffect(() => {
    if (asked.current === token) return
    asked.current = token
    void confirm()
  })

  if (step.is === 'confirmed') return step.isWithoutLogin ? <WithoutLogin email={step.email} /> : <Confirmed email={step.email} />
  if (step.is === 'refused') return <Refused code={step.code} onRetry={confirm} />
  return (
    <>
      <ValidationCourt ball="flying" />
      <Outcome level={1} title={m.validation_confirming()}>
        <p role="status">{m.validation_confirming_text()}</p>
        <Button busy={step.is === 'confirming'} onClick={() => void confirm()}>
          {m.validation_confirm()}
        </Button>
      </Outcome>
    </>
  )
}

function Confirmed({ email }: { email: string }) {
  const redirect = useReturnTarget()
  const isIn = isLoggedIn(useViewer())
  return (
    <>
      <ValidationCourt ball="in" />
      <Outcome level={1} title={m.validation_done_title()} arrived>
        <p>{isIn ? m.validation_done_member({ email }) : m.validation_done_text({ email })}</p>
        {isIn ? (
          <ButtonLink to="/member">{m.validation_continue()}</ButtonLink>
        ) : (
          <ButtonLink to="/login" search={{ redirect }}>
            {m.validation_login()}
          </ButtonLink>
        )}
      </Outcome>
    </>
  )
}

/** Registered by another issuer in another browser: the link to it is gone, because it may have been a stranger's. */
function WithoutLogin({ email }: { email: string }) {
  return (
    <>
      <ValidationCourt ball="in" />
      <Outcome level={1} title={m.validation_done_title()} arrived>
        <p>{m.validation_without_login({ email })}</p>
        <ButtonLink to="/login/forget">{m.validation_set_secret()}</ButtonLink>
      </Outcome>
    </>
  )
}

const reasons: Record<string, () => string> = {
  link_expired: m.validation_expired,
  link_invalid: m.validation_invalid,
  invalid_body: m.validation_invalid,
  email_taken: m.validation_taken,
  link_elsewhere: m.problem_link_elsewhere,
}

function Refused({ code, onRetry }: { code: string; onRetry(): Promise<void> }) {
  const reason = ownValue(reasons, code)
  return (
    <>
      <ValidationCourt ball="out" />
      <Outcome level={1} title={m.validation_failed_title()} arrived>
        <p>{reason?.() ?? m.validation_again_later()}</p>
        {!reason && <Button onClick={() => void onRetry()}>{m.validation_retry()}</Button>}
        {code === 'email_taken' && <ButtonLink to="/login">{m.validation_login()}</ButtonLink>}
        {reason && code !== 'email_taken' && <ResendConfirmation />}
      </Outcome>
    </>
  )
}

/** Without a token: explains the confirmation mail and sends it again. */
export function AskForConfirmation() {
  const redirect = useReturnTarget()
  return (
    <>
      <ValidationCourt ball="flying" />
      <Outcome level={1} title={m.validation_ask_title()}>
        <p>{m.validation_ask_text()}</p>
        <ResendConfirmation />
        <Link to="/login" search={{ redirect }} className={style.back}>
          <Icon name="back" size={18} />
          {m.forget_back()}
        </Link>
      </Outcome>
    </>
  )
}

/** Requests the confirmation mail again. The answer is the same for every address. */
function ResendConfirmation() {
  const api = useApi()
  const [sentTo, setSentTo] = useState('')
  const { ready, busy, refused, errorAt, form } = useSubmit(async (fields) => {
    const email = String(fields.get('email')).trim()
    setSentTo('')
    await api.post('/api/AccountMember/SendValidation', { email })
    setSentTo(email)
  })
  return (
    <form className="stack gap-5" {...form}>
      <LoginNameField
        only={looksLikeEmail}
        name="email"
        type="email"
        label={m.resend_email()}
        error={errorAt('email')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormProblem refused={refused} />
      <div role="status" className={style.status}>
        {sentTo && (
          <Callout tone="success">
            <p>{m.resend_done({ email: sentTo })}</p>
          </Callout>
        )}
      </div>
      <Button type="submit" wide busy={busy} disabled={!ready}>
        {m.resend_submit()}
      </Button>
    </form>
  )
}
