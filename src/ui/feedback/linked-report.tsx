import { m } from '#i18n/generated/messages.js'
import type { ReportKind } from '#modules/feedback/rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { useQuery } from '@tanstack/react-query'
import { FeedbackSection } from './feedback-page.tsx'
import { ReportDetails, ReportLine } from './report-card.tsx'
import style from './report-page.module.css'
import { linkedReportQuery } from './report-queries.ts'

/** The report of a signed link. Loaded in the browser only, because the page's HTML is the same for everybody and cached. */
export function LinkedReport({ kind, reference }: { kind: ReportKind; reference: string }) {
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
