import { m } from '#i18n/generated/messages.js'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import style from './data-table.module.css'
import { StaffIcon } from './staff-icon.tsx'

export type Column<Row> = {
  key: string
  head: string
  cell(row: Row): ReactNode
  /** Value to sort by; a column without one cannot be sorted. */
  sortBy?(row: Row): string | number
  /** Numbers stand at the end of their cell. */
  align?: 'end'
  /** The cell that names the row, for screen readers. */
  isRowHead?: true
  /** Hidden below 768 px. */
  isWide?: true
}

/** `name` or `-name`: the key of a column, and whether the order is reversed. */
export type Sorting = string

type Props<Row> = {
  /** Says what the table lists; for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode
  /** Given: the caller keeps the order, in the address. Not given: the table keeps it. */
  sorting?: Sorting | undefined
  onSort?(sorting: Sorting): void
  /** Greyed out, such as retired things. */
  isFaded?(row: Row): boolean
}

/** A table with a sticky head and columns that sort. Arrow keys move between the first links of the rows. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty, sorting, onSort, isFaded }: Props<Row>) {
  const [own, setOwn] = useState<Sorting>('')
  const order = sorting ?? own
  if (rows.length === 0) return <div className={style.empty}>{empty}</div>
  return (
    // Focusable, so that a table without links can be scrolled sideways by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={style.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={style.table}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} order={order} onSort={onSort ?? setOwn} />
            ))}
          </tr>
        </thead>
        {/* The keys move between links; the body itself is no control. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={moveByArrows}>
          {sorted(rows, columns, order).map((row) => (
            <tr key={rowKey(row)} data-faded={isFaded?.(row) || undefined}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadProps<Row> = { column: Column<Row>; order: Sorting; onSort(sorting: Sorting): void }

function Head<Row>({ column: { key, head, sortBy, align, isWide }, order, onSort }: HeadProps<Row>) {
  const direction = order === key ? 'ascending' : order === `-${key}` ? 'descending' : undefined
  return (
    <th scope="col" data-align={align} data-wide={isWide} aria-sort={direction}>
      {sortBy ? (
        <button type="button" onClick={() => onSort(direction === 'ascending' ? `-${key}` : key)}>
          {head}
          {direction && <StaffIcon name={direction === 'ascending' ? 'up' : 'down'} size={14} />}
          {!direction && <span className="sr-only">{m.staff_table_sort()}</span>}
        </button>
      ) : (
        head
      )}
    </th>
  )
}

function Cell<Row>({ column: { cell, align, isRowHead, isWide }, row }: { column: Column<Row>; row: Row }) {
  const shape = { 'data-align': align, 'data-wide': isWide }
  return isRowHead ? (
    <th scope="row" {...shape}>
      {cell(row)}
    </th>
  ) : (
    <td {...shape}>{cell(row)}</td>
  )
}

/** Rows in the order of a column; without one, as they are given. */
export function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting): readonly Row[] {
  const isReversed = sorting.startsWith('-')
  const sortBy = columns.find(({ key }) => key === sorting.replace(/^-/, ''))?.sortBy
  if (!sortBy) return rows
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'zh-Hant-TW', { numeric: true })
  return rows.toSorted((a, b) => (isReversed ? -1 : 1) * compare(sortBy(a), sortBy(b)))
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const isLink = event.target instanceof HTMLAnchorElement
  if (step === 0 || !isLink) return
  const links = [...event.currentTarget.querySelectorAll('tr')].flatMap((row) => row.querySelector('a') ?? [])
  const next = links[links.findIndex((link) => link.closest('tr')?.contains(event.target as Node)) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
