import { m } from '#i18n/generated/messages.js'
import type { ReactNode } from 'react'
import { Select } from './control.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import style from './pagination.module.css'

type Props = {
  page: number
  pageSize: number
  total: number
  /** What the total counts, where the page shows more than this list. */
  totalLabel?: string
  sizes?: readonly number[]
  onPage?(page: number): void
  /** Renders a step as a link, which works without JavaScript. */
  renderStep?(page: number, label: string, icon: ReactNode): ReactNode
  onPageSize?(pageSize: number): void
}

const usualSizes = [10, 20, 50] as const

export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** Props for a list whose page and page size are in the address: a new size starts again at the first page. */
export const paginationProps = (
  { page, pageSize }: Pick<Props, 'page' | 'pageSize'>,
  go: (change: { page: string | undefined; pageSize?: string }) => void,
): Pick<Props, 'page' | 'pageSize' | 'onPage' | 'onPageSize'> => ({
  page,
  pageSize,
  onPage: (next) => go({ page: String(next) }),
  onPageSize: (size) => go({ pageSize: String(size), page: undefined }),
})

/** Page navigation of a list with the choice of a page size (每頁) and the total (共 N 筆). */
export function Pagination({
  page,
  pageSize,
  total,
  totalLabel = m.pagination_total({ total }),
  sizes = usualSizes,
  onPage,
  onPageSize,
  renderStep,
}: Props) {
  const last = pageCount(total, pageSize)
  return (
    <nav className={style.pagination} aria-label={m.pagination_label()}>
      <span>{totalLabel}</span>
      {onPageSize && (
        <label className="row">
          <span>{m.pagination_size_before()}</span>
          <Select value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </Select>
          <span>{m.pagination_size_after()}</span>
        </label>
      )}
      <span className={style.steps}>
        <Step to={page - 1} last={last} label={m.pagination_previous()} icon="back" {...{ onPage, renderStep }} />
        <span aria-current="page">
          {page} / {last}
        </span>
        <Step to={page + 1} last={last} label={m.pagination_next()} icon="forward" {...{ onPage, renderStep }} />
      </span>
    </nav>
  )
}

type StepProps = Pick<Props, 'onPage' | 'renderStep'> & { to: number; last: number; label: string; icon: 'back' | 'forward' }

function Step({ to, last, label, icon, onPage, renderStep }: StepProps) {
  const isThere = to >= 1 && to <= last
  if (renderStep && isThere) return renderStep(to, label, <Icon name={icon} />)
  return <IconButton icon={icon} label={label} disabled={!isThere} onClick={() => onPage?.(to)} />
}
