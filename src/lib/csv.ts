/**
 * A table for spreadsheets: UTF-8 with the mark by which Excel knows it, lines ended as RFC 4180 says. A cell that a
 * spreadsheet would take for a formula begins with an apostrophe, so that what a stranger typed is only read.
 */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

const formula = /^[\s\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
