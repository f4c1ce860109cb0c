import { describe, expect, it } from 'vitest'
import { memberCourt } from './member-court.ts'

describe('A22 the court on a member’s card', () => {
  it('is always the same one', () => expect(memberCourt('7d0c5a8e-1')).toBe(memberCourt('7d0c5a8e-1')))
  it('differs between members', () => {
    const courts = Array.from({ length: 200 }, (_, n) => memberCourt(`member-${n}`))
    expect(new Set(courts).size).toBe(12)
  })
})
