/**
 * CSV (RFC 4180) in UTF-8 with a byte order mark, without which Excel takes it for another encoding. A cell that a
 * spreadsheet would run as a formula gets an apostrophe in front: against CSV injection.
 */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

const formula = /^[\s\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

/** Whether a spreadsheet would run this text as a formula. */
export const isFormula = (text: string): boolean => formula.test(text)

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = isFormula(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
