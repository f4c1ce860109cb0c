import { describe, expect, it } from 'vitest'
import { readHolidays, textOf } from './read-holidays.ts'

const days = (text: string) =>
  readHolidays(text).lines.map((line) =>
    'holiday' in line ? [line.holiday.day, line.holiday.name.tw, line.holiday.name.en] : [line.line, line.problem],
  )

describe('holidays from lines', () => {
  it('are read with spaces, commas, tabs and several ways to write a day', () => {
    const text =
      '2026-10-10 國慶日 National Day\n2026/1/1, 元旦, New Year\n2026.02.28\t和平紀念日\tPeace Memorial Day\n2026年4月5日 清明節\n20261225 聖誕節 Christmas\n民國116年1月1日 元旦\n116/2/28 和平紀念日'
    expect(days(text)).toEqual([
      ['2026-10-10', '國慶日', 'National Day'],
      ['2026-01-01', '元旦', 'New Year'],
      ['2026-02-28', '和平紀念日', 'Peace Memorial Day'],
      ['2026-04-05', '清明節', '清明節'],
      ['2026-12-25', '聖誕節', 'Christmas'],
      ['2027-01-01', '元旦', '元旦'],
      ['2027-02-28', '和平紀念日', '和平紀念日'],
    ])
  })

  it('are read from a CSV file with a head, a byte order mark, quotes, and the languages the other way round', () => {
    expect(days('\ufeffdate,en,tw\r\n2026-10-10,"National Day, ""Double Ten""",國慶日\r\n\r\n')).toEqual([
      ['2026-10-10', '國慶日', 'National Day, "Double Ten"'],
    ])
  })

  it('are the named days off of the government’s calendar, which lists every day; the others are counted', () => {
    const read = readHolidays(
      '西元日期,星期,是否放假,備註\n20260101,四,2,開國紀念日\n20260102,五,0,\n20260103,六,2,\n20260104,日,2,\n20260215,日,2,小年夜',
    )
    expect(read.lines).toMatchObject([
      { line: 2, holiday: { day: '2026-01-01', name: { tw: '開國紀念日' } } },
      { line: 6, holiday: { day: '2026-02-15', name: { tw: '小年夜', en: '小年夜' } } },
    ])
    expect(read.ordinary).toBe(3)
  })

  it('say for each line why it is not understood, and keep the others', () => {
    expect(days('2026-02-30 什麼節\n國慶日 2026\n2026-10-10\n2026-10-11 補假\n2026-10-11 補假')).toEqual([
      [1, 'no_such_day'],
      [2, 'no_day'],
      [3, 'no_name'],
      ['2026-10-11', '補假', '補假'],
      [5, 'twice'],
    ])
    expect(days(`2026-10-10 ${'長'.repeat(61)}`)).toEqual([[1, 'too_long']])
    expect(days('National Day\n2026-10-11 補假'), 'a first line without a day is not taken for a head').toMatchObject([[1, 'no_day'], {}])
    expect(days('')).toEqual([])
  })

  it('end after a thousand lines, and say how many were not read', () => {
    const { lines, unread } = readHolidays('2026-10-10 x\n'.repeat(20_000))
    expect([lines.length, unread]).toEqual([1000, 19_000])
  })
})

const calendar = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']), 'END:VCALENDAR'].join('\r\n')

describe('holidays from an iCalendar file', () => {
  it('have folded lines, escapes, parameters, and an event of several days', () => {
    const file = calendar(
      ['DTSTART;VALUE=DATE:20260216', 'DTEND;VALUE=DATE:20260218', 'SUMMARY;LANGUAGE="zh:TW":春節 Lunar', '  New Year\\, long'],
      ['DTSTART;TZID=Asia/Taipei:20261010T000000', 'SUMMARY:國慶日'],
    )
    for (const text of [file, `\ufeff${file}`, file.replaceAll('\r\n', '\n')])
      expect(days(text)).toEqual([
        ['2026-02-16', '春節', 'Lunar New Year, long'],
        ['2026-02-17', '春節', 'Lunar New Year, long'],
        ['2026-10-10', '國慶日', '國慶日'],
      ])
  })

  it('are days of the centre when the file counts in UTC, and include the day on which an event ends after midnight', () => {
    expect(days(calendar(['DTSTART:20261009T160000Z', 'DTEND:20261010T160000Z', 'SUMMARY:國慶日']))).toEqual([
      ['2026-10-10', '國慶日', '國慶日'],
    ])
    expect(days(calendar(['DTSTART:20261010T090000', 'DTEND:20261011T120000', 'SUMMARY:x'])).map(([day]) => day)).toEqual([
      '2026-10-10',
      '2026-10-11',
    ])
  })

  it('say for each event why it is not understood, by the line at which it begins in the file', () => {
    const file = calendar(
      ['SUMMARY:沒有日期'],
      ['DTSTART:20260230', 'SUMMARY:folded', ' and again', ' and again'],
      ['DTSTART:20260301'],
      ['DTSTART:20260101', 'RRULE:FREQ=YEARLY', 'SUMMARY:每年'],
      ['DTSTART:20260101', 'DTEND:20280101', 'SUMMARY:兩年'],
      ['DTSTART:20260101', 'DTEND:99991231', 'SUMMARY:永遠'],
      ['DTSTART:rubbish', 'SUMMARY:x'],
      ['DTSTART:20261010', 'SUMMARY:國慶日'],
    )
    expect(days(file)).toEqual([
      [3, 'no_day'],
      [6, 'no_such_day'],
      [12, 'no_name'],
      [15, 'repeats'],
      [20, 'many_days'],
      [25, 'no_such_day'],
      [30, 'no_such_day'],
      ['2026-10-10', '國慶日', '國慶日'],
    ])
  })

  it('name an event that the end of the file cuts off', () => {
    expect(days('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261010')).toEqual([[2, 'no_name']])
  })
})

describe('a file', () => {
  const bytes = (...values: number[]) => new Uint8Array(values)
  it('in UTF-8 is text, with a byte order mark or without', () => {
    expect(textOf(new TextEncoder().encode('2026-10-10 國慶日'))).toEqual({ text: '2026-10-10 國慶日' })
    expect(textOf(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: 'a' })
  })
  it('in Big5 is refused, not guessed at', () => {
    // 國慶日 in Big5
    expect(textOf(bytes(0xb0, 0xea, 0xbc, 0x79, 0xa4, 0xe9))).toEqual({ problem: 'not_utf8' })
  })
  it('that is a workbook, a PDF or in UTF-16 is no text', () => {
    for (const begin of ['PK\u0003\u0004', '%PDF-1.7', 'a\u0000b\u0000'])
      expect(textOf(new TextEncoder().encode(begin))).toEqual({ problem: 'not_text' })
  })
})
