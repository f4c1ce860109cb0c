import { m } from '#i18n/generated/messages.js'
import { preOrderStateWord } from '#ui/preorders/preorder-words.ts'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { useNavigate } from '@tanstack/react-router'
import { filters, roundsSearch, shownStates, type RoundsSearch } from './rounds-search.ts'

const showWords = { missing: m.rounds_filter_missing, complete: m.rounds_filter_complete, conflict: m.rounds_filter_conflict }

export function RequestFilters({ search }: { search: RoundsSearch }) {
  const navigate = useNavigate()
  const { round } = search
  return (
    <FilterForm<RoundsSearch>
      label={m.rounds_tab_requests()}
      search={search}
      words={{ name: 'q', label: m.rounds_filter_words(), maxLength: 80 }}
      choices={[
        {
          name: 'status',
          label: m.rounds_filter_state(),
          every: m.rounds_filter_open(),
          options: [
            { value: 'every', label: m.rounds_filter_every() },
            ...shownStates.map((value) => ({ value, label: preOrderStateWord(value) })),
          ],
        },
        {
          name: 'show',
          label: m.rounds_filter_what(),
          every: m.rounds_filter_all(),
          options: filters.map((value) => ({ value, label: showWords[value]() })),
        },
      ]}
      onApply={(typed) => void navigate({ to: '/staff/rounds', search: roundsSearch({ round, ...typed }) })}
    />
  )
}
