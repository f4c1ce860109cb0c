import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatDate } from '#i18n/dates.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { lengthOf } from '#modules/insight/rules.ts'
import type { InsightAnswer } from '#modules/insight/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { usePressCall } from '#ui/staff/kit/use-staff-call.ts'
import { useQuery } from '@tanstack/react-query'
import { Figures } from './figures.tsx'
import { insightQuery } from './insight-queries.ts'
import { insightSearch, type InsightSearch } from './insight-search.ts'
import style from './insight.module.css'
import { PeriodForm } from './period-form.tsx'
import { Tiles } from './tiles.tsx'

const dayText = (day: Day) => formatDate(momentAt(day, 0), getLocale())

/** The figures of a period beside another one. The address holds period, comparison and facility. */
export function InsightScreen({ search: asked }: { search: InsightSearch }) {
  const search = insightSearch(asked)
  const read = useQuery(insightQuery(useApi(), search))
  const { data, isPlaceholderData } = read
  return (
    <StaffPage
      title={m.staff_screen_insight()}
      lead={data && !data.visits ? m.insight_lead_money() : m.insight_lead()}
      actions={
        <>
          <DownloadButton
            path="/api/Staff/Insight/Figures.xlsx"
            query={search}
            fileName={() => `insight-${data?.period.from}-${data?.period.to}.xlsx`}
          >
            {m.insight_xlsx()}
          </DownloadButton>
          <StaffButtonLink to="/staff/insight/report" icon="files">
            {m.insight_report()}
          </StaffButtonLink>
        </>
      }
    >
      <ReadFailure read={read} action={<StaffButtonLink to="/staff/insight">{m.insight_preset_weeks()}</StaffButtonLink>} />
      {data && (
        <>
          <PeriodForm search={search} insight={data} />
          <div className={style.results} aria-busy={isPlaceholderData || undefined}>
            <PeriodLine insight={data} />
            <Tiles insight={data} />
            <Figures insight={data} csvOf={search} />
            {data.visits && <Rebuild />}
          </div>
        </>
      )}
    </StaffPage>
  )
}

function PeriodLine({ insight: { period, before, firstDay } }: { insight: InsightAnswer }) {
  const span = (one: { from: Day; to: Day }) => ({ from: dayText(one.from), to: dayText(one.to), days: lengthOf(one) })
  return (
    <p className={style.span} role="status">
      <strong>{m.insight_period_line(span(period))}</strong> <span>{m.insight_beside_line(span(before))}</span>
      {firstDay !== null && firstDay > before.from && <span> · {m.insight_since({ day: dayText(firstDay) })}</span>}
    </p>
  )
}

function Rebuild() {
  const { call, busy } = usePressCall()
  return (
    <p className={style.rebuild}>
      <span>{m.insight_rebuild_hint()}</span>
      <StaffButton look="quiet" busy={busy} onClick={() => void call('/api/Staff/Insight/Rebuild', {}, m.insight_rebuilt())}>
        {m.insight_rebuild()}
      </StaffButton>
    </p>
  )
}
