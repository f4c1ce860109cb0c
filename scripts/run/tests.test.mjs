import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, orCrash } from './tests.mjs'

describe('the closing line of npm test', () => {
  it('counts a test file that does not load as one failure', () => {
    const unloaded = { name: 'a.test.ts', status: 'failed', assertionResults: [] }
    const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [{ status: 'failed', fullName: 'sums' }, { status: 'passed' }] }
    expect(countVitest({ numPassedTests: 4, numFailedTests: 1, testResults: [unloaded, broken] })).toEqual({
      passed: 4,
      failed: 2,
      names: ['b.test.ts: sums', 'a.test.ts: does not load'],
    })
  })

  it('counts journeys that passed when repeated as passed, and says so', () => {
    const specs = ['unexpected', 'expected'].map((status) => ({
      file: 'a.spec.ts',
      title: status,
      tests: [{ status, projectName: 'phone' }],
    }))
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [{}], suites: [{ suites: [{ specs }] }] }
    expect(countPlaywright(report)).toEqual({ passed: 4, failed: 2, names: ['a.spec.ts (phone): unexpected'] })
  })

  it('counts a runner that ends badly without a word as one failure', () => {
    expect(orCrash(1, countVitest(undefined))).toEqual({ passed: 0, failed: 1 })
    expect(orCrash(0, { passed: 2, failed: 0 })).toEqual({ passed: 2, failed: 0 })
  })
})
