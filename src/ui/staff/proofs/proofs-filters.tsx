import { m } from '#i18n/generated/messages.js'
import { reviewKinds } from '#modules/accounts/rules.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { filtersOf, proofsSearch, type ProofsSearch } from './proofs-search.ts'
import { kindWord } from './proofs-words.ts'
import style from './proofs.module.css'

/** Filters. A select field filters at once. Text and date fields filter on submit, because a half-typed year (0002) is a valid date. */
export function ProofsFilters({ search }: { search: ProofsSearch }) {
  const navigate = useNavigate()
  const { state, kind = '', q = '', day = '' } = search
  const apply = (form: HTMLFormElement) => {
    const typed = Object.fromEntries(new FormData(form)) as ProofsSearch
    void navigate({ to: '/staff/proofs', search: proofsSearch({ state, person: search.person, ...typed }) })
  }
  const { state: _, ...others } = filtersOf(search)
  return (
    <form
      key={JSON.stringify(filtersOf(search))}
      className="grid bottom"
      role="search"
      aria-label={m.staff_screen_proofs()}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => event.target instanceof HTMLSelectElement && apply(event.currentTarget)}
    >
      <div className={style.words}>
        <TextField required={false} type="search" name="q" label={m.proofs_words()} defaultValue={q} maxLength={80} autoComplete="off" />
      </div>
      <SelectField required={false} name="kind" label={m.proofs_kind()} defaultValue={kind}>
        <option value="">{m.proofs_every_kind()}</option>
        {reviewKinds.map((one) => (
          <option key={one} value={one}>
            {kindWord(one)}
          </option>
        ))}
      </SelectField>
      {state !== undefined && (
        <SelectField required={false} name="state" label={m.proofs_state()} defaultValue={state}>
          <option value="decided">{m.proofs_every_state()}</option>
          <option value="approved">{m.proofs_state_approved()}</option>
          <option value="refused">{m.proofs_state_refused()}</option>
        </SelectField>
      )}
      <TextField
        required={false}
        type="date"
        name="day"
        label={state === undefined ? m.proofs_day_sent() : m.proofs_day_decided()}
        defaultValue={day}
      />
      <div className="cluster">
        <StaffButton type="submit" icon="search">
          {m.staff_orders_search()}
        </StaffButton>
        {Object.keys(others).length > 0 && (
          <StaffButtonLink to="/staff/proofs" search={state ? { state: 'decided' } : {}} look="quiet">
            {m.staff_orders_clear()}
          </StaffButtonLink>
        )}
      </div>
      {search.person && <p className={style.about}>{m.proofs_of_person()}</p>}
    </form>
  )
}
