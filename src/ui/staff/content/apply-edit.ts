import type { Edit } from './markdown-edit.ts'

/**
 * Makes a change in a textarea as if it were typed. `insertText` keeps the browser's own undo, which setting the value would
 * empty; a browser that does not know it gets the text without.
 */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  area.focus()
  area.setSelectionRange(from, to)
  const isDone = insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)
  if (!isDone) {
    area.setRangeText(insert, from, to, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}
