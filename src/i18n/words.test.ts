import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Messages = Record<string, string>
const fileOf = (locale: string) => readFileSync(new URL(`messages/${locale}.json`, import.meta.url), 'utf8')
const read = (locale: string) => JSON.parse(fileOf(locale)) as Messages
const [tw, en] = [read('tw'), read('en')]
const withWord = (messages: Messages, word: RegExp) => Object.keys(messages).filter((key) => word.test(messages[key]!))

describe('the texts of the pages', () => {
  it('address a visitor politely: 您, never 你', () => {
    expect(Object.keys(tw).length).toBeGreaterThan(1000)
    expect(withWord(tw, /你/)).toEqual([])
  })
  it('spell each term one way', () => {
    expect(withWord(tw, /櫃台/), '櫃檯').toEqual([])
    expect(withWord(tw, /身份/), '身分').toEqual([])
    expect(withWord(tw, /您好，/), 'letters begin with 您好：').toEqual([])
    expect(withWord(tw, /園區|下載中心/), '本中心').toEqual([])
    expect(withWord(en, /\d %|\} %/), 'no space before a percent sign').toEqual([])
  })
  it.each(['tw', 'en'])('have a key of their own in %s: JSON would silently keep the last of two', (locale) => {
    const keys = fileOf(locale).match(/^ {2}"\w+"(?=:)/gm)!
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })
  it('exist in both languages, with the same parameters', () => {
    expect(Object.keys(tw).toSorted()).toEqual(Object.keys(en).toSorted())
    const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
    for (const key of Object.keys(tw)) if (!key.endsWith('_one')) expect(fields(tw[key]!), key).toEqual(fields(en[key]!))
  })
  it('name what happened: a cancelled order has a time of cancelling, and a club learns what it gains', () => {
    expect([tw['orders_cancelled_at'], tw['setting_export_text'], tw['problem_not_logged_in']]).toEqual([
      '取消時間',
      '下載本中心保存的所有個人資料（JSON 檔）。',
      '請登入',
    ])
    expect(en['setting_community_lead']).toBe('Approved clubs can pre-order a season.')
  })
})
