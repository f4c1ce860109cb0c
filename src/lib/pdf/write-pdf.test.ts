import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPdf, type ReadPdf } from '#testing/read-pdf.ts'
import { fontFile, loadFont } from './load-font.ts'
import type { Paper, Row } from './paper.ts'
import { missingMark } from './writable.ts'
import { writePdf } from './write-pdf.ts'

const same = (text: string) => [text]
const letterhead = {
  name: ['青禾運動公園', 'Qinghe Sports Park'],
  lines: [['統一編號 04595257', 'Tax ID 04595257'], same('02-2345-6789')],
  logo: undefined,
}
const columns = [
  { head: ['項目', 'Item'], share: 8 },
  { head: ['金額', 'Amount'], share: 3, right: true },
]
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    cells: [[`羽球場 ${n + 1}　11月${(n % 30) + 1}日 19:00–21:00`, `Court ${n + 1}`], same('NT$1,200')],
  }))

const paperOf = (changes: Partial<Paper> = {}): Paper => ({
  languages: ['zh-Hant-TW', 'en-GB'],
  title: ['預約確認單', 'Booking confirmation'],
  letterhead,
  blocks: [
    { kind: 'facts', facts: [{ name: ['訂單編號', 'Order no.'], value: same('F261115K7M3XQZ') }] },
    { kind: 'heading', text: ['明細', 'Items'] },
    { kind: 'table', columns, rows: [...rowsOf(2), { cells: [['合計', 'Total'], same('NT$2,400')], look: 'sum' }] },
    { kind: 'text', text: ['請於開始前十分鐘到場。', 'Please come ten minutes early.'] },
  ],
  foot: ['製作於 2026年11月15日', 'Made on 15 Nov 2026'],
  pageOf: (page, pages) => [`第 ${page} 頁，共 ${pages} 頁`, `Page ${page} of ${pages}`],
  madeAt: new Date('2026-11-15T10:00:00+08:00'),
  ...changes,
})

describe('a paper in two languages', () => {
  let bytes: Uint8Array
  let read: ReadPdf
  beforeAll(async () => {
    bytes = await writePdf(paperOf())
    read = await readPdf(bytes)
  })

  it('says in selectable text what it was told to say, in both', () => {
    for (const said of [
      '預約確認單',
      'Booking confirmation',
      '青禾運動公園',
      '統一編號 04595257',
      'F261115K7M3XQZ',
      '羽球場 2 11月2日 19:00–21:00',
      'Court 2',
      'NT$2,400',
      '請於開始前十分鐘到場。',
      '第 1 頁，共 1 頁',
    ])
      expect(read.text).toContain(said)
    expect(read.text.split('F261115K7M3XQZ')).toHaveLength(2)
  })

  it('has a title, a language and tags', () => {
    expect(read).toMatchObject({ title: '預約確認單 Booking confirmation', lang: 'zh-Hant-TW', isMarked: true })
    const roles = read.tags.map(({ role }) => role)
    expect(roles).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']))
    expect(roles.filter((role) => role === 'TR')).toHaveLength(1 + 1 + 3)
    expect(read.tags.filter(({ lang }) => lang === 'en-GB').length).toBeGreaterThan(5)
    expect(Buffer.from(bytes).toString('latin1')).toMatch(/\/Scope \/?\(?Column/)
  })

  it('is small', () => {
    expect(bytes.length).toBeLessThan(30_000)
  })
})

it('of many rows has many pages, each with its number and the heads of the columns', async () => {
  const { pages } = await readPdf(await writePdf(paperOf({ blocks: [{ kind: 'table', columns, rows: rowsOf(120) }] })))
  expect(pages.length).toBeGreaterThan(3)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`第 ${at + 1} 頁，共 ${pages.length} 頁`)
    expect(page).toContain('項目')
  }
  const courts = pages.flatMap((page) => [...page.matchAll(/羽球場 (\d+)/g)].map(([, number]) => Number(number)))
  expect(courts).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
})

const blockOf = (text: string): Paper =>
  paperOf({ languages: ['zh-Hant-TW'], blocks: [{ kind: 'facts', facts: [{ name: same('姓名'), value: same(text) }] }] })

