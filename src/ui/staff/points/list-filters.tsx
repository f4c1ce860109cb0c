import { m } from '#i18n/generated/messages.js'
import { pointKinds } from '#modules/violations/rules.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { appealOf, kindWord, statusOf } from '#ui/violations/violation-words.ts'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { appealStates, pointFilters, pointsSearch, pointStatuses, type PointsSearch } from './points-search.ts'
import style from './points.module.css'

type Props = { search: PointsSearch; facilities: readonly { code: string; name: string }[] }
type Choice = { name: string; label: string; every: string; value: string; options: readonly { value: string; label: string }[] }

/** Filters. A select field filters at once, text and date fields on submit. The form is mounted again when the URL changes. */
export function ListFilters({ search, facilities }: Props) {
  const navigate = useNavigate()
  const { q = '', status = '', kind = '', appeal = '', facility = '', from = '', to = '', person } = search
  const apply = (form: HTMLFormElement) => {
    const typed = Object.fromEntries(new FormData(form)) as PointsSearch
    void navigate({ to: '/staff/points', search: pointsSearch({ person, ...typed, tab: 'list' }) })
  }
  return (
    <form
      key={[q, status, kind, appeal, facility, from, to, facilities.length].join('|')}
      className={style.filters}
      role="search"
      aria-label={m.points_tab_list()}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => event.target instanceof HTMLSelectElement && apply(event.currentTarget)}
    >
      <TextField required={false} type="search" name="q" label={m.points_words()} defaultValue={q} maxLength={80} autoComplete="off" />
      {choicesOf(search, facilities).map(({ name, label, every, value, options }) => (
        <SelectField key={name} required={false} name={name} label={label} defaultValue={value}>
          <option value="">{every}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      ))}
      <TextField required={false} type="date" name="from" label={m.points_from()} defaultValue={from} />
      <TextField required={false} type="date" name="to" label={m.points_to()} defaultValue={to} />
      <div className={style.actions}>
        <StaffButton type="submit" look="primary" icon="search">
          {m.staff_orders_search()}
        </StaffButton>
        {Object.keys(pointFilters(search)).length > 0 && (
          <StaffButtonLink to="/staff/points" search={{ tab: 'list' }} look="quiet">
            {m.staff_orders_clear()}
          </StaffButtonLink>
        )}
      </div>
    </form>
  )
}

const choicesOf = ({ status, kind, appeal, facility }: PointsSearch, facilities: Props['facilities']): Choice[] => [
  {
    name: 'status',
    label: m.staff_orders_state(),
    every: m.staff_orders_every_state(),
    value: status ?? '',
    options: pointStatuses.map((one) => ({ value: one, label: statusOf[one].word() })),
  },
  {
    name: 'kind',
    label: m.points_kind(),
    every: m.points_every_kind(),
    value: kind ?? '',
    options: pointKinds.map((one) => ({ value: one, label: kindWord[one]() })),
  },
  {
    name: 'appeal',
    label: m.points_appeal(),
    every: m.points_every_appeal(),
    value: appeal ?? '',
    options: appealStates.map((one) => ({ value: one, label: appealOf[one].word() })),
  },
  {
    name: 'facility',
    label: m.staff_orders_facility(),
    every: m.staff_orders_every_facility(),
    value: facility ?? '',
    options: facilities.map(({ code, name }) => ({ value: code, label: name })),
  },
]
