import { describe, expect, it } from 'vitest'
import { arrivalOf, decide, isDirect, returnTarget, type Visit } from './navigation-policy.ts'

const viewers = {
  visitor: null,
  member: { email: 'member@example.com', communityName: '' },
  community: { email: 'community@example.com', communityName: '青禾羽球社' },
  staff: { email: 'staff@example.com', communityName: '' },
}
type Who = keyof typeof viewers

const toHome = '/'
const toSchedule = '/member/order/schedule'
const toLogin = (path: string) => `/login?redirect=${encodeURIComponent(path)}`
const toMember = '/member'
type Outcome = 'go' | 'home' | 'schedule' | 'login' | 'member'

/** For each page: the decision on a direct visit when the site is wired, and on any visit when it is open (or inside the app). */
const open = { visitor: 'go', member: 'go', community: 'go', staff: 'go' } as const
const auth = { visitor: 'login', member: 'go', community: 'go', staff: 'go' } as const
const community = { visitor: 'login', member: 'member', community: 'go', staff: 'member' } as const
const shut = { visitor: 'home', member: 'home', community: 'home', staff: 'home' } as const
const front = { visitor: 'schedule', member: 'schedule', community: 'schedule', staff: 'schedule' } as const

const pages: [id: string, path: string, wired: Record<Who, Outcome>, inside: Record<Who, Outcome>][] = [
  ['A1', '/', front, open],
  ['A2', '/news', shut, open],
  ['A3', '/news/detail', shut, open],
  ['A4', '/login', open, open],
  ['A5', '/login/forget', open, open],
  ['A6', '/register', open, open],
  ['A7', '/order/check', shut, open],
  ['A8', '/order', shut, auth],
  ['A9', '/venues', shut, open],
  ['A10', '/venues/7', shut, open],
  ['A11', '/water', shut, open],
  ['A12', '/refund', shut, open],
  ['A13', '/repair', shut, open],
  ['A14', '/site-map', shut, open],
  ['A15', '/documents', shut, open],
  ['A16', '/documents/detail', shut, open],
  ['A17', '/emailValidation', shut, open],
  ['A18', '/highlights', shut, open],
  ['A19', '/redirectToResult', shut, open],
  ['A20', '/resetpkey/some-token', open, open],
  ['A21', '/satisfaction', shut, open],
  ['A22', '/member', shut, auth],
  ['A23', '/member/setting', auth, auth],
  ['A24', '/member/violation', shut, auth],
  ['A25', '/member/order/overview', shut, auth],
  ['A26', '/member/order/zero', shut, auth],
  ['A27', '/member/order/venue', shut, auth],
  ['A28', '/member/order/locker', shut, auth],
  ['A29', '/member/order/refund/apply', shut, auth],
  ['A30', '/member/order/refund', shut, auth],
  ['A31', '/member/order/payment-complete', shut, auth],
  ['A32', '/member/order/schedule', community, community],
  ['A33', '/member/order/schedule/P20261115001', community, community],
  ['A34', '/member/order/schedule/create', community, community],
]

function outcomeOf(visit: Visit): Outcome | string {
  const decision = decide(visit)
  if ('go' in decision) return 'go'
  if ('unavailable' in decision) return 'unavailable'
  const named: Record<string, Outcome> = {
    [toHome]: 'home',
    [toSchedule]: 'schedule',
    [toMember]: 'member',
    [toLogin(visit.path)]: 'login',
  }
  return named[decision.redirect] ?? decision.redirect
}

const visit = (path: string, who: Who, more: Partial<Visit> = {}): Visit => ({
  path,
  search: {},
  kind: 'direct',
  mode: 'wired',
  isOpen: true,
  viewer: viewers[who],
  landing: false,
  redirectedFromRoot: false,
  ...more,
})

describe.each(pages)('%s %s', (_, path, wired, inside) => {
  it.each(Object.keys(viewers) as Who[])('C1 C2 C7 a direct visit to the wired site by a %s', (who) => {
    expect(outcomeOf(visit(path, who))).toBe(wired[who])
  })
  it.each(Object.keys(viewers) as Who[])('C5 a direct visit to the open site by a %s', (who) => {
    expect(outcomeOf(visit(path, who, { mode: 'open' }))).toBe(inside[who])
  })
  it.each(Object.keys(viewers) as Who[])('C3 a link of the app followed by a %s', (who) => {
    expect(outcomeOf(visit(path, who, { kind: 'in-app' }))).toBe(inside[who])
  })
})

