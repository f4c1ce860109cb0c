import { expect, it } from 'vitest'
import { templateFile } from '#modules/catalogue/templates.ts'
import {
  offeredHolidays,
  onHoliday,
  withCourtAgain,
  withCourtCount,
  withHoliday,
  withoutCourt,
  withSameHours,
  wrongHours,
  type SameHours,
} from './shape-begun.ts'

const [hall] = templateFile('badminton-hall', '2026-11-18').facilities!
const gym = templateFile('school-gym', '2026-11-18').facilities!
const classroom = templateFile('pool', '2026-11-18').facilities![1]!
const codes = ({ courts }: { courts: { code: string }[] }) => courts.map(({ code }) => code)

it('makes as many courts as are asked for, numbered on, and never one twice', () => {
  expect(codes(withCourtCount(hall!, 2, [hall!]))).toEqual(['B1', 'B2'])
  const nine = withCourtCount(hall!, 9, [hall!, { ...hall!, code: 'X', courts: [{ code: 'B8', name: { tw: 'x', en: 'x' } }] }])
  expect(codes(nine)).toEqual(['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B9', 'B10'])
  expect(nine.courts[6]!.name).toEqual({ tw: '羽球場 7', en: 'Badminton Court 7' })
})

it('leaves out courts with those that stand on them and with their prices, and takes them back with their floor', () => {
  const less = withoutCourt(gym[1]!, 'MH2')
  expect(codes(less)).toEqual(['MH1', 'MH3'])
  expect(less.priceLists[0]!.courts).toBeUndefined()
  const again = withCourtAgain(less, gym[1]!, 'MH-12')
  expect(codes(again)).toEqual(['MH-12', 'MH1', 'MH2', 'MH3'])
  expect(Object.keys(again.priceLists[0]!.courts!)).toEqual(['MH-12'])
})

it('has the same hours every day, in two parts where there is a break', () => {
  const hours = (breakFrom: string, breakTo: string) =>
    withSameHours(hall!, { opens: '09:00', closes: '21:00', breakFrom, breakTo }).timetables[0]!.hours.map((one) => [
      one.days.length,
      one.opens,
      one.closes,
    ])
  expect(hours('', '')).toEqual([[8, '09:00', '21:00']])
  expect(hours('12:00', '13:30')).toEqual([
    [8, '09:00', '12:00'],
    [8, '13:30', '21:00'],
  ])
  const wrong = (breakFrom: string, breakTo: string) => wrongHours({ opens: '09:00', closes: '21:00', breakFrom, breakTo })
  expect([wrong('12:00', '13:00'), wrong('12:00', ''), wrong('13:00', '12:00'), wrong('08:00', '09:30')]).toEqual([
    undefined,
    'break',
    'break',
    'break',
  ])
  const wrongOrder = (opens: string, closes: string) => wrongHours({ opens, closes, breakFrom: '', breakTo: '' })
  expect([wrongOrder('21:00', '09:00'), wrongOrder('9', '21:00'), wrongOrder('', ''), wrongOrder('06:00', '24:00')]).toEqual([
    'order',
    'order',
    'order',
    undefined,
  ])
})

it('keeps sessions inside the hours, so that what was applied can be saved', () => {
  expect(classroom.timetables[0]!.sessions).toEqual(['08:00-12:00', '13:00-17:00', '18:00-22:00'])
  const sessions = (hours: SameHours) => withSameHours(classroom, hours).timetables[0]!.sessions
  expect(sessions({ opens: '09:00', closes: '21:00', breakFrom: '12:00', breakTo: '13:30' })).toEqual([
    '09:00-12:00',
    '13:30-17:00',
    '18:00-21:00',
  ])
  expect(sessions({ opens: '13:00', closes: '17:00', breakFrom: '', breakTo: '' })).toEqual(['13:00-17:00'])
})

it('offers the holidays that are still to come, each as a holiday, closed or an ordinary day', () => {
  const all = offeredHolidays('2026-11-18')
  expect(all.slice(0, 2).map(({ day }) => day)).toEqual(['2026-12-25', '2027-01-01'])
  const eve = all.find(({ name }) => name.tw === '除夕')!
  const closed = withHoliday(all, eve, 'closed')
  expect([onHoliday(all, eve.day), onHoliday(closed, eve.day), onHoliday(withHoliday(closed, eve, 'ordinary'), eve.day)]).toEqual([
    'holiday',
    'closed',
    'ordinary',
  ])
  expect(closed.map(({ day }) => day)).toEqual(all.map(({ day }) => day))
})
