import { describe, expect, it } from 'vitest'
import { code39, isCode39 } from './code39.ts'

const written = (letter: string) =>
  code39(letter)
    .slice(10, 19)
    .map((width) => (width === 3 ? 'w' : 'n'))
    .join('')

describe('Code 39', () => {
  it('has the published patterns', () => {
    expect([...'0123789AKUZ-'].map(written)).toEqual([
      'nnnwwnwnn',
      'wnnwnnnnw',
      'nnwwnnnnw',
      'wnwwnnnnn',
      'nnnwnnwnw',
      'wnnwnnwnn',
      'nnwwnnwnn',
      'wnnnnwnnw',
      'wnnnnnnww',
      'wwnnnnnnw',
      'nwwnwnnnn',
      'nwnnnnwnw',
    ])
  })

  it('begins and ends with the same sign, and gives each letter three wide parts', () => {
    const widths = code39('A1')
    expect(widths.slice(0, 9)).toEqual(widths.slice(-9))
    expect(widths).toHaveLength(4 * 9 + 3)
    expect(widths.filter((width) => width === 3)).toHaveLength(4 * 3)
  })

  it('writes no letter that it does not have', () => {
    expect(['', 'a', '*', '場'].map(isCode39)).toEqual([false, false, false, false])
    expect(() => code39('*')).toThrow('no such letter')
  })
})
