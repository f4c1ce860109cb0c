import { m } from '#i18n/generated/messages.js'
import type { ReportKind } from '#modules/feedback/rules.ts'
import type { TicketAnswer } from '#modules/feedback/wire.ts'
import { Outcome } from '#ui/accounts/outcome.tsx'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { useEffect, useState } from 'react'
import { FeedbackActions, FeedbackSection } from './feedback-page.tsx'
import style from './report-page.module.css'

type Props = { kind: ReportKind; ticket: TicketAnswer; onAnother(): void }

/** Confirmation with the number of the report: large, because people write it down, and with a button to copy it. */
export function ReportDone({ kind, ticket: { ticketNo, ref }, onAnother }: Props) {
  const isMember = isLoggedIn(useViewer())
  const [copied, setCopied] = useState(false)
  // Scrolls to the top: the form that was here was long.
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <FeedbackSection>
      <Outcome icon="check" title={m.feedback_done_title()} level={1} arrived>
        <div className={style.ticket}>
          <span>{m.feedback_done_ticket()}</span>
          <strong>{ticketNo}</strong>
          <Button look="quiet" onClick={() => void navigator.clipboard?.writeText(ticketNo).then(() => setCopied(true))}>
            {copied ? m.feedback_copied() : m.feedback_copy()}
          </Button>
        </div>
        <p>{isMember ? m.feedback_done_text_member() : m.feedback_done_text_visitor()}</p>
        <FeedbackActions>
          <ButtonLink to={kind === 'water' ? '/water' : '/repair'} search={{ ref }}>
            {m.feedback_done_see()}
          </ButtonLink>
          <Button look="secondary" onClick={onAnother}>
            {m.feedback_done_another()}
          </Button>
        </FeedbackActions>
      </Outcome>
    </FeedbackSection>
  )
}
