import { useKeys } from './use-keys.ts'

/** What a row of a list is marked with. Whatever lists rows in the console marks them, and so has the keys of lists. */
export const listRow = { 'data-list-row': '' } as const

/** What closes the open entry of a list, and leads back to the list alone. */
export const listCloser = { 'data-list-closer': '' } as const

const rowsOf = (list: ParentNode) => [...list.querySelectorAll<HTMLElement>('[data-list-row]')]

/** The rows of the screen's list. Tables inside an open entry are lists of their own only where the entry stands alone. */
function shownRows(): HTMLElement[] {
  const main = document.getElementById('main')
  const rows = main ? rowsOf(main) : []
  const outside = rows.filter((row) => !row.closest('[data-open-panel]'))
  return outside.length > 0 ? outside : rows
}

/** What opens a row; a row that opens nothing takes the focus itself. */
const openerOf = (row: HTMLElement): HTMLElement =>
  row.matches('a')
    ? row
    : (row.querySelector<HTMLElement>('a[href], summary') ?? row.querySelector<HTMLElement>('button:not(:disabled)') ?? row)

const isOpen = (row: HTMLElement): boolean => row.matches('[aria-current]') || row.querySelector('a[aria-current]') !== null

function focusRow(row: HTMLElement): void {
  const opener = openerOf(row)
  if (opener === row) row.tabIndex = -1
  row.scrollIntoView({ block: 'nearest' })
  opener.focus({ preventScroll: true })
}

/** Focuses the row beside the one that has the focus. While an entry is open, the one beside it opens instead. */
function move(step: 1 | -1): boolean {
  const rows = shownRows()
  const isAnyOpen = document.querySelector('#main [data-open-panel]') !== null
  const here = rows.findIndex((row) => (isAnyOpen ? isOpen(row) : row.contains(document.activeElement)))
  const next = here === -1 ? rows.at(step === 1 ? 0 : -1) : rows[here + step]
  if (!next) return rows.length > 0
  if (!isAnyOpen) focusRow(next)
  else openerOf(next).click()
  return true
}

/** The arrow keys move from row to row too, where a row has the focus; elsewhere they scroll. */
function moveFocus(step: 1 | -1): boolean {
  const rows = shownRows()
  const next = rows[rows.findIndex((row) => row.contains(document.activeElement)) + step]
  const isInList = document.activeElement?.closest('[data-list-row]') != null
  if (isInList && next) focusRow(next)
  return isInList && next !== undefined
}

function close(): boolean {
  const closer = document.querySelector<HTMLElement>('#main [data-list-closer]')
  closer?.click()
  return closer !== null
}

/** The search of the list; on a screen without one, the search of the console. */
function search(): void {
  const field =
    document.querySelector<HTMLInputElement>('#main [role=search] input[type=search]') ??
    document.querySelector<HTMLInputElement>('header search input')
  field?.focus()
  field?.select()
}

/** The same keys on every list of the console. Enter opens the focused row by itself: what has the focus is its link. */
export function useListKeys(onHelp: () => void): void {
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    arrowdown: () => moveFocus(1),
    arrowup: () => moveFocus(-1),
    escape: close,
    '/': search,
    '?': onHelp,
  })
}
