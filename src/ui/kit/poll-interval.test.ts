import { expect, it } from 'vitest'
import { pollInterval } from './poll-interval.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1000)

it('asks again soon after something has happened, ever later while nothing does, and not at all when it is final', () => {
  expect([0, 12, 40, 120, 240, 86_400].map((seconds) => pollInterval(true, ago(seconds), now))).toEqual([
    5000, 5000, 10_000, 30_000, 60_000, 60_000,
  ])
  expect(pollInterval(true, undefined, now)).toBe(60_000)
  expect(pollInterval(false, ago(0), now)).toBe(false)
})
