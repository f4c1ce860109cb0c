import { describe, expect, it } from 'vitest'
import { formatAgo, formatDate, formatMoment, formatPeriod } from './dates.ts'
import { languages } from './languages.ts'
import { formatMoney } from './money.ts'

const at = (iso: string) => new Date(iso)

describe('D4 dates follow the language', () => {
  it('writes a period as Taiwanese centres do', () => {
    expect(formatPeriod(at('2025-11-15T19:00+08:00'), at('2025-11-15T21:00+08:00'), 'tw')).toBe('11月15日（六）19:00–21:00')
  })

  it('writes a period in British English', () => {
    expect(formatPeriod(at('2025-11-15T19:00+08:00'), at('2025-11-15T21:00+08:00'), 'en')).toBe('Sat 15 Nov, 19:00–21:00')
  })

  it('ends a day at 24:00 and names the next day when a period goes on', () => {
    expect(formatPeriod(at('2025-11-15T22:00+08:00'), at('2025-11-16T00:00+08:00'), 'tw')).toBe('11月15日（六）22:00–24:00')
    expect(formatPeriod(at('2025-11-15T22:00+08:00'), at('2025-11-16T01:00+08:00'), 'en')).toBe('Sat 15 Nov, 22:00 – Sun 16 Nov, 01:00')
  })

  it('speaks of the centre’s clock, not the device’s', () => {
    expect(formatMoment(at('2025-12-31T16:00Z'), 'tw')).toBe('2026年1月1日（四）00:00')
    expect(formatMoment(at('2025-12-31T16:00Z'), 'en')).toBe('Thu 1 Jan 2026, 00:00')
    expect(formatDate(at('2025-12-31T15:59Z'), 'en')).toBe('Wed 31 Dec 2025')
  })

  it('agrees with the formatters of the platform on every day of a leap year', () => {
    const spoken = { timeZone: 'Asia/Taipei', month: 'short', day: 'numeric', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
    const british = new Intl.DateTimeFormat('en-GB', { ...spoken, weekday: 'short', hourCycle: 'h23' })
    const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2028, 0, day, (7 * day) % 24, (13 * day) % 60)))
    expect(days.map((day) => formatMoment(day, 'en'))).toEqual(days.map((day) => british.format(day).replace(', ', ' ')))
    const chinese = new Intl.DateTimeFormat('zh-TW', { timeZone: 'Asia/Taipei', dateStyle: 'long' })
    expect(days.map((day) => formatDate(day, 'tw').replace(/（.）/, ''))).toEqual(days.map((day) => chinese.format(day)))
  })

  it.each([
    ['2025-11-15T18:59:30+08:00', '剛剛', 'just now'],
    ['2025-11-15T18:15+08:00', '45 分鐘前', '45 min ago'],
    ['2025-11-15T00:00+08:00', '19 小時前', '19 h ago'],
    ['2025-11-14T18:00+08:00', '2025年11月14日（五）18:00', 'Fri 14 Nov 2025, 18:00'],
    ['2025-11-15T19:00:20+08:00', '剛剛', 'just now'],
  ])('says how long ago %s was', (moment, tw, en) => {
    const now = at('2025-11-15T19:00+08:00')
    expect([formatAgo(at(moment), now, 'tw'), formatAgo(at(moment), now, 'en')]).toEqual([tw, en])
  })

  it('begins the week on Monday in English and on Sunday in Chinese', () => {
    expect([languages.tw.firstDayOfWeek, languages.en.firstDayOfWeek]).toEqual([0, 1])
  })
})

it('writes amounts in whole New Taiwan dollars', () => {
  expect([250, 1250, 0, -250].map(formatMoney)).toEqual(['NT$250', 'NT$1,250', 'NT$0', '−NT$250'])
})
