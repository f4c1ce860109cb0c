import { describe, expect, it } from 'vitest'
import { messageMoves, mostTries, moveAfter, oldestWorthSending } from './rules.ts'

describe('the move after a failure', () => {
  it('queues a message again that was surely not sent, until its tries are used up', () => {
    expect(moveAfter({ code: 'temporary', reason: '' }, 1)).toBe('requeue')
    expect(moveAfter({ code: 'temporary', reason: '' }, mostTries - 1)).toBe('requeue')
    expect(moveAfter({ code: 'temporary', reason: '' }, mostTries)).toBe('fail')
  })

  it('fails a message at once when no retry would help', () => {
    expect(moveAfter({ code: 'permanent', reason: '' }, 1)).toBe('fail')
  })

  it('marks a message as unsure that was perhaps sent, at any try', () => {
    expect([1, mostTries].map((tries) => moveAfter({ code: 'unsure', reason: '' }, tries))).toEqual(['markUnsure', 'markUnsure'])
  })
})

it('only queued messages can be claimed, and unsure ones are never queued again', () => {
  expect(messageMoves.claim.from).toEqual(['queued'])
  expect(messageMoves.requeue.from).not.toContain('unsure')
})

it('a text is too old after half an hour and a mail after three days', () => {
  const now = new Date('2025-11-15T12:00:00Z')
  expect(oldestWorthSending('sms', now).toISOString()).toBe('2025-11-15T11:30:00.000Z')
  expect(oldestWorthSending('mail', now).toISOString()).toBe('2025-11-12T12:00:00.000Z')
})
