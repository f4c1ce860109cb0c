import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newArticle } from '#testing/articles.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const english = { 'accept-language': 'en' }
const list = (body: object = {}, more: object = {}) => service.call('POST', '/api/News/List', { body, ...more })
const one = (id: number, more: object = {}) => service.call('GET', `/api/News/${id}`, more)
const ids = (body: { items: { id: number }[] }) => body.items.map(({ id }) => id)

describe('B10 the news', () => {
  it('come in the language of the caller, and in the other one where there is no translation', async () => {
    const both = await newArticle(service.db, { titleTw: '雙語', titleEn: 'Both', category: 'course' })
    const only = await newArticle(service.db, { titleEn: 'English only', category: 'course', bodyEn: 'Text' })
    const tw = await list({ category: 'course' })
    expect(tw.body.items.map((item: object) => item)).toMatchObject([
      { id: only, title: 'English only', locale: 'en', categoryName: '課程' },
      { id: both, title: '雙語', locale: 'tw' },
    ])
    expect((await list({ category: 'course' }, { headers: english })).body.items[1]).toMatchObject({
      title: 'Both',
      categoryName: 'Course',
      category: 'course',
      publishedAt: '2026-11-13T10:00:00+08:00',
    })
  })

  it('are filtered by category and keyword, page by page', async () => {
    const first = await newArticle(service.db, { titleTw: '颱風停館一', category: 'closure', publishAt: '2026-11-10T00:00:00+08:00' })
    const second = await newArticle(service.db, { titleTw: '颱風停館二', category: 'closure', publishAt: '2026-11-11T00:00:00+08:00' })
    expect(ids((await list({ category: 'closure' })).body)).toEqual([second, first])
    const page = await list({ category: 'closure', keyword: '颱風', page: 2, pageSize: 1 })
    expect(page.body).toMatchObject({ total: 2, page: 2, pageSize: 1, items: [{ id: first }] })
    expect((await list({ category: 'event', keyword: '颱風' })).body.total).toBe(0)
  })

  it('refuse an invalid query, field by field', async () => {
    const { status, body } = await list({ category: 'gossip', page: 0, pageSize: 101, keyword: 7 })
    expect(status).toBe(422)
    expect(body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(['category', 'keyword', 'page', 'pageSize'])
    expect((await list({ keyword: 'x'.repeat(61) })).body.errors[0].path).toBe('keyword')
  })

  it.each(['\u0000', '\ud800', "';--", '%_\\', '\u202e羽球'])('answer an odd keyword without an error: %j', async (keyword) => {
    expect((await list({ keyword })).status).toBe(200)
  })
})

describe('the clock', () => {
  it('alone shows scheduled articles and hides expired ones, to the millisecond', async () => {
    const soon = { publishAt: '2026-11-15T10:00:10+08:00', expiresAt: '2026-11-15T10:00:20+08:00' }
    const id = await newArticle(service.db, { titleTw: '限時', category: 'preorder', ...soon })
    const isThere = async () => [(await one(id)).status, ids((await list({ category: 'preorder' })).body)]
    expect(await isThere()).toEqual([404, []])
    service.clock.advance(9_999)
    expect(await isThere()).toEqual([404, []])
    service.clock.advance(1)
    expect(await isThere()).toEqual([200, [id]])
    service.clock.advance(9_999)
    expect(await isThere()).toEqual([200, [id]])
    service.clock.advance(1)
    expect(await isThere()).toEqual([404, []])
  })
})

describe('B11 one article', () => {
  it('has its text as safe HTML, and the previous and next public article', async () => {
    const at = (day: number) => `2026-09-0${day}T10:00:00+08:00`
    const older = await newArticle(service.db, { titleTw: '較早', publishAt: at(1) })
    const hidden = await newArticle(service.db, { titleTw: '已撤下', publishAt: at(2), state: 'withdrawn' })
    const id = await newArticle(service.db, { titleTw: '這一則', bodyTw: '# 說明\n<script>alert(1)</script>', publishAt: at(3) })
    const document = await newArticle(service.db, { kind: 'document', publishAt: at(4) })
    const newer = await newArticle(service.db, { titleEn: 'Newer', publishAt: at(5), pinned: true })
    const { body } = await one(id)
    expect(body).toMatchObject({ id, title: '這一則', previous: { id: older, title: '較早' }, next: { id: newer, title: 'Newer' } })
    expect(body.bodyHtml).toBe('<h2>說明</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n')
    expect((await one(hidden)).status).toBe(404)
    expect((await one(document)).status, 'a document is not news').toBe(404)
    expect((await service.call('GET', `/api/Doc/${document}`)).body).toMatchObject({ id: document, category: 'form', previous: null })
  })

  it.each(['0', '-1', '1.5', '1e3x', 'abc', '99999999999', '%00'])('%s is none: 404', async (id) => {
    expect((await service.call('GET', `/api/News/${id}`)).status).toBe(404)
  })
})

describe('B12 documents', () => {
  it('are listed apart from news', async () => {
    const id = await newArticle(service.db, { kind: 'document', category: 'rule', titleTw: '場地使用管理辦法' })
    const { body } = await service.call('POST', '/api/Doc/List', { body: { category: 'rule', keyword: '管理' } })
    expect(body).toMatchObject({ total: 1, items: [{ id, categoryName: '規章辦法', files: [] }] })
    expect((await list({ keyword: '場地使用管理辦法' })).body.total).toBe(0)
    expect((await service.call('POST', '/api/Doc/List', { body: { category: 'notice' } })).status).toBe(422)
  })
})

describe('the RSS feed', () => {
  it('is RSS 2.0 in the requested language, newest first, with public articles only', async () => {
    const id = await newArticle(service.db, {
      titleTw: '訂閱 <b>&',
      titleEn: 'Feed & "more"',
      summaryTw: '摘要 \u2028',
      publishAt: '2026-11-15T09:00:00+08:00',
    })
    await newArticle(service.db, { titleEn: 'Not yet', publishAt: '2027-01-01T00:00:00+08:00' })
    const tw = await service.call('GET', '/api/News/Rss?lang=tw')
    expect(tw.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(tw.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0"/)
    expect(tw.text).toContain('<language>zh-hant-tw</language>')
    expect(tw.text).toContain('<atom:link href="http://localhost:3000/api/News/Rss?lang=tw" rel="self"')
    const first = tw.text.slice(tw.text.indexOf('<item>'), tw.text.indexOf('</item>'))
    expect(first).toContain('<title>訂閱 &lt;b&gt;&amp;</title>')
    expect(first).toContain(`<guid isPermaLink="true">http://localhost:3000/tw/news/detail?id=${id}</guid>`)
    expect(first).toContain('<pubDate>Sun, 15 Nov 2026 01:00:00 GMT</pubDate>')
    const en = await service.call('GET', '/api/News/Rss?lang=en')
    expect(en.text).toContain('<title>Feed &amp; &quot;more&quot;</title>')
    expect(en.text).not.toContain('Not yet')
    expect((await service.call('GET', '/api/News/Rss?lang=fr')).status).toBe(422)
  })
})
