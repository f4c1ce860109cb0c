import { m } from '#i18n/generated/messages.js'
import { useState, type ReactNode } from 'react'
import style from './data-table.module.css'
import { StaffIcon } from './staff-icon.tsx'
import { listRow } from './use-list-keys.ts'

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
  /** Takes the room that the others leave, and is cut where it is longer. A table that has such a column keeps each row on one line. */
  isLong?: true
}

/** Second words of a cell: below the first ones, and beside them where the row has one line. Not shown beside an open entry, which has them. */
export const CellNote = ({ children }: { children: ReactNode }) => <small className={style.note}>{children}</small>

/** `name` or `-name`: the key of a column, and whether the order is reversed. */
export type Sorting = string

type Props<Row> = {
  /** Says what the table lists; for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Key of the row that is open beside the table. */
  open?: string | undefined
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode
  /** Given: the caller keeps the order, in the address. Not given: the table keeps it. */
  sorting?: Sorting | undefined
  onSort?(sorting: Sorting): void
  /** Greyed out, such as retired things. */
  isFaded?(row: Row): boolean
}

/** The list of a screen: a table with a sticky head, columns that sort, and the keys of lists (use-list-keys.ts). */
export function DataTable<Row>({ caption, columns, rows, rowKey, open, empty, sorting, onSort, isFaded }: Props<Row>) {
  const [own, setOwn] = useState<Sorting>('')
  const order = sorting ?? own
  if (rows.length === 0) return <div className="nothing">{empty}</div>
  return (
    // Focusable, so that a table without links can be scrolled sideways by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={style.scroll} role="region" aria-label={caption} tabIndex={0} data-beside={open !== undefined || undefined}>
      <table className={style.table} data-one-line={columns.some(({ isLong }) => isLong) || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} order={order} onSort={onSort ?? setOwn} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, columns, order).map((row) => (
            <tr
              key={rowKey(row)}
              {...listRow}
              aria-current={(open !== undefined && rowKey(row) === open) || undefined}
              data-faded={isFaded?.(row) || undefined}
            >
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

function Cell<Row>({ column: { cell, align, isRowHead, isWide, isLong }, row }: { column: Column<Row>; row: Row }) {
  const shape = { 'data-align': align, 'data-wide': isWide, 'data-long': isLong }
  const words = align === 'end' ? <span className={style.figure}>{cell(row)}</span> : cell(row)
  return isRowHead ? (
    <th scope="row" {...shape}>
      {words}
    </th>
  ) : (
    <td {...shape}>{words}</td>
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