describe('the guard', () => {
  it('C2 sends an unknown path to /', () => expect(outcomeOf(visit('/no-such-page', 'member'))).toBe('home'))
  it('C2 lets /resetPKey/ pass in any letter case', () => expect(outcomeOf(visit('/ReSetPKey/abc', 'visitor'))).toBe('go'))
  it.each(Object.keys(viewers) as Who[])('C2 C4 lets a %s open a published draw directly by a signed link only', (who) => {
    expect(outcomeOf(visit('/draws/7', who))).toBe('home')
    expect(outcomeOf(visit('/draws/7', who, { landing: true }))).toBe('go')
    expect(outcomeOf(visit('/draws/7', who, { mode: 'open' }))).toBe('go')
  })
  it('C2 does not take a longer word for an allowed one', () => expect(outcomeOf(visit('/member/settings', 'member'))).toBe('home'))
  it('C2 takes no notice of a slash at the end', () => expect(outcomeOf(visit('/login/', 'visitor'))).toBe('go'))

  it('C4 lets a signed landing pass', () => {
    expect(outcomeOf(visit('/emailValidation', 'visitor', { landing: true }))).toBe('go')
    expect(outcomeOf(visit('/redirectToResult', 'visitor', { landing: true }))).toBe('go')
    expect(outcomeOf(visit('/member/violation', 'member', { landing: true }))).toBe('go')
  })
  it('C4 a signed landing is no login', () => expect(outcomeOf(visit('/member/violation', 'visitor', { landing: true }))).toBe('login'))
  it('C4 leaves the staff console alone', () => expect(outcomeOf(visit('/staff/members', 'visitor'))).toBe('go'))

  it('C6 tells an ordinary member why they land on /member', () => {
    expect(decide(visit(toSchedule, 'member'))).toEqual({ redirect: '/member', message: 'community_only' })
  })
  it('C6 says nothing of communities to an ordinary member who only came to the front door', () => {
    expect(decide(visit(toSchedule, 'member', { redirectedFromRoot: true }))).toEqual({ redirect: '/member?from=home' })
    expect(decide(visit(toSchedule, 'member', { kind: 'in-app', search: { from: 'home' } }))).toEqual({ redirect: '/member?from=home' })
  })
  it('C7 does not speak of what a visitor was doing when they have only just come', () => {
    const target = encodeURIComponent('/member/order/schedule?from=home')
    expect(decide(visit(toSchedule, 'visitor', { redirectedFromRoot: true }))).toEqual({ redirect: `/login?redirect=${target}` })
    expect(decide(visit('/member/setting', 'visitor'))).toEqual({ redirect: toLogin('/member/setting'), message: 'login_to_see' })
  })
  it('C10 neither lets in nor sends away while nobody can say whose session it is', () => {
    const unknown = { viewer: 'unknown', kind: 'in-app' } as const
    for (const path of ['/member', '/order', toSchedule])
      expect(decide(visit(path, 'visitor', unknown)), path).toEqual({ unavailable: true })
    for (const path of ['/', '/venues', '/order/check', '/login'])
      expect(decide(visit(path, 'visitor', unknown)), path).toEqual({ go: true })
  })
  it('C7 remembers where the visitor wanted to go, with what they searched for', () => {
    const decision = decide(visit('/order', 'visitor', { kind: 'in-app', search: { date: '2026-11-15', notice: 'x' } }))
    expect(decision).toEqual({ redirect: toLogin('/order?date=2026-11-15'), message: 'login_first' })
  })
})

describe('C6 no redirect loop, ever', () => {
  const everywhere = [...pages.map(([, path]) => path), '/no-such-page', '/MEMBER/', '/member?notice=community_only']
  for (const who of Object.keys(viewers) as Who[])
    for (const mode of ['wired', 'open'] as const)
      it(`every path comes to rest for a ${who} on the ${mode} site, with cookies and without`, () => {
        for (const start of everywhere)
          for (const keepsCookies of [true, false]) expect(restingPlace(start, who, mode, keepsCookies), start).toBeDefined()
      })

  function restingPlace(start: string, who: Who, mode: Visit['mode'], keepsCookies = true): string | undefined {
    let at = start
    let redirectedFromRoot = false
    for (let steps = 0; steps < 6; steps++) {
      const url = new URL(at, 'http://site.invalid')
      const decision = decide(visit(url.pathname, who, { mode, search: Object.fromEntries(url.searchParams), redirectedFromRoot }))
      if ('go' in decision || 'unavailable' in decision) return at
      redirectedFromRoot = decision.fromRoot === true && keepsCookies
      at = decision.message
        ? `${decision.redirect}${decision.redirect.includes('?') ? '&' : '?'}notice=${decision.message}`
        : decision.redirect
    }
    return undefined
  }

  it('an ordinary member who types / on the wired site rests on /member, and is told nothing of communities', () => {
    expect(restingPlace('/', 'member', 'wired')).toBe('/member?from=home')
  })
  it('an ordinary member who types the schedule’s address rests on /member, with the message', () => {
    expect(restingPlace('/member/order/schedule', 'member', 'wired')).toBe('/member?notice=community_only')
  })
  it('a visitor who types / on the wired site rests on /login', () => {
    expect(restingPlace('/', 'visitor', 'wired')).toMatch(/^\/login\?redirect=%2Fmember%2Forder%2Fschedule/)
  })
  it('a community that types / on the wired site rests on its schedule', () => {
    expect(restingPlace('/', 'community', 'wired')).toBe('/member/order/schedule')
  })
})

