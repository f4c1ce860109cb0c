import { describe, expect, it } from 'vitest'
import { defaultSettings } from '#modules/settings/rules.ts'
import {
  givesUpMoney,
  isLateCancel,
  maskedAccount,
  needsDecision,
  nextTry,
  refundNoPattern,
  refundNumber,
  refundOf,
  stepsOf,
} from './rules.ts'

const { hourly, sessions: bySession } = defaultSettings.refunds
const now = new Date('2026-11-15T10:00:00+08:00')
const item = (day: number, refundTiers = hourly, deposit = 0) => ({
  state: 'active' as const,
  start: new Date(`2026-11-${day}T19:00:00+08:00`),
  day: `2026-11-${day}`,
  price: 500,
  lightFee: 50,
  deposit,
  refundTiers,
})

describe('the refund of an item', () => {
  it.each([
    [18, 100, 550],
    [17, 50, 275],
    [16, 50, 275],
    [15, 0, 0],
  ])('by the hour, on the %ith: %i %%', (day, percent, amount) => {
    expect(refundOf(item(day), 48, now)).toMatchObject({ paid: 550, percent, amount })
  })

  it.each([
    [25, 100, 550],
    [24, 50, 275],
    [22, 50, 275],
    [21, 30, 165],
    [19, 30, 165],
    [18, 0, 0],
  ])('by the session, on the %ith: %i %%', (day, percent, amount) => {
    expect(refundOf(item(day, bySession), 48, now)).toMatchObject({ percent, amount })
  })

  it('always gives the deposit back whole', () => expect(refundOf(item(18, bySession, 10_000), 48, now)).toMatchObject({ amount: 10_000 }))

  it('is refused for an item that has begun, was cancelled or checked in', () => {
    expect(refundOf({ ...item(18), start: now }, 48, now)).toEqual({ problem: 'item_begun' })
    expect(refundOf({ ...item(18), state: 'cancelled' }, 48, now)).toEqual({ problem: 'item_cancelled' })
    expect(refundOf({ ...item(15), checkedInAt: now }, 48, now)).toEqual({ problem: 'item_begun' })
  })

  it('names until when its share applies', () => {
    expect(refundOf(item(18), 48, now)).toMatchObject({ until: new Date('2026-11-16T00:00:00+08:00') })
    expect(refundOf(item(15), 48, now)).toMatchObject({ until: item(15).start })
  })
})

it('giving back is late from 48 hours before, to the millisecond', () => {
  const start = new Date(now.getTime() + 48 * 3_600_000)
  expect(isLateCancel(start, 48, now)).toBe(false)
  expect(isLateCancel(start, 48, new Date(now.getTime() + 1))).toBe(true)
})

it('waiving the refund is asked for only where something was paid', () => {
  expect(givesUpMoney([{ paid: 0, amount: 0 }])).toBe(false)
  expect(
    givesUpMoney([
      { paid: 100, amount: 100 },
      { paid: 100, amount: 0 },
    ]),
  ).toBe(true)
})

it('staff decide about an account in another name, and about a transfer while the card was not tried', () => {
  expect(needsDecision(false, '王 小明', ['王小明'], false)).toBe(false)
  expect(needsDecision(false, '林小華', ['王小明'], false)).toBe(true)
  expect(needsDecision(true, '王小明', ['王小明'], false)).toBe(true)
  expect(needsDecision(true, '王小明', ['王小明'], true)).toBe(false)
})

it('shows only the end of an account', () => expect(maskedAccount('012345678901')).toBe('••••8901'))

it('a refused card is tried on three more days, then the refund waits for the member', () => {
  expect(nextTry(1, now)).toEqual(new Date('2026-11-16T10:00:00+08:00'))
  expect(nextTry(4, now)).toBeUndefined()
})

it('has a number of its own', () => expect(refundNumber('2026-11-15', new Uint8Array(7))).toMatch(refundNoPattern))

it('the steps list what has happened and what is to come, and nothing after an end', () => {
  const happened = [{ state: 'requested' as const, at: now, note: '' }]
  expect(stepsOf('requested', happened).map(({ state, at }) => [state, at])).toEqual([
    ['requested', now],
    ['approved', null],
    ['processing', null],
    ['refunded', null],
  ])
  expect(stepsOf('rejected', happened)).toEqual(happened)
})

it('automatic retries of a card are listed once, decisions every time', () => {
  const states = ['approved', 'processing', 'failed', 'processing', 'failed', 'processing', 'failed', 'approved', 'processing'] as const
  const happened = states.map((state, n) => ({ state, at: new Date(now.getTime() + n), note: '' }))
  expect(stepsOf('processing', happened).map(({ state, at }) => [state, at && at.getTime() - now.getTime()])).toEqual([
    ['approved', 0],
    ['processing', 5],
    ['failed', 6],
    ['approved', 7],
    ['processing', 8],
    ['refunded', null],
  ])
})
