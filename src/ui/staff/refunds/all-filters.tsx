import { m } from '#i18n/generated/messages.js'
import { TextField } from '#ui/kit/field.tsx'
import { refundWord } from '#ui/refunds/refund-words.ts'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { useNavigate } from '@tanstack/react-router'
import { refundFilters, refundsSearch, refundStates, refundWays, type RefundsSearch } from './refunds-search.ts'
import { refundWayWord } from './refunds-words.ts'

export function AllFilters({ search }: { search: RefundsSearch }) {
  const navigate = useNavigate()
  const { order, person } = search
  return (
    <FilterForm<RefundsSearch>
      label={m.refunds_tab_all()}
      search={search}
      words={{ name: 'q', label: m.refunds_words(), maxLength: 80 }}
      choices={[
        {
          name: 'status',
          label: m.staff_orders_state(),
          every: m.staff_orders_every_state(),
          options: refundStates.map((value) => ({ value, label: refundWord(value) })),
        },
        {
          name: 'way',
          label: m.refund_way(),
          every: m.staff_orders_every_way(),
          options: refundWays.map((value) => ({ value, label: refundWayWord(value) })),
        },
      ]}
      days={[['day', m.refunds_day()]]}
      clear={Object.keys(refundFilters(search)).length > 0 ? '/staff/refunds?tab=all' : undefined}
      onApply={(typed) => void navigate({ to: '/staff/refunds', search: refundsSearch({ order, person, ...typed, tab: 'all' }) })}
    >
      <TextField
        required={false}
        name="batch"
        label={m.refunds_batch()}
        inputMode="numeric"
        defaultValue={search.batch}
        maxLength={9}
        autoComplete="off"
      />
    </FilterForm>
  )
}
