import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const papers = ['README.md', 'bench/README.md', ...globSync('docs/**/*.md')]

describe('the papers', () => {
  it('link to files that exist', () => {
    const links = papers.flatMap((paper) =>
      [...readFileSync(paper, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => ({ paper, to: to! })),
    )
    expect(links.length).toBeGreaterThan(200)
    expect(links.filter(({ paper, to }) => !existsSync(join(dirname(paper), to)))).toEqual([])
  })

  it('claim only what a test proves: each word after npm test names files of tests', () => {
    const tests = [...globSync('{src,scripts,demo,trial,bench}/**/*.test.ts'), ...globSync('e2e/*.spec.ts')]
    const words = [...readFileSync('docs/claims.md', 'utf8').matchAll(/`(?:\w+=\S+ )?npm test -- ([^`]+)`/g)].flatMap(([, said]) =>
      said!.split(' '),
    )
    expect(words.length).toBeGreaterThan(30)
    expect(words.filter((word) => !tests.some((test) => test.includes(word)))).toEqual([])
  })

  it('number the decisions without a gap', () => {
    const numbers = globSync('docs/decisions/*.md').map((path) => Number(basename(path).slice(0, 3)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  })

  it('begin with a README of a thousand words', () => {
    expect(readFileSync('README.md', 'utf8').split(/\s+/).length).toBeLessThanOrEqual(1_000)
  })
})
