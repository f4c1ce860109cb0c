import { addDays, isDay, weekdayOf } from '#lib/zone.ts'
import type { HolidayFile } from '#ui/staff/kit/catalogue-types.ts'
import { readEvents, type CalendarEvent } from './read-events.ts'

/**
 * Public holidays from text: lines that somebody has typed or pasted, a CSV file, or an iCalendar file. Every line is a
 * holiday, a problem with its reason, or, in the government's calendar, an ordinary day that is left out.
 */
export type Holiday = HolidayFile
export type ReadLine = { line: number; text: string } & ({ holiday: Holiday } | { problem: LineProblem })
export type LineProblem = 'no_day' | 'no_such_day' | 'no_name' | 'twice' | 'too_long' | 'repeats' | 'many_days'
export type ReadText = {
  lines: ReadLine[]
  /** Working days and weekends of a calendar that lists every day of a year. */
  ordinary: number
  /** Lines after the last that was read. */
  unread: number
}

const mostLines = 1000
const longestName = 60
/** Days of one event that become holidays; a longer one is an error in the file. */
const longestEvent = 31

export function readHolidays(text: string): ReadText {
  const plain = text.replace(/^\ufeff/, '')
  const { lines, ...counts } = /^\s*BEGIN:VCALENDAR/i.test(plain) ? readCalendar(plain) : readTable(plain)
  const seen = new Set<string>()
  const once = lines.map((line): ReadLine => {
    if (!('holiday' in line)) return line
    const { day } = line.holiday
    if (seen.has(day)) return { line: line.line, text: line.text, problem: 'twice' }
    seen.add(day)
    return line
  })
  return { lines: once, ...counts }
}

/** `2026-10-10 國慶日 National Day`, `2026/10/10,國慶日,National Day`, or with tabs, as copied from a spreadsheet. */
function readTable(text: string): ReadText {
  const all = text
    .split(/\r\n|\r|\n/)
    .map((raw, at) => ({ line: at + 1, text: raw.trim() }))
    .filter((row) => row.text !== '')
  const rows = all.slice(0, mostLines)
  const first = cellsOf(rows[0]?.text ?? '')
  const head = /^\S*日期$|^(?:start )?(?:day|date)$/i.test(first[0] ?? '') ? first : undefined
  const isOff = head?.findIndex((cell) => cell.includes('是否放假')) ?? -1
  const days = (head ? rows.slice(1) : rows).map((row) => ({ ...row, cells: cellsOf(row.text) }))
  const wanted = isOff < 0 ? days : days.filter(({ cells }) => !isOrdinary(cells, isOff))
  const lines = wanted.map(({ line, text: shown, cells }) => ({
    line,
    text: shown,
    ...understand(isOff < 0 ? cells : cells.filter((_, n) => n !== isOff)),
  }))
  return { lines, ordinary: days.length - wanted.length, unread: all.length - rows.length }
}

/**
 * The calendar of the Directorate-General of Personnel Administration has a row for each day of the year: 西元日期, 星期,
 * 是否放假 (0 or 2), 備註. Holidays are the days off that have a remark.
 */
function isOrdinary(cells: string[], isOff: number): boolean {
  if (cells[isOff] === '0') return true
  const day = dayIn(cells[0] ?? '')
  return day !== undefined && isDay(day) && weekdayOf(day) >= 6 && (cells[isOff + 1] ?? '') === ''
}

const dayPattern = /^(?:民國)?(\d{3,4})(?:[-/.年](\d{1,2})(?:[-/.]|月)(\d{1,2})日?|(\d{2})(\d{2}))$/

/** A day as YYYY-MM-DD, which may not exist; undefined: the text is no day. A year of three digits is of the Republic: 115 is 2026. */
function dayIn(text: string): string | undefined {
  const [, year, month, date, plainMonth, plainDate] = dayPattern.exec(text) ?? []
  if (year === undefined) return undefined
  const common = year.length === 3 ? String(Number(year) + 1911) : year
  return `${common}-${(month ?? plainMonth)!.padStart(2, '0')}-${(date ?? plainDate)!.padStart(2, '0')}`
}

function understand([first = '', ...rest]: string[]): { holiday: Holiday } | { problem: LineProblem } {
  const day = dayIn(first)
  if (day === undefined) return { problem: 'no_day' }
  if (!isDay(day)) return { problem: 'no_such_day' }
  const name = namesIn(rest)
  if (!name) return { problem: 'no_name' }
  return name.tw.length > longestName || name.en.length > longestName ? { problem: 'too_long' } : { holiday: { day, name } }
}

const hasHan = (text: string) => /\p{Script=Han}/u.test(text)
const isWeekday = (cell: string) => /^[（(]?(?:星期|週)?[一二三四五六日][)）]?$|^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i.test(cell)

/** The cell with Chinese characters is the Chinese name; a single name stands for both languages. */
function namesIn(cells: string[]): Holiday['name'] | undefined {
  const [first, second] = cells.filter((cell) => cell !== '' && !isWeekday(cell))
  if (first === undefined) return undefined
  if (second === undefined) return { tw: first, en: first }
  return hasHan(second) && !hasHan(first) ? { tw: second, en: first } : { tw: first, en: second }
}

/** Cells of a line by tabs, or by commas with quotes as RFC 4180 has them; without either, the day, Chinese words and the rest. */
function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim())
  if (/[,，;]/.test(line))
    return [...line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,，;]*))\s*(?:[,，;]|$)/g)].map(([, quoted, plain]) =>
      (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
    )
  const [, day = '', words = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
  return [day, ...namesApart(words)]
}

/** 國慶日 National Day: Chinese words first, then the rest. */
const namesApart = (words: string): string[] => {
  const [, chinese = '', english = ''] = /^([^a-zA-Z]*)(.*)$/.exec(words) ?? []
  return [chinese.trim(), english.trim()]
}

/** Events of an iCalendar file; one of several days is a holiday for each. */
function readCalendar(text: string): ReadText {
  const events = readEvents(text)
  return { lines: events.slice(0, mostLines).flatMap(readEvent), ordinary: 0, unread: Math.max(0, events.length - mostLines) }
}

function readEvent({ line, summary, start, end, repeats }: CalendarEvent): ReadLine[] {
  const shown = { line, text: [start, summary].filter(Boolean).join(' ') || 'VEVENT' }
  if (start === '') return [{ ...shown, problem: 'no_day' }]
  if (!isDay(start) || (end !== '' && !isDay(end))) return [{ ...shown, problem: 'no_such_day' }]
  if (summary === '') return [{ ...shown, problem: 'no_name' }]
  if (repeats) return [{ ...shown, problem: 'repeats' }]
  const days = [start]
  for (let day = addDays(start, 1); day < end && days.length <= longestEvent; day = addDays(day, 1)) days.push(day)
  if (days.length > longestEvent) return [{ ...shown, problem: 'many_days' }]
  return days.map((day) => ({ line, text: `${day} ${summary}`, ...understand([day, ...namesApart(summary)]) }))
}

/** The text of a file, or why it cannot be read. Only UTF-8: a guess between encodings would spoil names unnoticed. */
export function textOf(bytes: Uint8Array): { text: string } | { problem: 'not_utf8' | 'not_text' } {
  // A zip archive (XLSX), a PDF, or anything else with bytes that no text has.
  if (bytes.subarray(0, 4096).includes(0) || /^(?:PK|%PDF)/.test(String.fromCharCode(...bytes.subarray(0, 4))))
    return { problem: 'not_text' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { problem: 'not_utf8' }
  }
}
