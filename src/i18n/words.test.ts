import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { inputsOf } from '../../scripts/messages.ts'
import { m } from './generated/messages.js'

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
    const fields = (text: string) => [...inputsOf(text)].toSorted()
    // Dates and short numbers have the same parts for all languages; each says those that it needs.
    for (const key of Object.keys(tw)) if (!/^(date|number)_/.test(key)) expect(fields(tw[key]!), key).toEqual(fields(en[key]!))
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

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Every file with texts that users read: messages, demo, default terms, templates, articles, letters, SQL. Comments and tests are not read. */
const textFiles = globSync(
  ['src/i18n/messages/*.json', 'demo/**/*.{ts,md,json}', 'src/{modules,ui,routes,process}/**/*.{ts,tsx}', 'src/db/{functions,views}/*.sql'],
  { cwd: root, exclude: (name) => name.includes('.test.') },
)
const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*(\/\/|--).*$/gm, '')
const lines = textFiles.flatMap((file) =>
  withoutComments(readFileSync(`${root}/${file}`, 'utf8'))
    .split('\n')
    .map((line) => `${file}: ${line.trim()}`),
)
const linesWith = (word: RegExp): string[] => lines.filter((line) => word.test(line))

describe('one word for one thing', () => {
  it.each([
    [/退款(?!帳戶)/, '退費 (退款 only in 退款帳戶)'],
    [/申覆/, '申訴'],
    [/櫃台|服務台/, '櫃檯、服務櫃檯'],
    [/季租申請|預先登記|預先申請|團體申請/, '季租登記、登記編號'],
    [/先登記先得|先登記先取得/, '先到先得'],
    [/付款期限/, '繳費期限'],
    [/未付款|(?<!等)待付款|逾期未付/, '待繳費、未繳費、逾期未繳'],
    [/顧客資料/, '會員資料'],
    [/燈光費/, '照明費'],
    [/退櫃/, '退租'],
    [/錢櫃/, '收銀櫃'],
    [/日結|點算/, '交班表、實點金額'],
    [/操作紀錄/, '稽核紀錄'],
    [/每週週|星期週/, '每週二'],
    [/簡訊驗證碼/, '手機驗證碼'],
  ])('is not written %s', (word, instead) => {
    expect(textFiles.length).toBeGreaterThan(500)
    expect(linesWith(word), instead).toEqual([])
  })
  it('is 保證金 for venues and 押金 for lockers', () => {
    const deposits = withWord(tw, /押金/)
    expect(
      deposits.filter((key) => !/lock|refund_cause_deposit|insight_cause_deposit|invoices_balance_held|balance_back_deposit/.test(key)),
    ).toEqual([])
    expect(withWord(tw, /保證金/).filter((key) => key.includes('locker'))).toEqual([])
  })
})

describe('English texts', () => {
  const articles = globSync('demo/articles/*.md', { cwd: root }).map((file) => readFileSync(`${root}/${file}`, 'utf8'))
  it.each([
    [/\bfloors?\b/i, 'court or space'],
    [/\bwhoever\b/i, 'the person who'],
    [/\bgives? (a|one|no|1) (penalty |violation )?points?\b|\bviolation points?\b/i, 'penalty point'],
    [/\b(comes?|goes) back\b(?! (and|in a))|\bmoney back\b|\bpaid back\b/i, 'refunded'],
    [/(?<![\w.@/:-])mails?(?![\w@-]|\.\w)/i, 'email'],
    [/\be-mail/i, 'email'],
    [/\bsomebody\b|\banybody\b/i, 'someone, anyone'],
    [/\bno such\b/i, 'not found'],
    [/\((s|es|ies)\)/, 'a plural of the message format'],
  ])('do not say %s', (word, instead) => {
    expect(withWord(en, word), instead).toEqual([])
  })
  it('say the words of the glossary', () => {
    expect([en['insight_tile_use'], en['insight_tile_net'], en['insight_tile_refused'], en['insight_against']]).toEqual([
      'Occupancy',
      'Net revenue',
      'Unmet demand',
      'Compare with',
    ])
    expect([en['counter_who'], en['counter_floor'], en['counter_sell_arrival'], en['till_close_sheet'], en['feed_make']]).toEqual([
      'Customer',
      'Court',
      'Hold booking',
      'Shift report',
      'Create calendar link',
    ])
    expect(articles.filter((text) => /\bfloor that\b|\bgives a point\b/.test(text))).toEqual([])
  })
})

describe('plurals', () => {
  it('are written in the message, as in ICU MessageFormat', () => {
    expect([1, 2, 0].map((count) => m.staff_orders_count({ count }, { locale: 'en' }))).toEqual(['1 order', '2 orders', '0 orders'])
    expect(m.points_outage_effect({ points: 1, members: 1 }, { locale: 'en' })).toContain('1 point of 1 member ')
    expect(m.points_outage_effect({ points: 3, members: 2 }, { locale: 'en' })).toContain('3 points of 2 members ')
    expect(m.staff_orders_count({ count: 1 }, { locale: 'tw' })).toBe('1 筆')
  })
})
