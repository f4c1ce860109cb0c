import { describe, expect, it } from 'vitest'
import { visibilityOf } from './publishing-rules.ts'
import { inLanguage, picturesIn } from './rules.ts'

const at = (text: string) => new Date(`2026-11-15T${text}+08:00`)

describe('the visibility of an article', () => {
  const article = { state: 'published', publishAt: at('10:00'), expiresAt: at('12:00') } as const
  it('depends on the clock: the start is included, the end is not', () => {
    expect(visibilityOf(article, at('09:59:59.999'))).toBe('scheduled')
    expect(visibilityOf(article, at('10:00'))).toBe('shown')
    expect(visibilityOf(article, at('11:59:59.999'))).toBe('shown')
    expect(visibilityOf(article, at('12:00'))).toBe('expired')
  })
  it('does not depend on the clock for an article that is not published', () => {
    expect(visibilityOf({ ...article, state: 'draft' }, at('11:00'))).toBe('draft')
    expect(visibilityOf({ ...article, state: 'withdrawn' }, at('11:00'))).toBe('withdrawn')
  })
})

describe('the language of an article', () => {
  const texts = (title: [string, string], body: [string, string]) => ({
    title: { tw: title[0], en: title[1] },
    summary: { tw: '', en: '' },
    body: { tw: body[0], en: body[1] },
  })
  it('is the reader’s, or the only one that it has', () => {
    expect(inLanguage(texts(['公告', 'Notice'], ['文', 'Text']), 'en')).toMatchObject({ locale: 'en', title: 'Notice', body: 'Text' })
    expect(inLanguage(texts(['公告', ''], ['文', '']), 'en')).toMatchObject({ locale: 'tw', title: '公告', body: '文' })
    expect(inLanguage(texts(['', 'Notice'], ['', 'Text']), 'tw')).toMatchObject({ locale: 'en', title: 'Notice', body: 'Text' })
  })
  it('falls back to the other text where only the title is translated', () => {
    expect(inLanguage(texts(['公告', 'Notice'], ['文', '']), 'en')).toMatchObject({ locale: 'en', title: 'Notice', body: '文' })
  })
})

it('picturesIn finds each picture of a text once', () => {
  const id = '0b9b8ef0-6f0f-4d3c-8a53-4cbd3b2f6a01'
  expect(picturesIn({ tw: `![圖](/api/File/${id}) [檔](/api/File/${id})`, en: `![p](/api/File/${id.toUpperCase()} "8x6")` })).toEqual([id])
})
