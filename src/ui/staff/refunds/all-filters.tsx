import { m } from '#i18n/generated/messages.js'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { refundWord } from '#ui/refunds/refund-words.ts'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { refundFilters, refundsSearch, refundStates, refundWays, type RefundsSearch } from './refunds-search.ts'
import { refundWayWord } from './refunds-words.ts'
import style from './refunds.module.css'

/** Filters. A select field filters at once, text and date fields on submit. The form is mounted again when the URL changes. */
export function AllFilters({ search }: { search: RefundsSearch }) {
  const navigate = useNavigate()
  const { q = '', status = '', way = '', batch = '', day = '', order, person } = search
  const apply = (form: HTMLFormElement) => {
    const typed = Object.fromEntries(new FormData(form)) as RefundsSearch
    void navigate({ to: '/staff/refunds', search: refundsSearch({ order, person, ...typed, tab: 'all' }) })
  }
  return (
    <form
      key={[q, status, way, batch, day].join('|')}
      className={style.filters}
      role="search"
      aria-label={m.refunds_tab_all()}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => event.target instanceof HTMLSelectElement && apply(event.currentTarget)}
    >
      <TextField required={false} type="search" name="q" label={m.refunds_words()} defaultValue={q} maxLength={80} autoComplete="off" />
      <SelectField required={false} name="status" label={m.staff_orders_state()} defaultValue={status}>
        <option value="">{m.staff_orders_every_state()}</option>
        {refundStates.map((state) => (
          <option key={state} value={state}>
            {refundWord(state)}
          </option>
        ))}
      </SelectField>
      <SelectField required={false} name="way" label={m.refund_way()} defaultValue={way}>
        <option value="">{m.staff_orders_every_way()}</option>
        {refundWays.map((one) => (
          <option key={one} value={one}>
            {refundWayWord(one)}
          </option>
        ))}
      </SelectField>
      <TextField
        required={false}
        name="batch"
        label={m.refunds_batch()}
        inputMode="numeric"
        defaultValue={batch}
        maxLength={9}
        autoComplete="off"
      />
      <TextField required={false} type="date" name="day" label={m.refunds_day()} defaultValue={day} />
      <div className="cluster">
        <StaffButton type="submit" look="primary" icon="search">
          {m.staff_orders_search()}
        </StaffButton>
        {Object.keys(refundFilters(search)).length > 0 && (
          <StaffButtonLink to="/staff/refunds" search={{ tab: 'all' }} look="quiet">
            {m.staff_orders_clear()}
          </StaffButtonLink>
        )}
      </div>
    </form>
  )
}
