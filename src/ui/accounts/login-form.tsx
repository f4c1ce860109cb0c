import { m } from '#i18n/generated/messages.js'
import { splitPrefix } from '#i18n/locale.ts'
import { ownValue } from '#lib/own-value.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { SecretField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { refusalOf, useSubmit, type Refused } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { logIn } from './log-in.ts'
import { forgetLoginName, LoginNameField, looksLikeEmail } from './login-name.tsx'
import style from './form.module.css'

type Props = {
  /** Path to open after the login. */
  redirect: string | undefined
  /** Name that was typed into the plain form, without JavaScript. */
  name: string | undefined
  /** Refusal of the plain form. */
  before: { error: string; wait: string | undefined } | undefined
  onEntered(member: MemberAnswer): Promise<void>
}

export function LoginForm({ redirect, name, before, onEntered }: Props) {
  const router = useRouter()
  const api = useApi()
  const [tried, setTried] = useState('')
  const { busy, refused, errorAt, form } = useSubmit(
    async (fields) => {
      setTried(String(fields.get('emailOrAccount')).trim())
      const member = await logIn(router, api, String(fields.get('emailOrAccount')), String(fields.get('secret')))
      forgetLoginName()
      await onEntered(member)
    },
    { initial: before && refusedBefore(before.error, before.wait) },
  )
  const { prefix } = splitPrefix(router.buildLocation({ to: '/login' }).publicHref)

  return (
    // `action` is where the form is sent before hydration.
    <form className="stack gap-5" {...form} action="/api/AccountMember/LoginForm">
      {redirect && <input type="hidden" name="redirect" value={redirect} />}
      {prefix && <input type="hidden" name="prefix" value={prefix} />}
      <LoginNameField
        name="emailOrAccount"
        label={m.login_name()}
        defaultValue={name}
        error={errorAt('emailOrAccount')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        inputMode="email"
        maxLength={254}
        spellCheck={false}
      />
      <SecretField
        name="secret"
        label={m.login_secret()}
        error={errorAt('secret')}
        autoComplete="current-password"
        aside={
          <Link className={style.beside} to="/login/forget" search={{ redirect }}>
            {m.login_forgot()}
          </Link>
        }
      />
      <FormProblem refused={refused} says={{ too_many_attempts: m.login_too_many, email_unconfirmed: m.login_unconfirmed }}>
        {refused?.code.endsWith('email_unconfirmed') && <ConfirmationAgain name={tried} />}
      </FormProblem>
      <Button type="submit" wide busy={busy}>
        {m.login_submit()}
      </Button>
    </form>
  )
}

/** The button that had the focus is gone: what has taken its place gets it, and is read out. */
const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/** Sends the confirmation mail again. A member who logs in by account name enters the address on a page of its own. */
function ConfirmationAgain({ name }: { name: string }) {
  const api = useApi()
  const [state, setState] = useState<'asked' | 'sent' | Refused>()
  if (!looksLikeEmail(name)) {
    return (
      <Link className={style.way} to="/emailValidation">
        {m.login_resend()}
      </Link>
    )
  }
  if (state === 'sent')
    return (
      <p ref={focusOnMount} tabIndex={-1}>
        {m.resend_done({ email: name })}
      </p>
    )
  const send = async () => {
    setState('asked')
    await api.post('/api/AccountMember/SendValidation', { email: name }).then(
      () => setState('sent'),
      (error: unknown) => setState(refusalOf(error, Date.now())),
    )
  }
  return (
    <>
      {typeof state === 'object' && <p>{state.title}</p>}
      <Button look="secondary" busy={state === 'asked'} onClick={() => void send()}>
        {m.login_resend()}
      </Button>
    </>
  )
}

const titles: Record<string, (wait: string) => string> = {
  invalid_credentials: () => m.problem_invalid_credentials(),
  too_many_attempts: (retryAfterSeconds) => m.problem_too_many_attempts({ retryAfterSeconds }),
  email_unconfirmed: () => m.login_unconfirmed(),
  busy: () => m.problem_busy(),
  incomplete: () => m.login_incomplete(),
  not_from_here: () => m.login_not_from_here(),
  way_cancelled: () => m.problem_way_cancelled(),
  way_refused: () => m.problem_way_refused(),
  way_unreachable: () => m.problem_way_unreachable(),
  way_over: () => m.problem_way_over(),
  way_not_allowed: () => m.problem_way_not_allowed(),
  way_link_first: () => m.problem_way_link_first(),
  subject_taken: () => m.problem_subject_taken(),
  too_many_requests: () => m.login_too_many(),
}

/** Why a login that went by an issuer was refused, where there is no form. */
export function LoginRefused({ error, wait }: { error: string; wait: string | undefined }) {
  return <FormProblem refused={refusedBefore(error, wait)} />
}

function refusedBefore(error: string, wait = '60'): Refused | undefined {
  const title = ownValue(titles, error)?.(wait)
  return title ? { status: 400, code: `plain_${error}`, title, errors: [], until: undefined } : undefined
}
