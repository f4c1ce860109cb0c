import { expect, it } from 'vitest'
import { sayTimeLeft } from './time-left.ts'

const at = (text: string) => Date.parse(`2026-11-${text}+08:00`)
const evening = { start: at('18T19:00:00'), end: at('18T21:00:00') }
const said = (now: string) => sayTimeLeft(evening, at(now))

it('counts days, then hours, then hours and minutes, then minutes to the start', () => {
  expect(said('14T10:00:00')).toBe('4 天後開始')
  expect(said('16T19:00:00')).toBe('2 天後開始')
  expect(said('16T19:01:00')).toBe('47 小時後開始')
  expect(said('18T16:40:00')).toBe('2 小時 20 分鐘後開始')
  expect(said('18T17:00:00')).toBe('2 小時後開始')
  expect(said('18T18:00:01')).toBe('1 小時後開始')
  expect(said('18T18:59:59')).toBe('1 分鐘後開始')
})

it('counts to the end from the start on, and says nothing when it is over', () => {
  expect(said('18T19:00:00')).toBe('進行中，2 小時後結束')
  expect(said('18T20:59:30')).toBe('進行中，1 分鐘後結束')
  expect(said('18T21:00:00')).toBe('')
  expect(said('19T08:00:00')).toBe('')
})
