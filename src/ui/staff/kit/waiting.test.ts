import { expect, it } from 'vitest'
import { queuesOf } from '#modules/desk/today-rules.ts'
import type { WaitingAnswer } from '#modules/desk/today-wire.ts'
import { addressFor, countsByScreen, queueAddress } from './waiting.ts'

const waiting = (counts: Partial<Record<WaitingAnswer['queues'][number]['queue'], number>>) =>
  Object.entries(counts).map(([queue, count]) => ({ queue, count, oldest: null })) as WaitingAnswer['queues']

it('counts what waits on the screen that settles it, and on Today where there is none', () => {
  const queues = waiting({ late: 2, parked: 1, payouts: 0, messages: 3 })
  expect([...countsByScreen(queues, ['manager'])]).toEqual([
    ['/staff/checkin', 2],
    ['/staff/board', 1],
    ['/staff/settings/messages', 3],
  ])
  expect([...countsByScreen(queues, ['finance'])], 'without any of these screens').toEqual([['/staff', 6]])
})

it.each(['admin', 'manager', 'desk', 'finance', 'editor'] as const)('counts for %s only what they may open', (role) => {
  expect(queuesOf([role]).filter((queue) => queueAddress(queue, [role]) === undefined)).toEqual([])
})

it('leads nobody to a screen that none of their roles may open', () => {
  expect(queueAddress('messages', ['manager'])).toBe('/staff/settings/messages?state=failed')
  expect(queueAddress('messages', ['desk'])).toBeUndefined()
  expect(queueAddress('messages', ['desk', 'manager'])).toBe('/staff/settings/messages?state=failed')
  expect(addressFor('/staff/checkin', ['finance'])).toBeUndefined()
  expect(addressFor('/staff/no-such-screen', ['admin'])).toBeUndefined()
})
