import { randomBytes } from 'node:crypto'
import { acceptedEncoding } from './assets.ts'
import { fillGzip, fillPlain, compressAround, type GappedText } from './gzip-pieces.ts'

/** How long a rendered page is answered again, in milliseconds. */
const keepFor = 1000
const keptAtMost = 300

/** A rendered page. Its CSP nonce is a gap, in the text and wherever else it stands. */
export type KeptPage = { status: number; headers: Headers; text: GappedText }
type Kept = { page: Promise<KeptPage>; rendered?: KeptPage; until: number }

/** Renders a page as a visitor without a session sees it, with this CSP nonce. */
export type RenderForAll = (nonce: string) => Promise<Response>

/**
 * A cache of pages that are the same for all visitors: each is rendered at most once a second. Requests that come while it is
 * rendered wait for it. Only the CSP nonce differs between answers.
 */
export type PageCache = {
  /** The page, if its rendering began less than a second ago; a promise while it is being rendered. */
  find(key: string): KeptPage | Promise<KeptPage> | undefined
  /** The same, rendered when there is none. */
  read(key: string, render: RenderForAll): Promise<KeptPage>
}

export function cachePages(now: () => number = () => performance.now()): PageCache {
  const pages = new Map<string, Kept>()

  function find(key: string): KeptPage | Promise<KeptPage> | undefined {
    const known = pages.get(key)
    return known && known.until > now() ? (known.rendered ?? known.page) : undefined
  }

  function renderAndKeep(key: string, render: RenderForAll): Promise<KeptPage> {
    const page = renderOnce(render)
    forgetOld(pages, now())
    if (pages.size < keptAtMost) {
      const kept: Kept = { page, until: now() + keepFor }
      pages.set(key, kept)
      const forget = () => pages.get(key) === kept && pages.delete(key)
      const keep = (rendered: KeptPage) => {
        kept.rendered = rendered
        // A failure is answered to the requests that wait for it, and is not cached.
        return rendered.status >= 500 && forget()
      }
      page.then(keep, forget)
    }
    return page
  }

  return { find, read: async (key, render) => find(key) ?? renderAndKeep(key, render) }
}

/** A kept page with this CSP nonce, in an encoding that the browser accepts. */
export function fillPage({ text }: KeptPage, nonce: string, acceptEncoding: string | null): { body: Buffer; encoding: 'gzip' | undefined } {
  const isGzip = acceptedEncoding(acceptEncoding, (encoding) => encoding === 'gzip') === 'gzip'
  return isGzip ? { body: fillGzip(text, [nonce]), encoding: 'gzip' } : { body: fillPlain(text, [nonce]), encoding: undefined }
}

async function renderOnce(render: RenderForAll): Promise<KeptPage> {
  const gap = randomBytes(24).toString('hex')
  const response = await render(gap)
  const headers = new Headers(response.headers)
  // Only redirects keep their cookie: it says that / redirected here, which is true for every visitor who gets this kept answer.
  if (response.status < 300 || response.status >= 400) headers.delete('set-cookie')
  headers.delete('content-length')
  return { status: response.status, headers, text: compressAround(await response.text(), [gap]) }
}

function forgetOld(pages: Map<string, Kept>, now: number): void {
  for (const [key, { until }] of pages) if (until <= now) pages.delete(key)
}
