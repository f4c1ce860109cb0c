import { splitPrefix } from '#i18n/locale.ts'

/**
 * The navigation guard: one pure function decides who may open which page, and where everybody else is redirected. Everything
 * that it depends on is an argument.
 */
export type Visit = {
  /** Path without the language prefix. */
  path: string
  search: Record<string, unknown>
  /** `direct`: typed, bookmarked or linked from another site. `in-app`: by a link of the app, or a return to a page that the app had opened. */
  kind: 'direct' | 'in-app'
  mode: 'wired' | 'open'
  /** Null: not logged in. `unknown`: there is a session, but the API cannot be reached to load its member. */
  viewer: { email: string; communityName: string; roles?: readonly string[] | undefined } | null | 'unknown'
  /** The address carries a token, a payment reference or a signature made by the server, so a direct visit is allowed. */
  landing: boolean
  /** The previous request was for `/` and was redirected here: the visitor did not ask for this page. */
  redirectedFromRoot: boolean
  /** The centre is set up. Before that, visitors see a page that says so, and staff see everything. */
  isOpen: boolean
}

export type Decision =
  | { go: true }
  /** The viewer cannot be loaded during an outage, so nothing can be decided. */
  | { unavailable: true }
  | {
      redirect: string
      message?: 'community_only' | 'login_first' | 'login_to_see'
      /** The next request has to know that it follows the redirect of `/`. */ fromRoot?: true
    }

/** Headers of a document request that tell a direct visit from a navigation inside the app. */
export type Arrival = {
  /** Sec-Fetch-Site. Undefined: an old browser, or a site that is not on https. */
  site: string | undefined
  /** The Referer is a page of this site. */
  fromOwnPage: boolean
  /** Cache-Control is max-age=0 or no-cache, as browsers send it for a reload. */
  reload: boolean
  /** The app has opened this path in this browser before (lib/known-places.ts). */
  known: boolean
  /** The browser repeats the initiator of a history entry in Sec-Fetch-Site on reload, restore and return: Chromium does. */
  keepsInitiator: boolean
}

/**
 * Whether a document request is a direct visit. `same-origin` is a link or a form of ours, in any tab, with or without
 * JavaScript, also for entries made by the router's pushState. Where the browser says less, a path that the app has opened
 * before counts as a return (docs/decisions/039-what-is-a-direct-visit.md).
 */
export function isDirect({ site, fromOwnPage, reload, known, keepsInitiator }: Arrival): boolean {
  if (site === 'same-origin') return false
  if (site === undefined) return !fromOwnPage && !known
  return !(known && (reload || (site === 'none' && !keepsInitiator)))
}

export function arrivalOf(
  { headers, url }: { headers: Pick<Headers, 'get' | 'has'>; url: string },
  publicUrl: string,
  known: boolean,
): Arrival {
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
const staffArea = '/staff'
const schedule = '/member/order/schedule'
const login = '/login'
const soon = '/soon'

const allowed = new Set([
  login,
  '/login/forget',
  '/login/second',
  '/register',
  '/setup',
  soon,
  schedule,
  `${schedule}/create`,
  '/member/setting',
])
const allowedBelow = [`${schedule}/`, '/resetpkey/', '/staff/']

/** Pages that are needed before the centre opens: to set it up, and to log in to do so. */
const beforeOpening = [login, '/setup', soon, '/staff/join', '/resetpkey', '/emailvalidation']

export function decide(visit: Visit): Decision {
  const path = normalise(visit.path)
  if (path === soon) return visit.isOpen ? { redirect: home } : { go: true }
  if (!visit.isOpen && !isOfStaff(visit) && !beforeOpening.some((root) => isAtOrBelow(path, root))) return { redirect: soon }
  if (visit.kind === 'direct' && visit.mode === 'wired') {
    if (path === home) return { redirect: schedule, fromRoot: true }
    if (!mayEnterDirectly(path, visit)) return { redirect: home }
  }
  if (visit.viewer === 'unknown') return needsLogin(path) ? { unavailable: true } : { go: true }
  const loggedIn = Boolean(visit.viewer?.email)
  if (needsLogin(path) && !loggedIn) return toLogin(path, visit)
  if (needsCommunity(path) && !visit.viewer?.communityName)
    return askedForNoPage(path, visit)
      ? { redirect: `${memberArea}?${fromRootParam}` }
      : { redirect: memberArea, message: 'community_only' }
  return { go: true }
}

/** Redirect to the login. A visitor who only opened `/` has asked for no page: then there is no message. */
function toLogin(path: string, visit: Visit): Decision {
  const fromRoot = askedForNoPage(path, visit)
  const target = fromRoot ? `${schedule}?${fromRootParam}` : visit.path + searchString(visit.search)
  const redirect = `${login}?redirect=${encodeURIComponent(target)}`
  return fromRoot ? { redirect } : { redirect, message: visit.kind === 'direct' ? 'login_to_see' : 'login_first' }
}

/** Search parameter that keeps the fact of the redirect from `/` across a login. */
const fromRootParam = 'from=home'
const saysFromRoot = (search: Record<string, unknown>) => search['from'] === 'home'
const askedForNoPage = (path: string, { redirectedFromRoot, search }: Visit) =>
  path === schedule && (redirectedFromRoot || saysFromRoot(search))

function mayEnterDirectly(path: string, { landing, search, viewer }: Visit): boolean {
  if (landing || allowed.has(path) || path === staffArea || allowedBelow.some((start) => path.startsWith(start))) return true
  // The page to which the community guard redirects an ordinary member must be reachable, or the two guards would redirect in a loop.
  const sentHere = search['notice'] === 'community_only' || saysFromRoot(search)
  return path === memberArea && sentHere && (viewer === 'unknown' || (Boolean(viewer?.email) && viewer?.communityName === ''))
}

const isOfStaff = ({ viewer }: Visit) => viewer === 'unknown' || Boolean(viewer?.roles?.length)
const isAtOrBelow = (path: string, root: string) => path === root || path.startsWith(`${root}/`)
const needsLogin = (path: string) => path === '/order' || isAtOrBelow(path, memberArea)
const needsCommunity = (path: string) => isAtOrBelow(path, schedule)

/** Whether a page is left when its viewer logs out: it asks for a login, or names a page for after one. */
export const isLeftAtLogout = (path: string): boolean =>
  needsLogin(normalise(path)) || [login, staffArea].some((root) => isAtOrBelow(normalise(path), root))

/** Paths are compared in lower case and without a trailing slash. */
const normalise = (path: string) => path.toLowerCase().replace(/(?<=.)\/+$/, '')

function searchString(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([key, value]) => key !== 'notice' && value !== undefined && value !== null)
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept.map(([key, value]) => [key, String(value)]))}`
}

/** Target of the redirect after a login: the wanted path if it is a page of this site, else the home of who logs in: the member area, or the console for staff. Without the language prefix. */
export function returnTarget(wanted: unknown, isStaff = false): string {
  const otherwise = isStaff ? staffArea : memberArea
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[^\\]*$/.test(wanted) || [...wanted].some((letter) => letter < ' ')) return otherwise
  const url = new URL(wanted, 'http://fieldhouse.invalid')
  const { path } = splitPrefix(url.pathname)
  // Parsing has resolved dots and removed the prefix: the rest must not start with `//`, which would name another host.
  if (url.host !== 'fieldhouse.invalid' || path.startsWith('//') || isAtOrBelow(normalise(path), login)) return otherwise
  return path + url.search + url.hash
}
