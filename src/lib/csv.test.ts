import { expect, it } from 'vitest'
import { writeCsv } from './csv.ts'

it('quotes what must be quoted, and ends lines as spreadsheets do', () => {
  expect(writeCsv([['a', 'b, c', 'say "x"', 'two\nlines', 7, -7]])).toBe('\ufeffa,"b, c","say ""x""","two\nlines",7,-7\r\n')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\u200b=1', '＝1', '|calc', '%0A'])('makes a formula a text: %j', (cell) => {
  const [written] = writeCsv([[cell]])
    .slice(1)
    .split('\r\n')
  expect(written!.replaceAll('"', '').startsWith("'")).toBe(true)
})

it('leaves names, numbers and accounts as they are', () => {
  expect(writeCsv([['王小明', '007-0123456789', '2026-11-15', "O'Neil"]])).toBe("\ufeff王小明,007-0123456789,2026-11-15,O'Neil\r\n")
})
