import { randomBytes } from 'node:crypto'
import { acceptedEncoding } from './assets.ts'
import { fillGzip, fillPlain, squeezeAround, type GappedText } from './gzip-pieces.ts'

/** Nobody sees a page that is older than this. */
const keepFor = 1000
const keptAtMost = 300

type KeptPage = { status: number; headers: Headers; text: GappedText }
type Kept = { page: Promise<KeptPage>; until: number }

/** Renders for nobody in particular, with this nonce. */
export type RenderForAll = (nonce: string) => Promise<Response>
/** Answers with this nonce, in an encoding that the browser understands. */
export type AnswerKept = (key: string, nonce: string, acceptEncoding: string | null, render: RenderForAll) => Promise<Response>

/**
 * Pages that are the same for everybody, rendered once a second however many ask: whoever comes while one is rendered
 * waits for it, and whoever comes within a second gets it again. Only the nonce is everyone's own.
 */
export function keepPages(now: () => number = () => performance.now()): AnswerKept {
  const pages = new Map<string, Kept>()

  function pageOf(key: string, render: RenderForAll): Promise<KeptPage> {
    const known = pages.get(key)
    if (known && known.until > now()) return known.page
    const page = renderOnce(render)
    forgetOld(pages, now())
    if (pages.size < keptAtMost) {
      const kept = { page, until: now() + keepFor }
      pages.set(key, kept)
      const forget = () => pages.get(key) === kept && pages.delete(key)
      // What went wrong is told to those who wait, and tried anew for the next.
      page.then(({ status }) => status >= 500 && forget(), forget)
    }
    return page
  }

  return async (key, nonce, acceptEncoding, render) => {
    const { status, headers, text } = await pageOf(key, render)
    const own = new Headers(headers)
    const squeezed = acceptedEncoding(acceptEncoding, (encoding) => encoding === 'gzip') === 'gzip'
    if (squeezed) own.set('content-encoding', 'gzip')
    const body = squeezed ? fillGzip(text, nonce) : fillPlain(text, nonce)
    return new Response(new Uint8Array(body), { status, headers: own })
  }
}

async function renderOnce(render: RenderForAll): Promise<KeptPage> {
  const gap = randomBytes(24).toString('hex')
  const response = await render(gap)
  const headers = new Headers(response.headers)
  // Only redirects keep their cookie: it says that / redirected here, which is true for every visitor who gets this kept answer.
  if (response.status < 300 || response.status >= 400) headers.delete('set-cookie')
  headers.delete('content-length')
  return { status: response.status, headers, text: squeezeAround(await response.text(), gap) }
}

function forgetOld(pages: Map<string, Kept>, now: number): void {
  for (const [key, { until }] of pages) if (until <= now) pages.delete(key)
}
