import { m } from '#i18n/generated/messages.js'
import type { PlanAnswer } from '#modules/lockers/wire.ts'
import list from '#ui/orders/order-list.module.css'
import { Link } from '@tanstack/react-router'
import { searchOf } from './locker-search.ts'
import { sizeWord } from './locker-words.ts'
import type { PlanFilter } from './plan-model.ts'

/** Links: they work before the scripts have arrived, and the address can be kept. */
export function PlanFilters({ plan, filter }: { plan: PlanAnswer; filter: PlanFilter }) {
  const sizes = [{ size: undefined }, ...plan.sizes]
  return (
    <nav className={list.states} aria-label={m.locker_filter()}>
      {sizes.map(({ size }) => (
        <FilterLink key={size ?? 'all'} to={{ ...filter, size }} here={filter.size === size}>
          {size ? sizeWord[size]() : m.orders_all()}
        </FilterLink>
      ))}
      <FilterLink to={{ ...filter, onlyFree: !filter.onlyFree }} here={filter.onlyFree}>
        {m.locker_only_free()}
      </FilterLink>
    </nav>
  )
}

function FilterLink({ to, here, children }: { to: PlanFilter; here: boolean; children: string }) {
  return (
    <Link
      to="/member/order/locker"
      search={searchOf(to)}
      replace
      resetScroll={false}
      className={list.state}
      activeOptions={{ exact: true }}
      aria-current={here ? 'true' : undefined}
    >
      {children}
    </Link>
  )
}
