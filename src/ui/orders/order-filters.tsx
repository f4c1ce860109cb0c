import { m } from '#i18n/generated/messages.js'
import field from '#ui/kit/field.module.css'
import { Icon } from '#ui/kit/icon.tsx'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import style from './order-list.module.css'
import type { OrderFilter } from './order-queries.ts'
import { shownStates, type OrderListPath, type OrderSearch } from './order-search.ts'
import { stateWord } from './order-words.ts'

/** State and keyword of the order list in one plain form, which works without JavaScript. */
export function OrderFilters({ path, filter }: { path: OrderListPath; filter: OrderFilter }) {
  const navigate = useNavigate()

  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const asked = new FormData(event.currentTarget)
    const value = (name: string) => String(asked.get(name)).trim() || undefined
    const change = { status: value('status'), keyword: value('keyword'), page: undefined }
    void navigate({ to: path, search: (before: OrderSearch) => ({ ...before, ...change }), resetScroll: false })
  }

  return (
    <form method="get" role="search" className={style.filters} onSubmit={search}>
      <select
        className={field.select}
        name="status"
        value={filter.status ?? ''}
        aria-label={m.orders_filter()}
        onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
      >
        <option value="">{m.orders_any_state()}</option>
        {shownStates.map((state) => (
          <option key={state} value={state}>
            {path === '/member/order/overview' && state === 'confirmed' ? m.orders_state_confirmed_or_paid() : stateWord(state)}
          </option>
        ))}
      </select>
      <div className={style.search}>
        <input
          // Another address has another keyword.
          key={filter.keyword}
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
      </div>
    </form>
  )
}
