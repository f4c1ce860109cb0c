import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { keepPages, fillPage, type RenderForAll } from './keep.ts'

/** A renderer that counts, and a clock that the test moves. */
function setup() {
  let time = 0
  const rendered: string[] = []
  const render =
    (name: string, status = 200): RenderForAll =>
    async ({ nonce }) => {
      rendered.push(name)
      const scripts = Array.from({ length: 9 }, (_, n) => `<script nonce="${nonce}">${'羽球 '.repeat(n * 100)}</script>`)
      return new Response(`<h1>${name}</h1>${scripts.join('')}`, { status, headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } })
    }
  const pages = keepPages(() => time, 20)
  const read = async (key: string, nonce: string, accepted: string | null = 'gzip', status = 200) => {
    const page = await pages.read(key, render(key, status))
    const { body, encoding } = fillPage(page, { nonce, own: '' }, accepted)
    return { page, encoding, html: encoding === 'gzip' ? gunzipSync(body).toString() : body.toString() }
  }
  return { read, pages, rendered, pass: (ms: number) => (time += ms) }
}

describe('a page that is the same for everybody', () => {
  it('is rendered once for all who ask within a second, and every answer has its own nonce', async () => {
    const { read, rendered } = setup()
    const answers = await Promise.all(['one', 'two', 'three'].map((nonce) => read('/venues', nonce)))
    expect(rendered).toEqual(['/venues'])
    for (const [n, nonce] of ['one', 'two', 'three'].entries()) {
      expect(answers[n]!.html.match(new RegExp(`nonce="${nonce}"`, 'g'))).toHaveLength(9)
      expect(answers[n]!.html.match(/nonce="/g)).toHaveLength(9)
    }
  })

  it('is the same with and without compression', async () => {
    const { read } = setup()
    const [gzip, plain] = [await read('/venues', 'n', 'br, gzip'), await read('/venues', 'n', null)]
    expect([gzip.encoding, plain.encoding]).toEqual(['gzip', undefined])
    expect(gzip.html).toBe(plain.html)
  })

  it('is never older than a second', async () => {
    const { read, rendered, pass } = setup()
    await read('/venues', 'n')
    pass(999)
    await read('/venues', 'n')
    expect(rendered).toHaveLength(1)
    pass(1)
    await read('/venues', 'n')
    expect(rendered).toHaveLength(2)
  })

  it('is cached by address and language', async () => {
    const { read } = setup()
    expect((await read('tw /venues', 'n')).html).toContain('<h1>tw /venues</h1>')
    expect((await read('en /venues', 'n')).html).toContain('<h1>en /venues</h1>')
  })

  it('is stored without cookies, and errors are not stored', async () => {
    const { read, rendered, pages } = setup()
    const { page } = await read('/venues', 'n', 'gzip', 500)
    expect(page.status).toBe(500)
    expect(page.headers.has('set-cookie')).toBe(false)
    expect(pages.find('/venues')).toBeUndefined()
    await read('/venues', 'n')
    expect(rendered).toHaveLength(2)
  })

  it.each([401, 403, 429])('is not one that is refused with %i: neither later nor to those who wait for it', async (status) => {
    const { read, rendered, pages } = setup()
    const answers = await Promise.all([read('/venues', 'first', 'gzip', status), read('/venues', 'second')])
    expect(answers.map(({ page }) => page.status)).toEqual([status, 200])
    expect(rendered).toHaveLength(2)
    await read('/news', 'n', 'gzip', status)
    expect(pages.find('/news')).toBeUndefined()
    await read('/news', 'n')
    expect(rendered).toHaveLength(4)
  })

  it('does not let the cache grow beyond its limit', async () => {
    const { read, rendered } = setup()
    for (let n = 0; n < 25; n++) await read(`/venues?x=${n}`, 'n')
    await read('/venues?x=24', 'n')
    await read('/venues?x=0', 'n')
    expect(rendered).toHaveLength(26)
  })
})
