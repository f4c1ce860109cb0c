import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomBytes } from 'node:crypto'
import type { Config } from '#config.ts'
import { headOf, type RequestHead } from '#http/incoming-request.ts'
import type { Log } from '#http/log.ts'
import type { Metrics } from '#http/metrics.ts'
import { fillPage, type KeptPage, type PageCache } from '#http/page-cache.ts'
import { setCommonHeaders, setHeadersOfPage, type PageMode } from '#http/page-headers.ts'
import { requestIdOf } from '#http/request-id.ts'
import { localeCookie, pickLocale, splitPrefix, type Locale } from '#i18n/locale.ts'
import { readCookie } from '#lib/cookies.ts'
import { knowsPlace, placesCookie } from '#lib/known-places.ts'
import { tokenCookie } from './modules/accounts/cookie-rules.ts'
import { isCacheablePage } from './navigation/cacheable-pages.ts'
import { arrivalOf, isDirect } from './navigation/navigation-policy.ts'
import { routePattern } from './navigation/route-pattern.ts'

/** Which of the kept pages a request asks for. Language and direct visit make a difference, nothing else of the request does. */
export type AskedPage = { key: string; locale: Locale; direct: boolean }

/** Undefined: the page is rendered for this request alone. */
export function askedPage(request: RequestHead, publicUrl: string): AskedPage | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || !isCacheablePage(url)) return undefined
  const cookies = request.headers.get('cookie')
  if (readCookie(cookies, tokenCookie) !== undefined) return undefined
  const locale = pickLocale(url.pathname, readCookie(cookies, localeCookie), request.headers.get('accept-language'))
  const direct = isDirectVisit(request, publicUrl)
  return { key: `${locale} ${direct ? 'direct' : 'in-app'} ${url.href}`, locale, direct }
}

/** Whether the visitor typed the address, used a bookmark or came from another site. */
export function isDirectVisit(request: RequestHead, publicUrl: string): boolean {
  const { path } = splitPrefix(new URL(request.url).pathname)
  const known = knowsPlace(readCookie(request.headers.get('cookie'), placesCookie), path)
  return isDirect(arrivalOf(request, publicUrl, known))
}

export const makeNonce = (): string => randomBytes(16).toString('base64')

type Answering = {
  config: Pick<Config, 'publicUrl' | 'apiBase'> & Partial<Pick<Config, 'payment'>>
  log: Log
  metrics: Metrics
  pages: PageCache
  mode?: PageMode
}

/**
 * Writes kept pages to the socket, before any framework has seen the request: most of the work of such an answer would be to
 * make a Request and a Response. False: there is none, and the application answers.
 */
export function answerKeptPages({ config, log, metrics, pages, mode = 'built' }: Answering) {
  const heads = new WeakMap<KeptPage, AnswerHead>()
  const headFor = (page: KeptPage, url: string): AnswerHead => {
    const known = heads.get(page) ?? answerHead(page, url, config, mode)
    heads.set(page, known)
    return known
  }
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean | Promise<boolean> => {
    const start = performance.now()
    const request = headOf(incoming)
    const asked = request && askedPage(request, config.publicUrl)
    const found = asked && pages.find(asked.key)
    if (!found) return false
    const write = (page: KeptPage): true => {
      const [requestId, nonce] = [requestIdOf(request.headers), makeNonce()]
      const { body, encoding } = fillPage(page, nonce, request.headers.get('accept-encoding'))
      const { fixed, policy, route } = headFor(page, request.url)
      const own = ['content-security-policy', policy.join(nonce), 'x-request-id', requestId, 'content-length', String(body.length)]
      outgoing.writeHead(page.status, [...fixed, ...own, ...(encoding ? ['content-encoding', encoding] : [])])
      outgoing.end(body)
      const ms = performance.now() - start
      metrics.observe('page', 'GET', page.status, ms / 1000)
      log.info({ requestId, method: 'GET', route, status: page.status, ms: Math.round(ms * 10) / 10 }, 'request')
      return true
    }
    return found instanceof Promise ? found.then(write) : write(found)
  }
}

/** Headers of all answers with a kept page, as Node writes them: names and values in turn. The policy is in pieces, with the nonce between them. */
type AnswerHead = { fixed: string[]; policy: string[]; route: string }

const gap = '(nonce)'

function answerHead(page: KeptPage, url: string, config: Answering['config'], mode: PageMode): AnswerHead {
  const headers = new Headers(page.headers)
  const { pathname, searchParams } = new URL(url)
  setHeadersOfPage(headers, { status: page.status, pathname, searchParams }, gap, config, mode)
  setCommonHeaders(headers, '', config)
  const policy = headers.get('content-security-policy')!.split(gap)
  for (const name of ['content-security-policy', 'x-request-id']) headers.delete(name)
  return { fixed: [...headers].flat(), policy, route: routePattern(pathname) }
}
