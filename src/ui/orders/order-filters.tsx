import { m } from '#i18n/generated/messages.js'
import { FilterLink, FilterLinks } from '#ui/kit/filter-links.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import style from './order-list.module.css'
import type { OrderFilter } from './order-queries.ts'
import { shownStates, type OrderListPath, type OrderSearch } from './order-search.ts'
import { stateWord } from './order-words.ts'

/** Filters of the order list: links and a plain form, which work without JavaScript. */
export function OrderFilters({ path, filter }: { path: OrderListPath; filter: OrderFilter }) {
  const navigate = useNavigate()
  const choices = [undefined, ...shownStates]

  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const keyword = String(new FormData(event.currentTarget).get('keyword')).trim() || undefined
    void navigate({ to: path, search: (before: OrderSearch) => ({ ...before, keyword, page: undefined }) })
  }

  return (
    <div className={style.filters}>
      <FilterLinks label={m.orders_filter()}>
        {choices.map((state) => (
          <FilterLink
            key={state ?? 'all'}
            to={path}
            search={{ status: state, keyword: filter.keyword }}
            resetScroll={false}
            activeOptions={{ exact: true }}
            here={filter.status === state}
          >
            {state ? stateWord(state) : m.orders_all()}
          </FilterLink>
        ))}
      </FilterLinks>
      <form method="get" role="search" className={style.search} onSubmit={search}>
        {filter.status && <input type="hidden" name="status" value={filter.status} />}
        <input
          key={filter.keyword ?? ''}
          type="search"
          name="keyword"
          defaultValue={filter.keyword}
          maxLength={60}
          placeholder={m.orders_search_hint()}
          aria-label={m.orders_search()}
          enterKeyHint="search"
        />
        <button aria-label={m.orders_search()}>
          <Icon name="forward" size={20} />
        </button>
      </form>
    </div>
  )
}
