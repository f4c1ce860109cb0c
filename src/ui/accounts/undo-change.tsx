import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import type { UndoChangeAnswer } from '#modules/logins/wire.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { reloadViewer } from '#ui/session/logout.ts'
import { readToken } from '#ui/session/session.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Outcome } from './outcome.tsx'
import { ValidationCourt } from './validation-court.tsx'

type Step = { is: 'asking'; busy: boolean } | ({ is: 'done' } & UndoChangeAnswer) | { is: 'refused'; code: string }

/** Undoes a change of email address or mobile from a mailed link, by a button: mail scanners fetch links too, but press nothing. */
export function UndoChange({ link }: { link: string }) {
  const router = useRouter()
  const api = useApi()
  const [step, setStep] = useState<Step>({ is: 'asking', busy: false })

  async function undo(): Promise<void> {
    setStep({ is: 'asking', busy: true })
    try {
      const answer = await api.post<UndoChangeAnswer>('/api/AccountMember/UndoChange', { ref: link })
      setStep({ is: 'done', ...answer })
      if (readToken()) await reloadViewer(router)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setStep({ is: 'refused', code: error.code })
    }
  }

  if (step.is === 'done') return <Done {...step} />
  if (step.is === 'refused') return <Refused code={step.code} onRetry={undo} />
  return (
    <>
      <ValidationCourt ball="flying" />
      <Outcome level={1} title={m.undo_title()}>
        <p>{m.undo_text()}</p>
        <Button busy={step.busy} onClick={() => void undo()}>
          {m.undo_submit()}
        </Button>
      </Outcome>
    </>
  )
}

function Done({ email, resetToken }: UndoChangeAnswer) {
  return (
    <>
      <ValidationCourt ball="in" />
      <Outcome level={1} title={m.undo_done_title()} arrived>
        <p>{m.undo_done_text({ email })}</p>
        <ButtonLink to="/resetpkey/$token" params={{ token: resetToken }}>
          {m.undo_new_secret()}
        </ButtonLink>
      </Outcome>
    </>
  )
}

const reasons: Record<string, () => string> = {
  link_expired: m.undo_expired,
  link_invalid: m.undo_invalid,
  invalid_body: m.undo_invalid,
  contact_taken: m.undo_taken,
}

function Refused({ code, onRetry }: { code: string; onRetry(): Promise<void> }) {
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return (
    <>
      <ValidationCourt ball="out" />
      <Outcome level={1} title={m.undo_failed_title()} arrived>
        <p>{reason?.() ?? m.validation_again_later()}</p>
        {reason ? (
          <ButtonLink to="/login">{m.validation_login()}</ButtonLink>
        ) : (
          <Button onClick={() => void onRetry()}>{m.validation_retry()}</Button>
        )}
      </Outcome>
    </>
  )
}
