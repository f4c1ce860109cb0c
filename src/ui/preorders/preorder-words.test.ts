import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { capsWord, dayShort, lineWords, sayDayCell, sayOverview, weekdayBrief } from './preorder-words.ts'
import { sayTimeLeft } from './round-moments.ts'

const cell = (free: number) => ({ courtId: 3, dates: 13, free, mine: 0 })
const tuesdays = { start: '19:00', end: '21:00', weekly: { weekday: 2, from: '2027-01-04', to: '2027-04-04', except: [] } }

describe('in Chinese', () => {
  beforeEach(() => overwriteGetLocale(() => 'tw'))

  it('says a cell of the season as people do', () => {
    expect(sayOverview('羽球場 3', 2, '19:00', cell(11), false)).toBe('羽球場 3, 週二 19 點, 13 週中 11 週可登記')
    expect(sayOverview('羽球場 3', 2, '19:30', cell(11), false)).toBe('羽球場 3, 週二 19 點 30 分, 13 週中 11 週可登記')
    expect(sayOverview('羽球場 3', 7, '08:00', cell(0), false)).toBe('羽球場 3, 週日 8 點, 已額滿')
    expect(sayOverview('羽球場 3', 2, '19:00', cell(11), true)).toBe('羽球場 3, 週二 19 點, 已選, 13 週中 11 週可登記')
    expect(sayOverview('羽球場 3', 2, '21:00', undefined, false)).toBe('羽球場 3, 週二 21 點, 不開放')
  })
  it('says a cell of a week with its day', () => {
    expect(sayDayCell('羽球場 3', '2027-01-05', '19:00', 'taken', false)).toBe('羽球場 3, 1月5日（二） 19 點, 已被登記')
  })
  it('writes days, weekdays and lines shortly', () => {
    expect(dayShort('2027-01-05')).toBe('1/5（二）')
    expect(weekdayBrief(7)).toBe('日')
    expect(lineWords(tuesdays)).toBe('每週二 19:00–21:00')
  })
  it('says how many more may be registered a week', () => {
    expect([capsWord(1, 2), capsWord(2, 2), capsWord(3, 2)]).toEqual(['每週還可登記 1 個時段', '每週時段已選滿', '超過每週上限'])
  })
  it('counts days while there are any, then the clock', () => {
    expect(sayTimeLeft(3 * 86_400 + 4 * 3600 + 59)).toBe('3 天 4 小時')
    expect(sayTimeLeft(86_399)).toBe('23:59:59')
    expect(sayTimeLeft(45)).toBe('0:45')
  })
})

describe('in English', () => {
  beforeEach(() => overwriteGetLocale(() => 'en'))

  it('says the same', () => {
    expect(sayOverview('Court 3', 2, '19:00', cell(11), false)).toBe('Court 3, Tuesday 19:00, 11 of 13 weeks available')
    expect(dayShort('2027-01-05')).toBe('Tue 5 Jan')
    expect(weekdayBrief(2)).toBe('Tue')
    expect(lineWords({ start: '19:00', end: '21:00' })).toBe('Single dates, 19:00–21:00')
  })
})