describe('C1 what is a direct visit', () => {
  const own = 'https://park.example/venues'
  const chromium = { 'sec-ch-ua': '"Chromium";v="140"' }
  // Headers as Chromium 14x sends them, recorded; of other browsers, as documented.
  const arrivals: [what: string, headers: Record<string, string>, known: boolean, direct: boolean][] = [
    ['typed', { 'sec-fetch-site': 'none', ...chromium }, false, true],
    ['typed, where the app has led before', { 'sec-fetch-site': 'none', ...chromium }, true, true],
    ['a link of ours', { 'sec-fetch-site': 'same-origin', referer: own, ...chromium }, false, false],
    ['a link of ours in another tab, opened again', { 'sec-fetch-site': 'same-origin', ...chromium }, false, false],
    ['a reload of what the router led to', { 'sec-fetch-site': 'same-origin', 'cache-control': 'max-age=0', ...chromium }, false, false],
    ['a link on another site', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/', ...chromium }, false, true],
    ['a link on another site, where the app has led before', { 'sec-fetch-site': 'cross-site', ...chromium }, true, true],
    ['a link on a neighbour of our domain', { 'sec-fetch-site': 'same-site', ...chromium }, false, true],
    ['a reload of what the gateway led to', { 'sec-fetch-site': 'cross-site', 'cache-control': 'max-age=0', ...chromium }, true, false],
    ['a reload of what nobody led to', { 'sec-fetch-site': 'none', 'cache-control': 'max-age=0', ...chromium }, false, true],
    ['a restored tab of a browser that calls it typed', { 'sec-fetch-site': 'none' }, true, false],
    ['typed, in such a browser', { 'sec-fetch-site': 'none' }, false, true],
    ['typed, in a browser that says nothing', {}, false, true],
    ['a link of ours, in a browser that says nothing', { referer: own }, false, false],
    ['a link of ours under the public name, behind a proxy', { referer: 'https://public.example/news' }, false, false],
    ['a link on another site, in a browser that says nothing', { referer: 'https://evil.example/?park.example' }, false, true],
    ['a reload or a restored tab, in a browser that says nothing', {}, true, false],
    ['a referer that is no address', { referer: 'park.example' }, false, true],
  ]
  it.each(arrivals)('%s', (_, headers, known, direct) => {
    const request = new Request('https://park.example/venues', { headers })
    expect(isDirect(arrivalOf(request, 'https://public.example', known))).toBe(direct)
  })
})

describe('C7 the way back after login', () => {
  it.each([
    ['/order?date=2026-11-15#grid', '/order?date=2026-11-15#grid'],
    ['/member/setting', '/member/setting'],
    ['//evil.example', '/member'],
    ['/\\evil.example', '/member'],
    ['https://evil.example/', '/member'],
    ['javascript:alert(1)', '/member'],
    ['/\u0009/evil.example', '/member'],
    ['/..//evil.example', '/member'],
    ['/.//evil.example', '/member'],
    ['/en//evil.example', '/member'],
    ['/%2e%2e//evil.example', '/member'],
    ['/en/member/setting?a=1', '/member/setting?a=1'],
    ['/en/login', '/member'],
    ['/login', '/member'],
    ['/login/forget', '/member'],
    [undefined, '/member'],
    [['/order'], '/member'],
  ])('%s leads to %s', (wanted, target) => expect(returnTarget(wanted)).toBe(target))
  it.each([
    [undefined, '/staff'],
    ['/login', '/staff'],
    ['//evil.example', '/staff'],
    ['/member/setting', '/member/setting'],
  ])('%s leads staff to %s', (wanted, target) => expect(returnTarget(wanted, true)).toBe(target))
})

describe('a centre that is not set up yet', () => {
  const before = (path: string, ...roles: string[]) =>
    decide({
      ...visit(path, 'visitor'),
      isOpen: false,
      viewer: roles.length > 0 ? { email: 'staff@example.com', communityName: '', roles } : null,
      mode: 'open',
    })

  it('shows visitors one page, and lets staff set it up', () => {
    for (const path of ['/', '/venues', '/register', '/member', '/news', '/nowhere', '/staff', '/staff/settings'])
      expect(before(path)).toEqual({ redirect: '/soon' })
    for (const path of ['/soon', '/login', '/login/second', '/setup', '/staff/join', '/resetpkey/x'])
      expect(before(path)).toEqual({ go: true })
    for (const path of ['/', '/venues', '/register']) expect(before(path, 'admin')).toEqual({ go: true })
  })

  it('has no such page once it is open', () => {
    expect(decide({ ...visit('/soon', 'visitor'), mode: 'open' })).toEqual({ redirect: '/' })
  })
})
