import { m } from '#i18n/generated/messages.js'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { preOrderStateWord } from '#ui/preorders/preorder-words.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { filters, roundsSearch, shownStates, type RoundsSearch } from './rounds-search.ts'
import style from './rounds.module.css'

const showWords = { missing: m.rounds_filter_missing, complete: m.rounds_filter_complete, conflict: m.rounds_filter_conflict }

/** Filters. A select field filters at once, the text field on submit. */
export function RequestFilters({ search }: { search: RoundsSearch }) {
  const navigate = useNavigate()
  const { round, q = '', status = '', show = '' } = search
  const apply = (form: HTMLFormElement) => {
    const typed = Object.fromEntries(new FormData(form)) as RoundsSearch
    void navigate({ to: '/staff/rounds', search: roundsSearch({ round, ...typed }) })
  }
  return (
    <form
      key={`${q} ${status} ${show}`}
      className={style.filters}
      role="search"
      aria-label={m.rounds_tab_requests()}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => event.target instanceof HTMLSelectElement && apply(event.currentTarget)}
    >
      <TextField
        required={false}
        type="search"
        name="q"
        label={m.rounds_filter_words()}
        defaultValue={q}
        maxLength={80}
        autoComplete="off"
      />
      <SelectField required={false} name="status" label={m.rounds_filter_state()} defaultValue={status}>
        <option value="">{m.rounds_filter_open()}</option>
        <option value="every">{m.rounds_filter_every()}</option>
        {shownStates.map((state) => (
          <option key={state} value={state}>
            {preOrderStateWord(state)}
          </option>
        ))}
      </SelectField>
      <SelectField required={false} name="show" label={m.rounds_filter_what()} defaultValue={show}>
        <option value="">{m.rounds_filter_all()}</option>
        {filters.map((one) => (
          <option key={one} value={one}>
            {showWords[one]()}
          </option>
        ))}
      </SelectField>
      <div>
        <StaffButton type="submit" icon="search">
          {m.staff_orders_search()}
        </StaffButton>
      </div>
    </form>
  )
}
