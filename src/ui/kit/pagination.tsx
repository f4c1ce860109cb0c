import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { Icon } from './icon.tsx'
import style from './pagination.module.css'

type Props = {
  page: number
  pageSize: number
  total: number
  sizes?: readonly number[]
  onPage(page: number): void
  onPageSize?(pageSize: number): void
}

const usualSizes = [10, 20, 50] as const

export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** D9: 每頁 and 共 N 筆. */
export function Pagination({ page, pageSize, total, sizes = usualSizes, onPage, onPageSize }: Props) {
  const last = pageCount(total, pageSize)
  return (
    <nav className={style.pagination} aria-label={m.pagination_label()}>
      <span>{m.pagination_total({ total })}</span>
      {onPageSize && (
        <label className={style.size}>
          <span className={getLocale() === 'tw' ? style.first : undefined}>{m.pagination_per_page()}</span>
          <select value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      )}
      <span className={style.steps}>
        <button type="button" aria-label={m.pagination_previous()} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <Icon name="back" />
        </button>
        <span aria-current="page">
          {page} / {last}
        </span>
        <button type="button" aria-label={m.pagination_next()} disabled={page >= last} onClick={() => onPage(page + 1)}>
          <Icon name="forward" />
        </button>
      </span>
    </nav>
  )
}
