import { m } from '#i18n/generated/messages.js'
import type { ReportKind } from '#modules/feedback/rules.ts'
import type { TicketAnswer } from '#modules/feedback/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { ButtonLink, Button } from '#ui/kit/button.tsx'
import { isLoggedIn, useCanText, useCentre, useViewer } from '#ui/session/viewer.ts'
import { useState, useEffect } from 'react'
import { FeedbackPage, FeedbackSection, FeedbackActions } from './feedback-page.tsx'
import { ReportLookup } from './report-lookup.tsx'
import { ReportForm } from './report-form.tsx'
import { reportPath, type Place, linkedReportQuery, myReportsQuery } from './report-queries.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { ReportDetails, ReportLine } from './report-card.tsx'
import style from './report-page.module.css'
import { Outcome } from '#ui/accounts/outcome.tsx'

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

/** The report of a signed link. Loaded in the browser only, because the page's HTML is the same for everybody and cached. */
function LinkedReport({ kind, reference }: { kind: ReportKind; reference: string }) {
  const { data: report } = useQuery(linkedReportQuery(useApi(), reference))
  if (report === undefined) return <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  if (report === null) return <Callout tone="error" title={m.feedback_ticket_lost()} />
  return (
    <FeedbackSection aria-label={m.feedback_ticket({ ticketNo: report.ticketNo })}>
      <ReportLine report={report} />
      <ReportDetails report={report} own={false} />
      <ButtonLink to={kind === 'water' ? '/water' : '/repair'} search={{}} look="secondary">
        {m.feedback_ticket_other()}
      </ButtonLink>
    </FeedbackSection>
  )
}

const first = 5

/** The member's own reports, below the form. */
function MyReports({ kind }: { kind: ReportKind }) {
  const api = useApi()
  const [pageSize, setPageSize] = useState(first)
  const { data, isFetching } = useQuery(myReportsQuery(api, kind, pageSize))
  return (
    <section className={style.section} aria-labelledby="mine-title" aria-busy={!data || undefined}>
      <h2 id="mine-title">{m.feedback_mine()}</h2>
      {data?.items.length === 0 && <p className="soft">{m.feedback_mine_none()}</p>}
      {!data && <div className={style.skeleton} />}
      {data?.items.map((report) => (
        <details key={report.ticketNo} className={style.report}>
          <summary>
            <ReportLine report={report} />
          </summary>
          <ReportDetails report={report} own />
        </details>
      ))}
      {data && data.total > data.items.length && data.items.length < 100 && (
        <Button look="secondary" busy={isFetching} onClick={() => setPageSize(Math.min(100, pageSize + 10))}>
          {m.feedback_mine_more()}
        </Button>
      )}
    </section>
  )
}

type ReportDoneProps = { kind: ReportKind; ticket: TicketAnswer; onAnother(): void }

/** Confirmation with the number of the report: large, because people write it down, and with a button to copy it. */
function ReportDone({ kind, ticket: { ticketNo, ref }, onAnother }: ReportDoneProps) {
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
