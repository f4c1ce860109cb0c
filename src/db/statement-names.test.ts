import { expect, it } from 'vitest'
import { StatementNames } from './pool.ts'

const use = (names: StatementNames, text: string, times: number) => Array.from({ length: times }, () => names.nameOf(text)).at(-1)

it('names a statement at its third use, and keeps the name', () => {
  const names = new StatementNames(10)
  expect([1, 2, 3, 4].map(() => names.nameOf('select 1'))).toEqual([undefined, undefined, 'fh_0', 'fh_0'])
})

it('forgets the statement that was used least recently', () => {
  const names = new StatementNames(2)
  const [first, second] = [use(names, 'first', 3), use(names, 'second', 3)]
  names.nameOf('first')
  names.nameOf('third')
  expect(names.nameOf('first')).toBe(first)
  expect(names.nameOf('second')).toBeUndefined()
  expect(second).toBe('fh_1')
})

it('keeps a statement in use whatever else comes and goes', () => {
  const names = new StatementNames(5)
  const name = use(names, 'often', 3)
  for (let i = 0; i < 1000; i++) {
    use(names, `once ${i}`, 3)
    expect(names.nameOf('often')).toBe(name)
  }
})

it('gives a name to one text only, however often a text is forgotten', () => {
  const names = new StatementNames(2)
  const texts = new Map<string, string>()
  for (let i = 0; i < 60; i++) {
    const text = `text ${i % 6}`
    const name = use(names, text, 3)!
    expect(texts.get(name) ?? text).toBe(text)
    texts.set(name, text)
  }
  expect(texts.size).toBe(60)
})
