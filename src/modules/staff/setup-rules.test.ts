import { describe, expect, it } from 'vitest'
import { doneSteps, missingIn, nextStep, type SetupFacts } from './setup-rules.ts'

const nothing: SetupFacts = {
  isNamed: false,
  hasContact: false,
  facilities: 0,
  courts: 0,
  hasRules: false,
  connected: { mail: false, texts: false, payment: false },
  isOpen: false,
}
const all: SetupFacts = {
  ...nothing,
  isNamed: true,
  hasContact: true,
  facilities: 2,
  courts: 8,
  hasRules: true,
  connected: { mail: true, texts: true, payment: true },
}

describe('setting up a centre', () => {
  it('goes on with the first step that the data does not show as done', () => {
    expect(nextStep(doneSteps(nothing))).toBe('centre')
    expect(nextStep(doneSteps({ ...nothing, isNamed: true }))).toBe('catalogue')
    expect(nextStep(doneSteps({ ...nothing, isNamed: true, facilities: 1, hasRules: true }))).toBe('connections')
    expect(nextStep(doneSteps(all))).toBe('doors')
  })

  it('needs a name and something to book; the rest can follow', () => {
    expect(
      missingIn(nothing)
        .filter(({ isNeeded }) => isNeeded)
        .map(({ code }) => code),
    ).toEqual(['name', 'facilities'])
    expect(missingIn({ ...nothing, isNamed: true, facilities: 1 }).some(({ isNeeded }) => isNeeded)).toBe(false)
    expect(missingIn(all)).toEqual([])
  })
})
