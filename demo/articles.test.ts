import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { findType } from '#modules/files/find-type.ts'
import { demoFiles } from './documents.ts'
import { loadArticles } from './load-articles.ts'

const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-demo-test-'))
let service: TestService | undefined
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true })
  await service?.close()
})

describe('the files of the demo', () => {
  it.each(Object.keys(demoFiles))('%s has the content of its type', async (name) => {
    const { bytes, type } = demoFiles[name]!()
    writeFileSync(join(dir, name), bytes)
    expect(await findType(join(dir, name))).toBe(type)
  })

  it('PDFs have a correct cross-reference table', () => {
    const text = demoFiles['fees-pdf']!().bytes.toString('latin1')
    const start = Number(/startxref\n(\d+)/.exec(text)![1])
    expect(text.slice(start, start + 4)).toBe('xref')
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, at]) => Number(at))
    expect(offsets.length).toBeGreaterThan(7)
    for (const [n, at] of offsets.entries()) expect(text.slice(at, at + 10)).toMatch(new RegExp(`^${n + 1} 0 obj`))
  })
})

describe('the articles of the demo', () => {
  it('are news and documents in both languages, two pinned, one scheduled, one expired and one draft, loaded once', async () => {
    service = await openTestService()
    const staff = await service.newMember({ role: 'admin' })
    for (let times = 0; times < 2; times++)
      await service.db.transaction().execute((trx) => loadArticles(trx, service!.files, staff.id, service!.clock.now()))
    const list = async (path: string, locale = 'tw') =>
      (await service!.call('POST', path, { body: { pageSize: 100 }, headers: { 'accept-language': locale } })).body
    const news = await list('/api/News/List')
    expect(news.total).toBeGreaterThanOrEqual(14)
    expect(news.items.filter((one: { pinned: boolean }) => one.pinned)).toHaveLength(2)
    const all = (await service.call('GET', '/api/Staff/News/List?pageSize=100', { as: staff })).body.items as { standing: string }[]
    expect(all.filter(({ standing }) => standing === 'scheduled')).toHaveLength(1)
    expect(all.filter(({ standing }) => standing === 'expired')).toHaveLength(1)
    expect(all.filter(({ standing }) => standing === 'draft')).toHaveLength(1)
    expect(JSON.stringify([news, await list('/api/News/List', 'en')])).not.toContain('{{')

    const documents = await list('/api/Doc/List')
    expect(documents.total).toBe(8)
    for (const { files } of documents.items as { files: { id: string; size: number }[] }[])
      for (const { id, size } of files) {
        const answer = await service.call('GET', `/api/File/${id}`)
        expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(size)])
      }
  })
})
