import { randomBytes } from 'node:crypto'
import { acceptedEncoding } from './assets.ts'
import { fillGzip, fillPlain, compressAround, type GappedText } from './gzip-pieces.ts'

/** How long a rendered page is answered again, in milliseconds. */
const keepFor = 1000
const keptAtMost = 300

type CachedPage = { status: number; headers: Headers; text: GappedText }
type Kept = { page: Promise<CachedPage>; until: number }

/** Renders a page as a visitor without a session sees it, with this CSP nonce. */
export type RenderForAll = (nonce: string) => Promise<Response>
/** Answers a page with this CSP nonce, in an encoding that the browser accepts. */
export type AnswerCached = (key: string, nonce: string, acceptEncoding: string | null, render: RenderForAll) => Promise<Response>

/**
 * A cache of pages that are the same for all visitors: each is rendered at most once a second. Requests that come while it is
 * rendered wait for it. Only the CSP nonce differs between answers.
 */
export function cachePages(now: () => number = () => performance.now()): AnswerCached {
  const pages = new Map<string, Kept>()

  function pageOf(key: string, render: RenderForAll): Promise<CachedPage> {
    const known = pages.get(key)
    if (known && known.until > now()) return known.page
    const page = renderOnce(render)
    forgetOld(pages, now())
    if (pages.size < keptAtMost) {
      const kept = { page, until: now() + keepFor }
      pages.set(key, kept)
      const forget = () => pages.get(key) === kept && pages.delete(key)
      // A failure is answered to the requests that wait for it, and is not cached.
      page.then(({ status }) => status >= 500 && forget(), forget)
    }
    return page
  }

  return async (key, nonce, acceptEncoding, render) => {
    const { status, headers, text } = await pageOf(key, render)
    const own = new Headers(headers)
    const compressed = acceptedEncoding(acceptEncoding, (encoding) => encoding === 'gzip') === 'gzip'
    if (compressed) own.set('content-encoding', 'gzip')
    const body = compressed ? fillGzip(text, nonce) : fillPlain(text, nonce)
    return new Response(new Uint8Array(body), { status, headers: own })
  }
}

async function renderOnce(render: RenderForAll): Promise<CachedPage> {
  const gap = randomBytes(24).toString('hex')
  const response = await render(gap)
  const headers = new Headers(response.headers)
  // Only redirects keep their cookie: it says that / redirected here, which is true for every visitor who gets this kept answer.
  if (response.status < 300 || response.status >= 400) headers.delete('set-cookie')
  headers.delete('content-length')
  return { status: response.status, headers, text: compressAround(await response.text(), gap) }
}

function forgetOld(pages: Map<string, Kept>, now: number): void {
  for (const [key, { until }] of pages) if (until <= now) pages.delete(key)
}
