import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayText } from '#i18n/weekdays.ts'
import { momentAt, timeFrom } from '#lib/zone.ts'
import { hourFrom } from '#modules/desk/board-rules.ts'
import type { StaffOrderListAnswer } from '#modules/desk/orders-wire.ts'
import { orderStates } from '#modules/orders/rules.ts'
import { stateWord } from '#ui/orders/order-words.ts'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { useNavigate } from '@tanstack/react-router'
import { filtersOf, ordersSearch, ways, type OrdersSearch } from './orders-search.ts'
import { wayWord } from './orders-words.ts'

type Props = { search: OrdersSearch; facilities: StaffOrderListAnswer['facilities'] }

export function OrdersFilters({ search, facilities }: Props) {
  const navigate = useNavigate()
  return (
    <FilterForm<OrdersSearch>
      label={m.staff_screen_orders()}
      search={search}
      words={{ name: 'q', label: m.staff_orders_words(), maxLength: 80 }}
      choices={choicesOf(facilities)}
      days={[
        ['day', m.staff_orders_day()],
        ['placed', m.staff_orders_placed()],
      ]}
      clear={Object.keys(filtersOf(search)).length > 0 ? '/staff/orders' : undefined}
      onApply={(typed) =>
        void navigate({ to: '/staff/orders', search: ordersSearch({ person: search.person, hour: search.hour, ...typed }) })
      }
    >
      {search.person && <p>{m.staff_orders_of_person()}</p>}
      {search.hour && <p>{hourWords(search.hour)}</p>}
    </FilterForm>
  )
}

function hourWords(text: string): string {
  const { from, to, weekday, hour } = hourFrom(text)!
  const dayText = (day: string) => formatDate(momentAt(day, 0), getLocale())
  const [start, end] = [timeFrom(hour * 60), timeFrom(hour * 60 + 60)]
  return m.staff_orders_of_hour({ from: dayText(from), to: dayText(to), weekday: weekdayText(weekday, getLocale()), start, end })
}

const choicesOf = (facilities: Props['facilities']) =>
  [
    {
      name: 'status',
      label: m.staff_orders_state(),
      every: m.staff_orders_every_state(),
      options: orderStates.map((value) => ({ value, label: stateWord(value) })),
    },
    {
      name: 'facility',
      label: m.staff_orders_facility(),
      every: m.staff_orders_every_facility(),
      options: facilities.map(({ code, name }) => ({ value: code, label: name })),
    },
    {
      name: 'way',
      label: m.staff_orders_way(),
      every: m.staff_orders_every_way(),
      options: ways.map((value) => ({ value, label: wayWord(value) })),
    },
  ] as const
