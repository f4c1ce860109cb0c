import { randomUUID } from 'node:crypto'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { ApiClient } from '#client/api-client.ts'
import type { Arrival } from '#modules/attendance/check-in-wire.ts'
import { mobileIn } from '#modules/attendance/rules.ts'
import { readDayMarks } from '#testing/moments.ts'
import { mobileQuery } from './checkin-query.ts'
import { enterFound, isCode, isComing, recognise, type Report, whyNotAtDoor, withReports } from './door-rules.ts'

const { tokens, marksOf } = readDayMarks()
const arrival = (more: Partial<Arrival> = {}): Arrival => {
  const id = randomUUID()
  return {
    id,
    orderNo: 'F261116AAAAAAA',
    name: '王小明',
    players: [],
    venue1stId: 1,
    venue1stCode: 'BAD',
    venue1stName: '羽球館',
    venue2ndName: '羽球場 1',
    start: '2026-11-16T11:00:00.000Z',
    end: '2026-11-16T12:00:00.000Z',
    status: 'expected',
    checkedInAt: null,
    missedAt: null,
    marks: marksOf(id),
    ...more,
  }
}
const list = { opensMinutes: 30, serverTime: '2026-11-16T10:30:00.000Z' }
const at = (time: string) => new Date(`2026-11-16T${time}:00.000Z`)

it('recognises scanned and typed codes by their marks, and no others', async () => {
  const items = [arrival(), arrival(), arrival()]
  const [, second] = items
  expect(await recognise(items, tokens.signTicket(second!.id).toLowerCase())).toBe(second)
  const typed = tokens.typedTicket(second!.id)
  expect(await recognise(items, `${typed.slice(0, 4)} ${typed.slice(4)}`)).toBe(second)
  expect(await recognise(items, tokens.signTicket(randomUUID()))).toBeUndefined()
  // A forged seal behind the id of an item of the list
  const forged = `${tokens.signTicket(second!.id).slice(0, 26)}${tokens.signTicket(items[0]!.id).slice(26)}`
  expect(await recognise(items, forged)).toBeUndefined()
  expect(await recognise(items, '2222 2222')).toBeUndefined()
})

it('tells codes from names', () => {
  expect(isCode(tokens.signTicket(randomUUID()))).toBe(true)
  expect(isCode('k7m3-xq9t')).toBe(true)
  for (const text of ['王小明', 'Amy Chen', 'F261116AAAAAAA', 'K7M3']) expect(isCode(text), text).toBe(false)
})

it('decides as the server does: too early, unpaid, already in, another facility, over', () => {
  const why = (more: Partial<Arrival>, time: string, door: number | null = null) => whyNotAtDoor(list, arrival(more), door, at(time))?.code
  expect(why({}, '10:29')).toBe('check_in_too_early')
  expect(why({}, '10:30')).toBeUndefined()
  expect(why({}, '10:40', 1)).toBeUndefined()
  expect(why({}, '10:40', 2)).toBe('other_facility')
  expect(why({ status: 'unpaid' }, '10:40')).toBe('booking_not_paid')
  expect(why({ status: 'cancelled' }, '10:40')).toBe('booking_cancelled')
  expect(why({ status: 'checked-in', checkedInAt: '2026-11-16T10:31:00.000Z' }, '10:40')).toBe('already_checked_in')
  expect(why({ status: 'no-show', missedAt: '2026-11-16T11:10:00.000Z' }, '11:20')).toBe('booking_missed')
})

it('checks in the only one that a name or a mobile finds, and lets somebody choose among several', () => {
  const [first, second] = [arrival(), arrival()]
  expect(enterFound([first])).toEqual({ itemId: first.id })
  expect(enterFound([first, { ...second, status: 'checked-in' }])).toEqual({ itemId: first.id })
  expect(enterFound([{ ...first, status: 'checked-in' }])).toEqual({ itemId: first.id })
  expect(enterFound([first, second])).toBe('choose')
  expect(enterFound([])).toBe('nobody')
  expect(['0912345678', '5988', '598', 'AB34CD56', '22345678', '王5988'].map(mobileIn)).toEqual([
    '0912345678',
    '5988',
    ...Array(4).fill(undefined),
  ])
})

it('has an hour: then the list is too old', () => {
  expect(whyNotAtDoor(list, arrival(), null, at('11:30'))).toBeUndefined()
  expect(whyNotAtDoor(list, arrival(), null, at('11:31'))).toEqual({ code: 'list_too_old' })
})

it('counts what it has done itself: in, undone, in again', () => {
  const items = [arrival(), arrival()]
  const [one] = items
  const into: Report = { kind: 'in', itemId: one!.id, code: null, venue1stId: null, at: '2026-11-16T10:40:00.000Z' }
  const undo: Report = { kind: 'undo', itemId: one!.id, checkedInAt: into.at, at: '2026-11-16T10:40:20.000Z' }
  expect(withReports(items, [into]).map(({ status }) => status)).toEqual(['checked-in', 'expected'])
  expect(withReports(items, [into, undo]).map(({ status, checkedInAt }) => [status, checkedInAt])).toEqual([
    ['expected', null],
    ['expected', null],
  ])
})

it.each([
  ['expected', '14:00', '16:00', true],
  ['expected', '17:00', '18:00', true],
  ['unpaid', '15:00', '16:00', true],
  ['checked-in', '14:00', '16:00', false],
  ['checked-in', '16:00', '17:00', true],
  ['no-show', '15:00', '16:00', false],
  ['cancelled', '17:00', '18:00', false],
  ['expected', '13:00', '15:00', false],
] as const)('arrivals begin now: %s from %s to %s is listed at 15:30: %s', (status, from, to, listed) => {
  const moment = (time: string) => `2026-11-18T${time}:00+08:00`
  expect(isComing({ status, start: moment(from), end: moment(to) }, new Date(moment('15:30')))).toBe(listed)
})

it('asks about a mobile without a network too, which fails at once instead of waiting until nobody stands there', async () => {
  onlineManager.setOnline(false)
  const api = { post: () => Promise.reject(new Error('no network')) } as unknown as ApiClient
  await expect(new QueryClient().fetchQuery(mobileQuery(api, '0911222333'))).rejects.toThrow('no network')
  onlineManager.setOnline(true)
})
