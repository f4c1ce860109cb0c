import { m } from '#i18n/generated/messages.js'
import { presetNames, presetSpan, type Comparison } from '#modules/insight/rules.ts'
import type { InsightAnswer } from '#modules/insight/wire.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { presetText } from './figure-words.ts'
import { insightSearch, type InsightSearch } from './insight-search.ts'
import style from './insight.module.css'

/** The period: usual ones as links, any other by its first and last day. Select fields take effect at once, date fields on submit. */
export function PeriodForm({ search, insight }: { search: InsightSearch; insight: InsightAnswer }) {
  const navigate = useNavigate()
  const { today, period, against, facility, facilities } = insight
  const apply = (form: HTMLFormElement) =>
    void navigate({ to: '/staff/insight', search: insightSearch(Object.fromEntries(new FormData(form)) as InsightSearch) })
  const { from: _, to: __, ...others } = search
  return (
    <div className="stack">
      <TabLinks label={m.insight_presets()}>
        {presetNames.map((name) => {
          const span = presetSpan(name, today)
          const isHere = span.from === period.from && span.to === period.to
          return (
            <TabLink
              key={name}
              to="/staff/insight"
              search={name === 'weeks' ? others : { ...others, ...span }}
              here={isHere}
              resetScroll={false}
            >
              {presetText(name)}
            </TabLink>
          )
        })}
      </TabLinks>
      <form
        // New fields for another period: they hold what the address says.
        key={`${period.from} ${period.to} ${against} ${facility}`}
        className={style.fields}
        role="search"
        aria-label={m.insight_period()}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          apply(event.currentTarget)
        }}
      >
        <TextField required={false} type="date" name="from" label={m.insight_from()} defaultValue={period.from} max={today} />
        <TextField required={false} type="date" name="to" label={m.insight_to()} defaultValue={period.to} max={today} />
        <SelectField required={false} name="against" label={m.insight_against()} defaultValue={against}>
          {(['before', 'year'] satisfies Comparison[]).map((one) => (
            <option key={one} value={one}>
              {one === 'before' ? m.insight_against_before() : m.insight_against_year()}
            </option>
          ))}
        </SelectField>
        <SelectField required={false} name="facility" label={m.insight_facility()} defaultValue={facility ?? ''}>
          <option value="">{m.insight_every_facility()}</option>
          {facilities.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <StaffButton type="submit" look="primary">
          {m.insight_apply()}
        </StaffButton>
      </form>
    </div>
  )
}
