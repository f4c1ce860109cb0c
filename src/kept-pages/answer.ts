import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomBytes } from 'node:crypto'
import type { Config } from '#config.ts'
import { headOf, requestIdOf, type RequestHead } from '#http/incoming-request.ts'
import type { Log } from '#http/log.ts'
import type { Metrics } from '#http/metrics.ts'
import { fillPage, isForAll, isForClass, type KeptPage, type KeptPages } from '#kept-pages/keep.ts'
import { setCommonHeaders, setHeadersOfPage, type PageMode } from '#http/page-headers.ts'
import { localeCookie, pickLocale, splitPrefix, type Locale } from '#i18n/locale.ts'
import { readCookie } from '#lib/cookies.ts'
import { jsonInScript, knowsPlace, placesCookie } from '#lib/known-places.ts'
import { tokenCookie } from '#modules/logins/rules.ts'
import type { SeenMember } from '#modules/logins/read-session.ts'
import { isToKeep } from './which-pages.ts'
import { arrivalOf, isDirect } from '#navigation/navigation-policy.ts'
import type { ViewerClass } from '#navigation/page-request.ts'
import { routePattern } from '#navigation/route-pattern.ts'

/** Which of the kept pages a request asks for. Language and direct visit make a difference, and the class of a member. */
export type AskedPage = { url: string; locale: Locale; direct: boolean; cookies: string | null; isForMember: boolean }

/** Undefined: the page is rendered for this request alone. */
export function askedPage({ method, url, headers }: RequestHead, publicUrl: string): AskedPage | undefined {
  const { pathname, searchParams, href } = new URL(url)
  const cookies = headers.get('cookie')
  const isForMember = readCookie(cookies, tokenCookie) !== undefined
  if (method !== 'GET' || !isToKeep({ pathname, searchParams }, isForMember)) return undefined
  const locale = pickLocale(pathname, readCookie(cookies, localeCookie), headers.get('accept-language'))
  return { url: href, locale, direct: isDirectVisit({ method, url, headers }, publicUrl), cookies, isForMember }
}

/** For whom a page is answered: visitors are of no class and have no data of their own. */
export type Audience = { viewerClass: ViewerClass | undefined; own: string }
const visitors: Audience = { viewerClass: undefined, own: '' }

/** The member of these cookies, read now: a session may have ended since the last page. */
export type ReadViewer = (cookies: string | null, locale: Locale) => Promise<SeenMember | undefined>

/** Undefined for a member whose page is their own: staff, a treasurer of a club, whoever has still to show a second factor, and whoever cannot be told from the cookies. */
export async function audienceOf({ isForMember, cookies, locale }: AskedPage, readViewer: ReadViewer): Promise<Audience | undefined> {
  if (!isForMember) return visitors
  const seen = await readViewer(cookies, locale)
  if (!seen || seen.member.roles.length > 0 || seen.member.email === '') return undefined
  // Led to the second factor.
  if (seen.member.owesSecondStep) return undefined
  // A treasurer is shown nothing to book by.
  if (seen.member.clubRole === 'treasurer') return undefined
  const kind = seen.member.communityName === '' ? 'member' : 'community'
  return { viewerClass: { kind, identityId: seen.identityId }, own: jsonInScript(seen.member) }
}

export function keyOf({ url, locale, direct }: AskedPage, { viewerClass }: Audience): string {
  const who = viewerClass ? `${viewerClass.kind} ${viewerClass.identityId}` : 'visitor'
  return `${who} ${locale} ${direct ? 'direct' : 'in-app'} ${url}`
}

/** Whether this page may be answered to this audience. */
export const isFor = ({ viewerClass }: Audience, page: KeptPage): boolean => (viewerClass ? isForClass(page) : page.ownGaps === 0)

/** Whether the visitor typed the address, used a bookmark or came from another site. */
export function isDirectVisit(request: RequestHead, publicUrl: string): boolean {
  const { path } = splitPrefix(new URL(request.url).pathname)
  const known = knowsPlace(readCookie(request.headers.get('cookie'), placesCookie), path)
  return isDirect(arrivalOf(request, publicUrl, known))
}

const nonceBytes = 16
let [spare, used] = [Buffer.alloc(0), 0]

/** Random bytes are drawn for many nonces at once: to ask for sixteen takes as long as to ask for four thousand. */
export function makeNonce(): string {
  if (used + nonceBytes > spare.length) [spare, used] = [randomBytes(256 * nonceBytes), 0]
  return spare.toString('base64', used, (used += nonceBytes))
}

type Answering = {
  config: Pick<Config, 'publicUrl' | 'apiBase'> & Partial<Pick<Config, 'payments'>>
  log: Log
  metrics: Metrics
  pages: KeptPages
  readViewer: ReadViewer
  mode?: PageMode
}

/**
 * Writes kept pages to the socket, before any framework has seen the request: most of the work of such an answer would be to
 * make a Request and a Response. False: there is none, and the application answers.
 */
export function answerKeptPages({ config, log, metrics, pages, readViewer, mode = 'built' }: Answering) {
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
    if (!asked) return false

    const write = (audience: Audience, page: KeptPage): boolean => {
      if (!isFor(audience, page)) return false
      const [requestId, nonce] = [requestIdOf(request.headers), makeNonce()]
      const { body, encoding } = fillPage(page, { nonce, own: audience.own }, request.headers.get('accept-encoding'))
      const { fixed, policy, route } = headFor(page, asked.url)
      const own = ['content-security-policy', policy.join(nonce), 'x-request-id', requestId, 'content-length', String(body.length)]
      outgoing.writeHead(page.status, [...fixed, ...own, ...(encoding ? ['content-encoding', encoding] : [])])
      outgoing.end(body)
      const ms = performance.now() - start
      metrics.observe('page', 'GET', page.status, ms / 1000)
      log.info({ requestId, method: 'GET', route, status: page.status, ms: Math.round(ms * 10) / 10 }, 'request')
      return true
    }
    const answer = (audience: Audience): boolean | Promise<boolean> => {
      const found = pages.find(keyOf(asked, audience))
      if (!found) return false
      if (!(found instanceof Promise)) return write(audience, found)
      return found.catch(() => undefined).then((page) => page !== undefined && isForAll(page) && write(audience, page))
    }
    if (!asked.isForMember) return answer(visitors)
    // Whatever kept the member or the page from being read, the application meets it again, answers and logs it.
    const member = audienceOf(asked, readViewer).catch(() => undefined)
    return member.then((audience) => audience !== undefined && answer(audience))
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
