import { describe, expect, it } from 'vitest'
import { messageMoves, mostTries, moveAfter, oldestWorthSending } from './rules.ts'

describe('what follows a failure', () => {
  it('puts back what was surely not sent, until its tries are used up', () => {
    expect(moveAfter({ code: 'temporary', reason: '' }, 1)).toBe('putBack')
    expect(moveAfter({ code: 'temporary', reason: '' }, mostTries - 1)).toBe('putBack')
    expect(moveAfter({ code: 'temporary', reason: '' }, mostTries)).toBe('giveUp')
  })

  it('gives up at once what no later try would send', () => {
    expect(moveAfter({ code: 'permanent', reason: '' }, 1)).toBe('giveUp')
  })

  it('loses sight of what was perhaps sent, at the first try as at the last', () => {
    expect([1, mostTries].map((tries) => moveAfter({ code: 'unsure', reason: '' }, tries))).toEqual(['loseSight', 'loseSight'])
  })
})

it('lets nothing but a queued message be claimed, and puts nothing unsure back', () => {
  expect(messageMoves.claim.from).toEqual(['queued'])
  expect(messageMoves.putBack.from).not.toContain('unsure')
})

it('finds a text too old after half an hour and a mail after three days', () => {
  const now = new Date('2025-11-15T12:00:00Z')
  expect(oldestWorthSending('sms', now).toISOString()).toBe('2025-11-15T11:30:00.000Z')
  expect(oldestWorthSending('mail', now).toISOString()).toBe('2025-11-12T12:00:00.000Z')
})
