import { expect, it } from 'vitest'
import { findOptions, matchOption } from './find-options.ts'

const options = [
  { value: '004', label: '004 臺灣銀行' },
  { value: '050', label: '050 臺灣中小企業銀行' },
  { value: '807', label: '807 Bank SinoPac' },
]
const found = (typed: string) => findOptions(options, typed).map(({ value }) => value)

it('finds by name or number, whichever 臺 and whichever case', () => {
  expect(found('')).toEqual(['004', '050', '807'])
  expect(found('台灣')).toEqual(['004', '050'])
  expect(found('臺灣 中小')).toEqual(['050'])
  expect(found('ＳＩＮＯ')).toEqual(['807'])
  expect(found('00')).toEqual(['004'])
  expect(found('nobody')).toEqual([])
})

it('takes a number or a whole label for its option, and nothing less', () => {
  expect(matchOption(options, ' 807 ')?.value).toBe('807')
  expect(matchOption(options, '004 台灣銀行')?.value).toBe('004')
  expect(matchOption(options, '台灣')).toBeUndefined()
})
