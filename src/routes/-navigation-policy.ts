import { splitPrefix } from '#i18n/locale.ts'

/**
 * The guard (C1–C7), whole and in one place: who may go where, and where everybody else is sent.
 * Pure: whoever asks says who is looking, what for, and how the site is opened.
 */
export type Visit = {
  /** Without the language prefix. */
  path: string
  search: Record<string, unknown>
  /** A document was requested (typed, bookmarked, reloaded), or a link of the app was followed. */
  kind: 'document' | 'in-app'
  mode: 'wired' | 'open'
  viewer: { email: string; communityName: string } | null
  /** C4: the address carries a token or a payment reference that the server has signed. */
  landing: boolean
}

export type Decision = { go: true } | { redirect: string; message?: 'community_only' | 'login_first' }

const home = '/'
const memberArea = '/member'
const schedule = '/member/order/schedule'
const login = '/login'

const allowed = new Set([login, '/login/forget', '/register', schedule, `${schedule}/create`, '/member/setting'])
const allowedBelow = [`${schedule}/`, '/resetpkey/', '/staff/']
const landings = new Set([
  '/emailvalidation',
  '/redirecttoresult',
  '/repair',
  '/water',
  '/satisfaction',
  '/news/detail',
  '/documents/detail',
  '/highlights',
])

export function decide(visit: Visit): Decision {
  const path = normalise(visit.path)
  if (visit.kind === 'document' && visit.mode === 'wired') {
    if (path === home) return { redirect: schedule }
    if (!mayEnterDirectly(path, visit)) return { redirect: home }
  }
  const loggedIn = Boolean(visit.viewer?.email)
  if (needsLogin(path) && !loggedIn)
    return { redirect: `${login}?redirect=${encodeURIComponent(visit.path + searchString(visit.search))}`, message: 'login_first' }
  if (needsCommunity(path) && !visit.viewer?.communityName) return { redirect: memberArea, message: 'community_only' }
  return { go: true }
}

function mayEnterDirectly(path: string, { landing, search, viewer }: Visit): boolean {
  if (allowed.has(path) || path === '/staff' || allowedBelow.some((start) => path.startsWith(start))) return true
  if (landing && landings.has(path)) return true
  // C6: where the community guard sends an ordinary member must be reachable, or the two guards would send them round for ever.
  return path === memberArea && search['notice'] === 'community_only' && Boolean(viewer?.email) && viewer?.communityName === ''
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
