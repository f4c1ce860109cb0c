import { randomBytes } from 'node:crypto'
import { acceptedEncoding } from '#http/assets.ts'
import { fillGzip, fillPlain, compressAround, type GappedText } from './gzip-pieces.ts'

/** How long a rendered page is answered again, in milliseconds. */
const keepFor = 1000
const keptAtMost = 600

/** A rendered page with gaps for what differs between answers. `ownGaps`: how often the gap of one member's data is in it. */
export type KeptPage = { status: number; headers: Headers; text: GappedText; ownGaps: number }
type Kept = { page: Promise<KeptPage>; rendered?: KeptPage; until: number }

/** What differs between the answers with a page: the CSP nonce, and the data of the member who gets it, empty for visitors. */
export type Fillings = { nonce: string; own: string }

/** Renders a page with these texts in the places of the nonce and of a member's data. */
export type RenderForAll = (gaps: Fillings) => Promise<Response>

/**
 * A cache of pages that are the same for all visitors, or for all members of a class: each is rendered at most once a second.
 * Requests that come while it is rendered wait for it.
 */
export type KeptPages = {
  /** The page, if its rendering began less than a second ago; a promise while it is being rendered. */
  find(key: string): KeptPage | Promise<KeptPage> | undefined
  /** The same, rendered when there is none. */
  read(key: string, render: RenderForAll): Promise<KeptPage>
}

export function keepPages(now: () => number = () => performance.now(), atMost = keptAtMost): KeptPages {
  const pages = new Map<string, Kept>()

  function find(key: string): KeptPage | Promise<KeptPage> | undefined {
    const known = pages.get(key)
    return known && known.until > now() ? (known.rendered ?? known.page) : undefined
  }

  function renderAndKeep(key: string, render: RenderForAll): Promise<KeptPage> {
    const page = renderOnce(render)
    forgetOld(pages, now())
    if (pages.size < atMost) {
      const kept: Kept = { page, until: now() + keepFor }
      pages.set(key, kept)
      const forget = () => pages.get(key) === kept && pages.delete(key)
      const keep = (rendered: KeptPage) => {
        kept.rendered = rendered
        // A failure is answered to the requests that wait for it, and is not cached.
        return (rendered.status >= 500 || !isForAll(rendered)) && forget()
      }
      page.then(keep, forget)
    }
    return page
  }

  async function read(key: string, render: RenderForAll): Promise<KeptPage> {
    const found = find(key)
    if (!found) return renderAndKeep(key, render)
    const page = await found
    return isForAll(page) ? page : renderAndKeep(key, render)
  }

  return { find, read }
}

/** A refusal is an answer to whoever has asked too often, or may not see the page, and not to those who asked in the same moment. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429])
export const isForAll = ({ status }: Pick<KeptPage, 'status'>): boolean => !refusals.has(status)

type FilledPage = { body: Buffer; encoding: 'gzip' | undefined }

/** A kept page for one answer, in an encoding that the browser accepts. */
export function fillPage({ text }: KeptPage, { nonce, own }: Fillings, acceptEncoding: string | null): FilledPage {
  const isGzip = acceptedEncoding(acceptEncoding, (encoding) => encoding === 'gzip') === 'gzip'
  return isGzip ? { body: fillGzip(text, [nonce, own]), encoding: 'gzip' } : { body: fillPlain(text, [nonce, own]), encoding: undefined }
}

/**
 * Whether a page that was rendered for a class of members may be answered to them: the data of a member has its one place, as
 * the state that the browser starts from, and is shown nowhere. A redirect has no such place.
 */
export const isForClass = ({ status, ownGaps }: KeptPage): boolean => ownGaps === (status >= 300 && status < 400 ? 0 : 1)

async function renderOnce(render: RenderForAll): Promise<KeptPage> {
  const [nonce, own] = [randomGap(), randomGap()]
  const response = await render({ nonce, own })
  const headers = new Headers(response.headers)
  // Only redirects keep their cookie: it says that / redirected here, which is true for every visitor who gets this kept answer.
  if (response.status < 300 || response.status >= 400) headers.delete('set-cookie')
  headers.delete('content-length')
  const text = compressAround(await response.text(), [nonce, own])
  return { status: response.status, headers, text, ownGaps: text.fillings.filter((filling) => filling === 1).length }
}

const randomGap = (): string => randomBytes(24).toString('hex')

function forgetOld(pages: Map<string, Kept>, now: number): void {
  for (const [key, { until }] of pages) if (until <= now) pages.delete(key)
}
