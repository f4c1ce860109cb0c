import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkSizes, tooLongIn } from './sizes.ts'

const tooLong = (path: string, text: string) => tooLongIn(new Map([[path, text]]))
/** Lines of code that are nothing else. */
const filler = (count: number) => 'tell()\n'.repeat(count)
/** A function of this many lines, its first and last included. */
const longFunction = (lines: number, { head = 'function long() {', line = 'tell()', tail = '}' } = {}) =>
  `${head}\n${`${line}\n`.repeat(lines - 2)}${tail}\n`

describe('a file', () => {
  it.each(['src/a.ts', 'src/ui/a.tsx', 'scripts/run/a.mjs', 'e2e/a.spec.ts'])('of 301 lines is too long, of 300 is not: %s', (path) => {
    expect(tooLong(path, filler(301))).toEqual([`${path} has 301 lines: at most 300`])
    expect(tooLong(path, filler(300))).toEqual([])
    expect(tooLong(path, filler(300).trimEnd()), 'without a line break at its end').toEqual([])
  })

  it.each(['src/db/views/a.sql', 'src/ui/a.module.css'])('without functions is measured as well: %s', (path) => {
    expect(tooLong(path, '--\n'.repeat(301))).toHaveLength(1)
    expect(tooLong(path, '--\n'.repeat(300))).toEqual([])
  })
})

describe('a list', () => {
  const list = (line: string, tail = ']') => `export const rows = [\n${`${line}\n`.repeat(400)}${tail}\n`
  it.each(["{ path: '/a' },", "['a', 1],", "'a',"])('may be as long as what it lists: %s', (line) => {
    expect(tooLong('src/a.ts', list(line))).toEqual([])
    expect(tooLong('src/a.ts', list(line, '] as const satisfies readonly object[]'))).toEqual([])
  })

  it('is alone in that: what stands beside it counts, and so does an array of anything else', () => {
    expect(tooLong('src/a.ts', list("'a',") + filler(300))).toEqual(['src/a.ts has 301 lines: at most 300'])
    expect(tooLong('src/a.ts', list('() => tell(),'))).toHaveLength(1)
  })
})

describe('a function', () => {
  it.each([
    ['a declaration', {}],
    ['an arrow function', { head: 'const long = async () => {' }],
    ['an expression of one', { head: 'const long = function () {' }],
    ['a method', { head: 'class Long { run() {', tail: '}}' }],
    ['a method of an object', { head: 'const long = { run() {', tail: '}}' }],
    ['an arrow function without a block', { head: 'const long = () => [', line: '1,', tail: ']' }],
    ['a component', { head: 'export function Long(): object {' }],
    ['a callback of a call that is no test', { head: 'describe2(() => {', tail: '})' }],
  ])('of 61 lines is too long, of 60 is not: %s', (_, shape) => {
    expect(tooLong('src/a.ts', filler(2) + longFunction(61, shape))).toEqual(['src/a.ts:3 has a function of 61 lines: at most 60'])
    expect(tooLong('src/a.ts', longFunction(60, shape))).toEqual([])
  })

  it('is measured inside of another, and both are told', () => {
    const nested = `function outer() {\n${longFunction(61)}}\n`
    expect(tooLong('src/a.ts', nested)).toEqual([
      'src/a.ts:1 has a function of 63 lines: at most 60',
      'src/a.ts:2 has a function of 61 lines: at most 60',
    ])
  })

  it('may be long when it is a table of routes, but its handlers may not', () => {
    const head = 'export function ordersApi(api, deps) {\nconst read = 1'
    expect(tooLong('src/a.ts', longFunction(80, { head, line: 'api.add({}, () => {})' }))).toEqual([])
    expect(tooLong('src/a.ts', longFunction(80, { head, line: 'ordersApi(api, deps)' })), 'the calls of all modules').toEqual([])
    expect(tooLong('src/a.ts', longFunction(80, { head, line: 'other.add({}, () => {})' }))).toHaveLength(1)
    expect(
      tooLong('src/a.ts', longFunction(80, { head, line: 'api.add({}, () => {}); tell()' })),
      'half of it is something else',
    ).toHaveLength(1)
    const handler = longFunction(61, { head: 'api.add({}, async () => {', tail: '})' })
    expect(tooLong('src/a.ts', `function ordersApi(api) {\n${handler}}\n`)).toEqual(['src/a.ts:2 has a function of 61 lines: at most 60'])
  })

  it.each([
    'describe(1, () => {',
    'it(1, async () => {',
    'it.each([])(1, () => {',
    'test.describe(1, () => {',
    'test(1, async ({ page }) => {',
  ])('may be long when it holds tests, in a test file: %s', (head) => {
    const code = longFunction(80, { head, tail: '})' })
    for (const path of ['src/a.test.ts', 'src/ui/a.test.tsx', 'scripts/run/a.test.mjs', 'e2e/a.spec.ts'])
      expect(tooLong(path, code)).toEqual([])
    expect(tooLong('src/a.ts', code), 'elsewhere it is a function').toHaveLength(1)
  })

  it('of a test file that is no test is measured', () => {
    expect(tooLong('src/a.test.ts', longFunction(61))).toHaveLength(1)
    expect(tooLong('src/a.test.ts', longFunction(61, { head: 'beforeEach(() => {', tail: '})' }))).toHaveLength(1)
  })
})

it('does not pass when there is nothing to read', () => {
  expect(checkSizes(join(import.meta.dirname, 'run'))).toEqual({
    lines: ['Only 0 files were read: the sizes were not checked.'],
    isGood: false,
  })
})
