import { describe, expect, it } from 'vitest'
import { namesArticle, listBody, readDetailSearch, readDocSearch, readNewsSearch } from './content-search.ts'

describe('A2, A15 what the address of a list says', () => {
  it('is what the form and the links sent', () => {
    expect(readNewsSearch({ category: 'closure', keyword: ' 羽球 ', page: '2' })).toEqual({
      category: 'closure',
      keyword: '羽球',
      page: '2',
    })
    expect(readDocSearch({ category: 'form' })).toEqual({ category: 'form' })
  })
  it('loses what makes no sense, and what goes without saying', () => {
    expect(readNewsSearch({ category: 'form', keyword: '   ', page: '1' })).toEqual({})
    expect(readNewsSearch({ category: 7, keyword: ['a'], page: '-3', pageSize: '9999' })).toEqual({})
    expect(readNewsSearch({ pageSize: '50' })).toEqual({ pageSize: '50' })
    expect(readNewsSearch({ keyword: 'x'.repeat(100) }).keyword).toHaveLength(60)
  })
  it('is the body of the call', () => {
    expect(listBody({ category: 'event', page: '3' }, 10)).toEqual({ category: 'event', keyword: '', page: 3, pageSize: 10 })
    expect(listBody({}, 10)).toEqual({ keyword: '', page: 1, pageSize: 10 })
    expect(listBody({ pageSize: '50' }, 10)).toEqual({ keyword: '', page: 1, pageSize: 50 })
  })
})

describe('A3, A16 what the address of an article says', () => {
  it('is a number or a preview', () => {
    expect(namesArticle(readDetailSearch({ id: '12' }))).toBe(true)
    expect(namesArticle(readDetailSearch({ preview: 'eyJ' }))).toBe(true)
    expect(readDetailSearch({ preview: 'x'.repeat(9000) }).preview, 'refused as wrong, not as a fault of ours').toHaveLength(2000)
    for (const wrong of [{}, { id: '' }, { id: '0' }, { id: '1e3' }, { id: 'abc' }, { id: '12345678901' }, { preview: '' }])
      expect(namesArticle(readDetailSearch(wrong))).toBe(false)
  })
})
