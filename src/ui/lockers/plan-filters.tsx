import { m } from '#i18n/generated/messages.js'
import type { PlanAnswer } from '#modules/lockers/wire.ts'
import { FilterLink, FilterLinks } from '#ui/kit/filter-links.tsx'
import { searchOf } from './locker-search.ts'
import type { PlanFilter } from './plan-model.ts'

const thisPage = { to: '/member/order/locker', replace: true, resetScroll: false, activeOptions: { exact: true } } as const

export function PlanFilters({ plan, filter }: { plan: PlanAnswer; filter: PlanFilter }) {
  const leadingTo = (next: PlanFilter) => ({ ...thisPage, search: searchOf(next) })
  const sizes = [{ size: undefined, name: m.orders_all() }, ...plan.sizes]
  return (
    <FilterLinks label={m.locker_filter()}>
      {sizes.map(({ size, name }) => (
        <FilterLink key={size ?? 'all'} {...leadingTo({ ...filter, size })} here={filter.size === size}>
          {name}
        </FilterLink>
      ))}
      <FilterLink {...leadingTo({ ...filter, onlyFree: !filter.onlyFree })} here={filter.onlyFree}>
        {m.locker_only_free()}
      </FilterLink>
    </FilterLinks>
  )
}
