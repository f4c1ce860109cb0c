import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatDate, formatMonth } from '#i18n/dates.ts'
import { joinSentences } from '#i18n/join.ts'
import { momentAt } from '#lib/zone.ts'
import { monthAfter } from '#modules/insight/rules.ts'
import type { ReportAnswer } from '#modules/insight/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useCentre } from '#ui/session/viewer.ts'
import { CheckInput } from '#ui/staff/kit/fields.tsx'
import { Printed } from '#ui/staff/kit/printed.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { useCallsInTurn } from '#ui/staff/kit/use-staff-call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Figures } from './figures.tsx'
import { monthIn, type ReportSearch } from './insight-search.ts'
import { reportQuery, subscriptionKey, subscriptionQuery } from './report-queries.ts'
import style from './report.module.css'
import { Tiles } from './tiles.tsx'

/** The report of a month, to read and to print. The address holds the month. */
export function ReportScreen({ search }: { search: ReportSearch }) {
  const read = useQuery(reportQuery(useApi(), monthIn(search)))
  const { data } = read
  return (
    <StaffPage
      title={data ? m.report_title({ month: formatMonth(data.month, getLocale()) }) : m.staff_screen_report()}
      back={{ to: '/staff/insight', label: m.staff_screen_insight() }}
      actions={
        data && (
          <>
            <StaffButtonLink to="/staff/insight/report" search={{ month: monthAfter(data.month, -1) }} look="quiet">
              {m.report_earlier()}
            </StaffButtonLink>
            {data.isOver && (
              <StaffButtonLink to="/staff/insight/report" search={{ month: monthAfter(data.month, 1) }} look="quiet">
                {m.report_later()}
              </StaffButtonLink>
            )}
            <StaffButton look="primary" onClick={() => globalThis.print()}>
              {m.report_print()}
            </StaffButton>
          </>
        )
      }
    >
      <Subscription />
      <ReadFailure read={read} action={<StaffButtonLink to="/staff/insight/report">{m.staff_screen_report()}</StaffButtonLink>} />
      {data && <Report report={data} />}
    </StaffPage>
  )
}

const dayText = (day: string) => formatDate(momentAt(day, 0), getLocale())

function Report({ report: { month, isOver, words, insight } }: { report: ReportAnswer }) {
  const centre = useCentre()
  return (
    <Printed paper="a4" className={style.paper}>
      <header className={style.head}>
        <h2>{m.report_title({ month: formatMonth(month, getLocale()) })}</h2>
        <p>{m.report_made({ centre: centre?.name ?? '', day: dayText(insight.today) })}</p>
        {!isOver && <p role="note">{m.report_not_over({ day: dayText(insight.period.to) })}</p>}
      </header>
      <Tiles insight={insight} />
      <section className={style.words} aria-label={m.report_words()}>
        {words.map(({ part, title, sentences }) => (
          <div key={part}>
            <h2>{title}</h2>
            <p>{joinSentences(sentences, getLocale())}</p>
          </div>
        ))}
      </section>
      <Figures insight={insight} />
    </Printed>
  )
}

/** The viewer's own switch. */
function Subscription() {
  const api = useApi()
  const queries = useQueryClient()
  const { data } = useQuery(subscriptionQuery(api))
  const { call } = useCallsInTurn([subscriptionKey])
  if (!data) return null
  // Refused, the switch goes back: how it is set is read again.
  const change = (isOn: boolean) => {
    queries.setQueryData(subscriptionKey, { isOn })
    void call('/api/Staff/Insight/Subscription', { isOn }, { by: 'put', done: isOn ? m.report_subscribed() : m.report_unsubscribed() })
  }
  return <CheckInput label={m.report_subscribe()} hint={m.report_subscribe_hint()} checked={data.isOn} onChange={change} />
}
