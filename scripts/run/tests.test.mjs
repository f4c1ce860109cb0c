import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, orCrash } from './tests.mjs'

describe('the closing line of npm test', () => {
  it('counts a test file that does not load as one failure', () => {
    const unloaded = { status: 'failed', assertionResults: [] }
    const broken = { status: 'failed', assertionResults: [{ status: 'failed' }] }
    expect(countVitest({ numPassedTests: 4, numFailedTests: 1, testResults: [unloaded, broken] })).toEqual({ passed: 4, failed: 2 })
  })

  it('counts journeys that passed when repeated as passed, and says so', () => {
    expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [{}] })).toEqual({ passed: 4, failed: 2 })
  })

  it('counts a runner that ends badly without a word as one failure', () => {
    expect(orCrash(1, countVitest(undefined))).toEqual({ passed: 0, failed: 1 })
    expect(orCrash(0, { passed: 2, failed: 0 })).toEqual({ passed: 2, failed: 0 })
  })
})
