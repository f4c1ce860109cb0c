import { m } from '#i18n/generated/messages.js'
import type { ReportKind } from '#modules/feedback/rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReportDetails, ReportLine } from './report-card.tsx'
import { myReportsQuery } from './report-queries.ts'
import style from './report-page.module.css'

const first = 5

/** The member's own reports, below the form. */
export function MyReports({ kind }: { kind: ReportKind }) {
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
