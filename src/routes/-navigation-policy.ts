import { splitPrefix } from '#i18n/locale.ts'

/**
 * The guard (C1–C7), whole and in one place: who may go where, and where everybody else is sent.
 * Pure: whoever asks says who is looking, what for, and how the site is opened.
 */
export type Visit = {
  /** Without the language prefix. */
  path: string
  search: Record<string, unknown>
  /** `direct`: typed, bookmarked or from outside. `in-app`: by a link of the app, or once more to a page that the app had led to. */
  kind: 'direct' | 'in-app'
  mode: 'wired' | 'open'
  /** Null: nobody has logged in. `unknown`: there is a session, but the service cannot be asked whose. */
  viewer: { email: string; communityName: string } | null | 'unknown'
  /** C4: this very address carries a token, a payment reference or a signature that the server has made. */
  landing: boolean
  /** The request before this one was for / and was redirected here: nobody has asked for this page itself. */
  cameByFrontDoor: boolean
}

export type Decision =
  | { go: true }
  /** Nobody can say now whether they may go there. */
  | { unavailable: true }
  | {
      redirect: string
      message?: 'community_only' | 'login_first' | 'login_to_see'
      /** To be known at the next request. */ byFrontDoor?: true
    }

/** What a document request tells about how it came to be made. */
export type Arrival = {
  /** Sec-Fetch-Site. Undefined: an old browser, or a site that is not on https. */
  site: string | undefined
  /** The Referer is a page of this site. */
  fromOwnPage: boolean
  /** Cache-Control as browsers send it for a reload: max-age=0 or no-cache. */
  reload: boolean
  /** The app itself has led this browser to this path before (ui/shell/known-places.ts). */
  known: boolean
  /** The browser keeps who has opened a history entry and says so again for a reload, a restored tab and a return: Chromium does. */
  keepsInitiator: boolean
}

/**
 * C1: what is a direct visit. `same-origin` is a link or a form of ours, in this tab or another, with or without
 * JavaScript; entries made by the router's pushState are also said to be. Where the browser says less, a path that the
 * app has led to before is taken for a return (docs/decisions/039-what-is-a-direct-visit.md).
 */
export function isDirect({ site, fromOwnPage, reload, known, keepsInitiator }: Arrival): boolean {
  if (site === 'same-origin') return false
  if (site === undefined) return !fromOwnPage && !known
  return !(known && (reload || (site === 'none' && !keepsInitiator)))
}

export function arrivalOf({ headers, url }: Pick<Request, 'headers' | 'url'>, publicUrl: string, known: boolean): Arrival {
  const referer = URL.parse(headers.get('referer') ?? '')
  return {
    site: headers.get('sec-fetch-site') ?? undefined,
    fromOwnPage: referer !== null && [new URL(url).host, new URL(publicUrl).host].includes(referer.host),
    reload: /\b(?:max-age=0|no-cache)\b/.test(headers.get('cache-control') ?? ''),
    known,
    keepsInitiator: headers.has('sec-ch-ua'),
  }
}

const home = '/'
const memberArea = '/member'
const schedule = '/member/order/schedule'
const login = '/login'

const allowed = new Set([login, '/login/forget', '/register', schedule, `${schedule}/create`, '/member/setting'])
const allowedBelow = [`${schedule}/`, '/resetpkey/', '/staff/']

export function decide(visit: Visit): Decision {
  const path = normalise(visit.path)
  if (visit.kind === 'direct' && visit.mode === 'wired') {
    if (path === home) return { redirect: schedule, byFrontDoor: true }
    if (!mayEnterDirectly(path, visit)) return { redirect: home }
  }
  if (visit.viewer === 'unknown') return needsLogin(path) ? { unavailable: true } : { go: true }
  const loggedIn = Boolean(visit.viewer?.email)
  if (needsLogin(path) && !loggedIn) return toLogin(path, visit)
  if (needsCommunity(path) && !visit.viewer?.communityName)
    return hasAskedForNothing(path, visit)
      ? { redirect: `${memberArea}?${frontDoor}` }
      : { redirect: memberArea, message: 'community_only' }
  return { go: true }
}

/** Whoever only came to the front door has asked for no page and has done nothing yet: neither is spoken of. */
function toLogin(path: string, visit: Visit): Decision {
  const byFrontDoor = hasAskedForNothing(path, visit)
  const target = byFrontDoor ? `${schedule}?${frontDoor}` : visit.path + searchString(visit.search)
  const redirect = `${login}?redirect=${encodeURIComponent(target)}`
  return byFrontDoor ? { redirect } : { redirect, message: visit.kind === 'direct' ? 'login_to_see' : 'login_first' }
}

/** Carried on in the address once a login comes between. */
const frontDoor = 'from=home'
const saysFrontDoor = (search: Record<string, unknown>) => search['from'] === 'home'
const hasAskedForNothing = (path: string, { cameByFrontDoor, search }: Visit) =>
  path === schedule && (cameByFrontDoor || saysFrontDoor(search))

function mayEnterDirectly(path: string, { landing, search, viewer }: Visit): boolean {
  if (landing || allowed.has(path) || path === '/staff' || allowedBelow.some((start) => path.startsWith(start))) return true
  // C6: where the community guard sends an ordinary member must be reachable, or the two guards would send them round for ever.
  const sentHere = search['notice'] === 'community_only' || saysFrontDoor(search)
  return path === memberArea && sentHere && (viewer === 'unknown' || (Boolean(viewer?.email) && viewer?.communityName === ''))
}

const isAtOrBelow = (path: string, root: string) => path === root || path.startsWith(`${root}/`)
const needsLogin = (path: string) => path === '/order' || isAtOrBelow(path, memberArea)
const needsCommunity = (path: string) => isAtOrBelow(path, schedule)

/** Letter case and a slash at the end do not make another page. */
const normalise = (path: string) => path.toLowerCase().replace(/(?<=.)\/+$/, '')

function searchString(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([key, value]) => key !== 'notice' && value !== undefined && value !== null)
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept.map(([key, value]) => [key, String(value)]))}`
}

/** C7: back to where the visitor wanted to go, if that is a page of ours; otherwise to the member area. Without the language prefix. */
export function returnTarget(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[^\\]*$/.test(wanted) || [...wanted].some((letter) => letter < ' ')) return memberArea
  const url = new URL(wanted, 'http://fieldhouse.invalid')
  const { path } = splitPrefix(url.pathname)
  // Dots and prefixes are gone by now: what is left must not have become the name of another host.
  if (url.host !== 'fieldhouse.invalid' || path.startsWith('//') || isAtOrBelow(normalise(path), login)) return memberArea
  return path + url.search + url.hash
}
