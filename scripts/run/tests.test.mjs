import { describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { conclude, countPlaywright, countVitest, makeRunFolder, orCrash, requireMatches, temporaryFolder } from './tests.mjs'

describe('temporary files of a run', () => {
  it('go where TMPDIR says, else into memory, else where the system keeps them', () => {
    expect(temporaryFolder({ TMPDIR: '/somewhere' })).toBe('/somewhere')
    expect(['/dev/shm', tmpdir()]).toContain(temporaryFolder({}))
    expect(temporaryFolder({}, '/no/such/place')).toBe(tmpdir())
  })

  it('of runs that were killed are removed by the next, those of running ones are not', () => {
    const place = mkdtempSync(join(tmpdir(), 'fieldhouse-place-'))
    const [killed, running] = [join(place, 'fieldhouse-run-99999999-x'), join(place, `fieldhouse-run-${process.ppid}-x`)]
    for (const folder of [killed, running]) mkdirSync(folder)
    expect(existsSync(makeRunFolder(place))).toBe(true)
    expect([existsSync(killed), existsSync(running)]).toEqual([false, true])
    rmSync(place, { recursive: true })
  })
})

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

  it('counts journeys that passed at the second try as passed, and names them', () => {
    const specs = ['unexpected', 'expected', 'flaky'].map((status) => ({
      file: 'a.spec.ts',
      title: status,
      tests: [{ status, projectName: 'phone' }],
    }))
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [{}], suites: [{ suites: [{ specs }] }] }
    const counts = countPlaywright(report)
    expect(counts).toEqual({
      passed: 4,
      failed: 2,
      names: ['a.spec.ts (phone): unexpected'],
      again: ['a.spec.ts (phone): flaky'],
    })
    expect(conclude([{ passed: 10, failed: 0 }, counts])).toEqual({
      lines: ['✗ a.spec.ts (phone): unexpected', '↻ a.spec.ts (phone): flaky', '1 passed at the second try', '', '14 passed, 2 failed'],
      isGood: false,
    })
  })

  it('counts a runner that ends badly without a word as one failure', () => {
    expect(orCrash(1, countVitest(undefined))).toEqual({ passed: 0, failed: 1 })
    expect(orCrash(0, { passed: 2, failed: 0 })).toEqual({ passed: 2, failed: 0 })
  })

  it('is no success when nothing was run', () => {
    expect(conclude([{ passed: 0, failed: 0 }])).toEqual({ lines: ['Nothing was run.', '', '0 passed, 0 failed'], isGood: false })
    expect(conclude([{ passed: 1, failed: 0 }])).toEqual({ lines: ['', '1 passed, 0 failed'], isGood: true })
  })
})

describe('a filter', () => {
  const root = join(import.meta.dirname, '../..')

  it('that fits neither a test nor a journey is refused in a sentence, also beside one that fits', () => {
    expect(() => requireMatches(root, ['nosuchtest'])).toThrow('No test and no journey matches “nosuchtest”.')
    expect(() => requireMatches(root, ['login', 'nosuchtest'])).toThrow('“nosuchtest”')
  })

  it('fits a part of a path, in any letter case, with a line or without', () => {
    expect(() => requireMatches(root, ['login', 'LOGIN.spec', 'scripts/run/tests.test.mjs:12', 'src/modules/orders'])).not.toThrow()
  })
})
