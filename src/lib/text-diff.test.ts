import { describe, expect, it } from 'vitest'
import { diffText } from './text-diff.ts'

const shown = (before: string, after: string) =>
  diffText(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('')

describe('the difference of two texts', () => {
  it('names words that changed, and characters in Chinese', () => {
    expect(shown('The pool is open.', 'The pool is closed.')).toBe('The pool is [-open-]{+closed+}.')
    expect(shown('明天休館一天', '後天休館兩天')).toBe('[-明-]{+後+}天休館[-一-]{+兩+}天')
  })

  it('keeps lines that stay, wherever others come or go', () => {
    expect(shown('one\ntwo\nthree\n', 'one\nthree\nfour\n')).toBe('one\n[-two\n-]three\n{+four\n+}')
    expect(shown('', 'new')).toBe('{+new+}')
    expect(shown('old', '')).toBe('[-old-]')
    expect(shown('same', 'same')).toBe('same')
  })

  it('gives both texts back, whatever they are', () => {
    let seed = 7
    const roll = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most
    const some = () => Array.from({ length: roll(40) }, () => ['a', 'b ', '\n', '場', '地', '😀', '**'][roll(7)]).join('')
    for (let n = 0; n < 300; n += 1) {
      const [before, after] = [some(), some()]
      const parts = diffText(before, after)
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }
  })

  it('replaces texts that are too long to compare', () => {
    const [before, after] = ['a b-'.repeat(5000), 'c d+'.repeat(5000)]
    expect(diffText(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})
