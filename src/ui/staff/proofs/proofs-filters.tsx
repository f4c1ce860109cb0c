import { m } from '#i18n/generated/messages.js'
import { reviewKinds } from '#modules/accounts/rules.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { useNavigate } from '@tanstack/react-router'
import { filtersOf, proofsSearch, type ProofsSearch } from './proofs-search.ts'
import { kindWord } from './proofs-words.ts'

export function ProofsFilters({ search }: { search: ProofsSearch }) {
  const navigate = useNavigate()
  const { state, person } = search
  const { state: _, ...others } = filtersOf(search)
  const all = state === undefined ? '/staff/proofs' : '/staff/proofs?state=decided'
  return (
    <FilterForm<ProofsSearch>
      label={m.staff_screen_proofs()}
      search={search}
      words={{ name: 'q', label: m.proofs_words(), maxLength: 80 }}
      choices={[
        {
          name: 'kind',
          label: m.proofs_kind(),
          every: m.proofs_every_kind(),
          options: reviewKinds.map((value) => ({ value, label: kindWord(value) })),
        },
      ]}
      days={[['day', state === undefined ? m.proofs_day_sent() : m.proofs_day_decided()]]}
      clear={Object.keys(others).length > 0 ? all : undefined}
      onApply={(typed) => void navigate({ to: '/staff/proofs', search: proofsSearch({ state, person, ...typed }) })}
    >
      {state !== undefined && (
        <SelectField required={false} name="state" label={m.proofs_state()} defaultValue={state}>
          <option value="decided">{m.proofs_every_state()}</option>
          <option value="approved">{m.proofs_state_approved()}</option>
          <option value="refused">{m.proofs_state_refused()}</option>
        </SelectField>
      )}
      {person && <p>{m.proofs_of_person()}</p>}
    </FilterForm>
  )
}
