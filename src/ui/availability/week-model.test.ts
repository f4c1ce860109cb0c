import { expect, it } from 'vitest'
import { shadeOf, weekOf, type Time } from './week-model.ts'

const at = (day: string, hour: string): Time => ({
  start: `2026-11-${day}T${hour}:00+08:00`,
  end: `2026-11-${day}T23:00:00+08:00`,
  priceFrom: 300,
  courts: [{ id: 1, price: 300 }],
})
const days = ['2026-11-20', '2026-11-21']
const any = () => true

it('a week is days by hours, with the hours that nothing is free at', () => {
  const week = weekOf({ times: [at('20', '09:00'), at('21', '12:00')] }, days, 60, any)
  expect(week.hours).toEqual(['09:00', '10:00', '11:00', '12:00'])
  expect(week.timeAt('2026-11-21', '12:00')).toEqual(at('21', '12:00'))
  expect(week.timeAt('2026-11-20', '12:00')).toBeUndefined()
})

it('a week has the times that are full, also those after the last one that is free', () => {
  const { start, end } = at('20', '11:00')
  const week = weekOf({ times: [at('20', '09:00')], full: [{ start, end }] }, days, 60, any)
  expect(week.hours).toEqual(['09:00', '10:00', '11:00'])
  expect([week.fullAt('2026-11-20', '11:00'), week.fullAt('2026-11-20', '10:00')]).toEqual([{ start, end }, undefined])
})

it('a week of sessions has a column for each of them', () => {
  expect(weekOf({ times: [at('20', '08:00'), at('21', '18:00'), at('20', '13:00')] }, days, undefined, any).hours).toEqual([
    '08:00',
    '13:00',
    '18:00',
  ])
})

it('a week shows the part of the day that is asked for, and may be empty', () => {
  expect(weekOf({ times: [at('20', '17:00'), at('20', '19:00')] }, days, 60, (hour) => hour >= '18:00').hours).toEqual(['18:00', '19:00'])
  expect(weekOf({ times: [] }, days, 60, any).hours).toEqual([])
})

it.each([
  [1, 8, 1],
  [3, 8, 2],
  [8, 8, 3],
  [1, 1, 3],
])('%i of %i free courts have shade %i', (free, courts, shade) => expect(shadeOf(free, courts)).toBe(shade))
