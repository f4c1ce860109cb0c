import { describe, expect, it } from 'vitest'
import { isSafeAddress, renderMarkdown } from './markdown.ts'

describe('Markdown becomes', () => {
  it('headings under the page’s own, without a gap between levels', () => {
    expect(renderMarkdown('# 一\n### 二\n# 三')).toBe('<h2>一</h2>\n<h3>二</h3>\n<h2>三</h2>\n')
    expect(renderMarkdown('#### 深')).toBe('<h2>深</h2>\n')
  })
  it('a table with headers that say what they head', () => {
    const html = renderMarkdown('| 場地 | 費用 |\n|---|--:|\n| 羽球 | 300 |')
    expect(html).toContain('<th scope="col">場地</th>')
    expect(html).toContain('<td style="text-align:right">300</td>')
  })
  it('strong words also where Chinese leaves no space', () => {
    expect(renderMarkdown('**注意：**請提早到場')).toBe('<p><strong>注意：</strong>請提早到場</p>\n')
    expect(renderMarkdown('請於**「週五」**前繳費')).toBe('<p>請於<strong>「週五」</strong>前繳費</p>\n')
    expect(renderMarkdown('2 * 3 * 4')).toBe('<p>2 * 3 * 4</p>\n')
  })
  it('links: ours as they are, others without a way back to our window', () => {
    expect(renderMarkdown('[預約](/venues/1?date=2026-11-20)')).toBe('<p><a href="/venues/1?date=2026-11-20">預約</a></p>\n')
    expect(renderMarkdown('[氣象署](https://www.cwa.gov.tw/)')).toBe('<p><a href="https://www.cwa.gov.tw/" rel="noopener">氣象署</a></p>\n')
    expect(renderMarkdown('<mailto:desk@example.com>')).toContain('href="mailto:desk@example.com"')
  })
  it('pictures that may be shown, with their size; of others only the words are left', () => {
    const picture = (address: string) => (address === '/api/File/1' ? '/api/File/1?preview=a&b' : undefined)
    expect(renderMarkdown('![新置物櫃](/api/File/1 "800x600")', picture)).toBe(
      '<p><img src="/api/File/1?preview=a&amp;b" alt="新置物櫃" width="800" height="600" loading="lazy" decoding="async"></p>\n',
    )
    expect(renderMarkdown('![外站](https://example.com/a.png)', picture)).toBe('<p>外站</p>\n')
  })
})

describe('rubbish in Markdown', () => {
  const evil = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](vbscript:msgbox)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](javascript:alert(1))',
    '![" onerror="alert(1)](/api/File/1)',
    '[x](/a" onclick="alert(1))',
    '[x](https://example.com/"onmouseover="alert(1))',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '```html\n</code></pre><script>alert(1)</script>\n```',
    '| <script> |\n|---|\n| <img src=x onerror=alert(1)> |',
    '# <iframe src=//evil.example>',
    '[x](//evil.example) [y](/\\evil.example)',
  ]
  // What a browser would do with it: every tag and attribute must be one of those that we write.
  const tags = /<(\/?)([a-z][a-z\d]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*>/g
  it.each(evil)('%j can do nothing', (text) => {
    const html = renderMarkdown(text, (address) => (address.startsWith('/api/File/') ? address : undefined))
    expect(html.replaceAll(tags, '')).not.toMatch(/[<>]/)
    for (const [, , name, attributes] of html.matchAll(tags)) {
      expect(['p', 'h2', 'a', 'img', 'pre', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td']).toContain(name)
      for (const [, attribute, value] of attributes!.matchAll(/\s([a-z-]+)="([^"]*)"/g)) {
        expect(['href', 'rel', 'src', 'alt', 'loading', 'decoding', 'scope', 'class', 'style']).toContain(attribute)
        if (attribute === 'href' || attribute === 'src') expect(value).toMatch(/^(https?:\/\/|mailto:|\/(?![/\\]))/)
      }
    }
  })

  it.each(['> '.repeat(5000), '- '.repeat(5000), '['.repeat(10_000), '**a'.repeat(3000), '![a]('.repeat(2000), `${'#'.repeat(9000)} x`])(
    'nested nonsense ends, and stays text (%#)',
    (text) => expect(renderMarkdown(text)).not.toContain('undefined'),
  )

  it('leaves emoji and right-to-left words whole', () => {
    expect(renderMarkdown('🏸👨‍👩‍👧 **مرحبا** שלום')).toBe('<p>🏸👨‍👩‍👧 <strong>مرحبا</strong> שלום</p>\n')
  })

  it('knows which addresses are safe', () => {
    for (const fine of ['/', '/news', '/api/File/1', 'https://example.com', 'http://example.com/a?b', 'mailto:a@example.com'])
      expect(isSafeAddress(fine), fine).toBe(true)
    for (const bad of [
      '',
      'news',
      '//evil.example',
      '/\\evil.example',
      'javascript:1',
      'data:,',
      'ftp://example.com',
      'https:///x',
      ' /x',
      '/\u0000',
    ])
      expect(isSafeAddress(bad), bad).toBe(false)
  })
})

it('a table that two characters a row would fill up with many cells stays text', () => {
  const table = (columns: number, rows: number) => `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'|\n'.repeat(rows)}`
  expect(renderMarkdown(table(50, 9000))).not.toContain('<table')
  expect(renderMarkdown(table(3000, 3900)).length).toBeLessThan(100_000)
  expect(renderMarkdown(table(12, 60)), 'the next one is read as ever').toContain('<table')
})