describe('a name', () => {
  it.each([
    ['of the rarer sort is written', '游錫堃、陳喆、林瑈、龘', '游錫堃、陳喆、林瑈、龘'],
    ['in letters with accents is written', 'Zoë Müller, Nguyễn Thị Hồng', 'Zoë Müller, Nguyễn Thị Hồng'],
    ['of letters that the font lacks has plain ones', 'Łukasz Żółty, Ateş', 'Lukasz Zólty, Ates'],
    ['of compatibility characters is copied as the ordinary ones', '\uf9d1\uf90a', '\uf9d1\uf90a'.normalize('NFC')],
    ['with an emoji has one mark for it', '全家👨‍👩‍👧合照', `全家${missingMark}合照`],
    ['with a character that the font lacks has a mark for it', '黃𠮷明', `黃${missingMark}明`],
    ['in a script that the font lacks has marks', 'سلام', missingMark.repeat(4)],
    ['with control characters has spaces', 'a\u0000b\u0007c', 'a b c'],
    ['with turned reading directions is in order', 'a\u202ec\u202cb', 'acb'],
    ['with half a character has a mark', 'a\ud800b', `a${missingMark}b`],
  ])('%s', async (_, name, written) => {
    expect((await readPdf(await writePdf(blockOf(name)))).text).toContain(written)
  })

  it('that the print cannot show is told to readers as it is', async () => {
    const bytes = Buffer.from(await writePdf(blockOf('黃𠮷明')))
    const utf16 = Buffer.from('\ufeff黃𠮷明', 'utf16le').swap16()
    expect(bytes.includes(utf16.subarray(2, 4))).toBe(true)
    expect(bytes.toString('latin1')).toContain('/ActualText')
  })

  it('without end is cut, and the paper goes on', async () => {
    const { pages } = await readPdf(
      await writePdf(paperOf({ blocks: [...blockOf('永'.repeat(20_000)).blocks, { kind: 'text', text: same('其後') }] })),
    )
    expect(pages.length).toBeLessThanOrEqual(3)
    expect(pages.join('')).toContain('其後')
  })
})

it('has narrow quotation marks in English, and they are copied as they are', async () => {
  const { text } = await readPdf(await writePdf(paperOf({ blocks: [{ kind: 'text', text: ['大安區', 'Da’an District, “here”'] }] })))
  expect(text).toContain('Da’an District, “here”')
})

it('writes empty tables and texts as nothing', async () => {
  const { text } = await readPdf(
    await writePdf(
      paperOf({
        blocks: [
          { kind: 'table', columns, rows: [] },
          { kind: 'text', text: [] },
          { kind: 'facts', facts: [] },
        ],
      }),
    ),
  )
  expect(text).not.toContain('項目')
})

it('lets others work between its rows', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await writePdf(paperOf({ blocks: [{ kind: 'table', columns, rows: rowsOf(300) }] }))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})

it('lets others work between papers: what was asked meanwhile does not wait for the last of them', async () => {
  await writePdf(paperOf())
  let done = 0
  const papers = Array.from({ length: 20 }, () => writePdf(paperOf()).then(() => done++))
  for (let n = 0; n < 8; n++) await readFile(import.meta.filename)
  expect(done, 'papers before eight small pieces of work').toBeLessThan(10)
  await Promise.all(papers)
})

describe('the font', () => {
  it('is the published one', async () => {
    const bytes = brotliDecompressSync(await readFile(fontFile))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe('add35d53f70727657b4509531677c4e3712b67df3d54661efdee5d3a0c16d954')
  })

  it('has every character of Big5', async () => {
    const font = await loadFont()
    const decoder = new TextDecoder('big5')
    const missing: string[] = []
    for (let high = 0xa4; high <= 0xf9; high++)
      for (let low = 0x40; low <= 0xfe; low++) {
        const one = decoder.decode(Uint8Array.of(high, low))
        if ([...one].length === 1 && /\p{Script=Han}/u.test(one) && !font.hasGlyphForCodePoint(one.codePointAt(0)!)) missing.push(one)
      }
    expect(missing).toEqual([])
  })
})
