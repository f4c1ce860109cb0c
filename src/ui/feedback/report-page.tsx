import { m } from '#i18n/generated/messages.js'
import type { ReportKind } from '#modules/feedback/rules.ts'
import type { TicketAnswer } from '#modules/feedback/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { ButtonLink } from '#ui/kit/button.tsx'
import { isLoggedIn, useCanText, useCentre, useViewer } from '#ui/session/viewer.ts'
import { useState } from 'react'
import { FeedbackPage } from './feedback-page.tsx'
import { LinkedReport } from './linked-report.tsx'
import { ReportLookup } from './report-lookup.tsx'
import { MyReports } from './my-reports.tsx'
import { ReportDone } from './report-done.tsx'
import { ReportForm } from './report-form.tsx'
import { reportPath, type Place } from './report-queries.ts'

type Props = {
  kind: ReportKind
  /** The court whose sign was scanned. */
  place: Place | null
  /** Reference in the signed link of a report. */
  reference: string | undefined
}

/** Page to report something and to follow what becomes of it. */
export function ReportPage({ kind, place, reference }: Props) {
  const isMember = isLoggedIn(useViewer())
  const [done, setDone] = useState<{ ticket: TicketAnswer; seen: string | undefined }>()
  // The confirmation is hidden when the visitor follows the link to the report, which is another address.
  const ticket = done && done.seen === reference ? done.ticket : undefined
  const canText = useCanText()
  const below = isMember ? <MyReports kind={kind} /> : canText && <ReportLookup />
  if (ticket)
    return (
      <FeedbackPage>
        <ReportDone kind={kind} ticket={ticket} onAnother={() => setDone(undefined)} />
        {isMember && below}
      </FeedbackPage>
    )
  return (
    <FeedbackPage
      title={kind === 'repair' ? m.repair_title() : m.water_title()}
      lead={kind === 'repair' ? m.repair_lead() : m.water_lead()}
    >
      {reference !== undefined ? (
        <LinkedReport kind={kind} reference={reference} />
      ) : (
        <>
          {kind === 'repair' && <Callout tone="due">{m.repair_urgent()}</Callout>}
          {isMember || canText ? (
            <ReportForm kind={kind} place={place} onDone={(next) => setDone({ ticket: next, seen: reference })} />
          ) : (
            <LogInFirst kind={kind} place={place} />
          )}
        </>
      )}
      {below}
    </FeedbackPage>
  )
}

/** For a visitor where the centre sends no text messages, so that nobody can prove a mobile. */
function LogInFirst({ kind, place }: Pick<Props, 'kind' | 'place'>) {
  const phone = useCentre()?.phone
  return (
    <Callout
      title={m.feedback_log_in_first()}
      action={
        <ButtonLink to="/login" search={{ redirect: reportPath(kind, place) }}>
          {m.feedback_login()}
        </ButtonLink>
      }
    >
      {m.feedback_log_in_first_lead({ phone: phone ? ` ${phone}` : '' })}
    </Callout>
  )
}
