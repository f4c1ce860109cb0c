import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { manyArticles, newArticle } from '#testing/articles.ts'
import { freshDb } from '#testing/postgres.ts'
import { listArticles, pageStatement, type Asked } from './store.ts'

const now = new Date('2026-11-15T10:00:00+08:00')
let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await freshDb(2))
  await newArticle(db, { titleTw: '羽球館公告', titleEn: 'Badminton hall notice', publishAt: '2026-10-01T00:00:00+08:00' })
  await newArticle(db, { titleTw: '球場維護', summaryTw: '羽球場地與燈光', publishAt: '2026-11-14T00:00:00+08:00' })
  await newArticle(db, { titleTw: '夏季課程', bodyTw: '含羽球、桌球等課程', publishAt: '2026-11-14T12:00:00+08:00' })
  await newArticle(db, { titleTw: '臺北市民盃', bodyTw: '報名 ＡＢＣ１２３ 開始', pinned: true, publishAt: '2026-10-02T00:00:00+08:00' })
  await newArticle(db, { titleTw: '羽球草稿', state: 'draft' })
})
afterAll(() => close())

const asked = (keyword: string, more: Partial<Asked> = {}): Asked => ({
  kind: 'news',
  category: undefined,
  keyword,
  shownAt: now,
  state: undefined,
  page: 1,
  pageSize: 10,
  ...more,
})
const titles = async (keyword: string, more: Partial<Asked> = {}) =>
  (await listArticles(db, asked(keyword, more))).items.map(({ title }) => title.tw)

describe('B10 a keyword', () => {
  it('is found inside longer words, in the title before the summary before the text', async () => {
    expect(await titles('羽球')).toEqual(['羽球館公告', '球場維護', '夏季課程'])
  })
  it('may be half typed in English, in any letter case', async () => {
    expect(await titles('badm')).toEqual(['羽球館公告'])
    expect(await titles('BADMINTON hal')).toEqual(['羽球館公告'])
    expect(await titles('adminton')).toEqual([])
  })
  it('may be one character, also the last of a word', async () => {
    expect(await titles('羽')).toEqual(['羽球館公告', '球場維護', '夏季課程'])
    expect(await titles('告')).toEqual(['羽球館公告'])
  })
  it('must match with all of its words, in either language', async () => {
    expect(await titles('羽球 notice')).toEqual(['羽球館公告'])
    expect(await titles('羽球 排球')).toEqual([])
  })
  it('is the same in its other spellings: 臺 and 台, wide and narrow letters', async () => {
    expect(await titles('台北')).toEqual(['臺北市民盃'])
    expect(await titles('abc123')).toEqual(['臺北市民盃'])
  })
  it.each(['!!!', '& | ! :*', "'; drop table articles; --", '%', '\\', '🏸', '<script>', '‮'])(
    'of rubbish (%j) is no fault',
    async (rubbish) => {
      expect((await listArticles(db, asked(rubbish))).total).toBeLessThanOrEqual(1)
    },
  )
  it('without letters or digits finds nothing', async () => {
    expect(await titles('！？')).toEqual([])
  })
})

describe('B10 among equals', () => {
  it('pinned comes first, then the newer one', async () => {
    expect(await titles('')).toEqual(['臺北市民盃', '夏季課程', '球場維護', '羽球館公告'])
  })
  it('pages do not overlap, and a page after the last still has the total', async () => {
    expect(await titles('', { page: 2, pageSize: 3 })).toEqual(['羽球館公告'])
    expect(await listArticles(db, asked('', { page: 9, pageSize: 3 }))).toEqual({ items: [], total: 4 })
  })
})

describe('with ten thousand articles', () => {
  beforeAll(() => manyArticles(db, 10_000), 120_000)

  type Node = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Node[] }
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  async function planOf(question: Asked): Promise<Node[]> {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`explain (format json) ${pageStatement(question)}`.execute(db)
    return nodes(rows[0]!['QUERY PLAN'][0].Plan)
  }

  it.each(['羽球', 'badm', '本園區為提供更好的服務', 'the'])(
    '%s uses the index, whether it is rare or in every article',
    async (keyword) => {
      const plan = await planOf(asked(keyword))
      expect(plan.some((node) => node['Index Name'] === 'articles_search')).toBe(true)
      expect(plan.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'articles')).toEqual([])
    },
  )

  it('every match is found, best first', async () => {
    const { items, total } = await listArticles(db, asked('羽球'))
    expect(total).toBe(103)
    expect(items.slice(0, 2).map(({ title }) => title.tw)).toEqual(['羽球館公告', '球場維護'])
  })
})
