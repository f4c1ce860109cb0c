import { reply, type Api } from '#http/call.ts'
import { readForm } from '#http/read-json.ts'
import { splitPrefix, withPrefix } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { refuse } from '#lib/result.ts'
import { deviceMarksOf, vouchedOf, vouchedSetCookie, wayKeyOf, waySetCookie } from './cookies.ts'
import type { WayDeps } from './deps.ts'
import { returnFromWay, startWay, type ReturnRefusal, type StartRefusal, type WayEnd } from './log-in-by-way.ts'
import { endOwnSession } from './end-own-session.ts'
import { isLedByAnotherSite, secondStepFirst, sessionCookies } from './login-caller.ts'
import { returningPage } from './way-returning-page.ts'
import { readPosted, readVouched, sealPosted, sealVouched, type UnderWay } from './way-state.ts'
import { PostedReturnForm, StartWayQuery, VouchedAnswer, WayParams } from './wire.ts'

type WaysApiDeps = WayDeps & { returnTarget(wanted: unknown, isStaff: boolean): string }

/** Logging in by other issuers: starting, and coming back. */
export function waysApi(api: Api, deps: WaysApiDeps): void {
  const secure = deps.publicUrl.startsWith('https:')
  addStart(api, deps, secure)
  addReturn(api, deps, secure)
  addPostedReturn(api, deps)

  api.add(
    {
      method: 'get',
      path: '/api/AccountMember/LoginWay/{way}/Sign',
      summary: 'The sign of another issuer, as a drawing (SVG) with the id “sign”',
      access: 'public',
      params: WayParams,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params }) => {
      const sign = deps.ways.of(params.way)?.sign
      if (!sign) return refuse({ code: 'not_found' as const })
      const { viewBox, drawn } = sign
      return reply(200, `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="sign" viewBox="${viewBox}">${drawn}</symbol></svg>`, {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/AccountMember/LoginWay/Vouched',
      summary: 'What an issuer says of the person in this browser who is about to register; null when nobody is',
      access: 'public',
      answers: { 200: VouchedAnswer },
    },
    async ({ request, locale, now }) => {
      const vouched = readVouched(deps.tokens, vouchedOf(request.headers.get('cookie')), now)
      const way = vouched && deps.ways.known(vouched.way)
      if (!vouched || !way) return reply(200, null)
      return reply(200, { title: say(way.title, locale), name: vouched.name ?? '', email: vouched.email ?? '' })
    },
  )
}

function addStart(api: Api, deps: WaysApiDeps, secure: boolean): void {
  api.add(
    {
      method: 'get',
      path: '/api/AccountMember/LoginWay/{way}/Start',
      summary: 'Log in by another issuer: answered with the way there',
      access: 'public',
      params: WayParams,
      query: StartWayQuery,
      answers: { 303: null },
      refusals: { no_such_way: 409 },
    },
    async ({ params, query, request, address, locale, now }) => {
      const underWay = { way: params.way, redirect: query.redirect, prefix: query.prefix }
      // Another site must not log its visitors in here, nor replace the session that they have: the login page asks them to press.
      if (isLedByAnotherSite(request)) {
        const location = pageFor(deps, underWay, `/login?${searchOf(underWay, { error: 'not_from_here' })}`)
        return reply(303, undefined, { location })
      }
      const started = await startWay(deps, underWay, { address, locale: splitPrefix(`/${query.prefix}`).prefix ?? locale }, now)
      if (started.ok) {
        const { address: there, browserKey, expiresAt } = started.value
        return reply(303, undefined, { location: there, 'set-cookie': waySetCookie(browserKey, expiresAt, secure) })
      }
      if (started.refusal.code === 'no_such_way') return refuse({ code: 'no_such_way' as const })
      return reply(303, undefined, { location: pageFor(deps, underWay, afterRefusal(underWay, started.refusal)) })
    },
  )
}

function addReturn(api: Api, deps: WaysApiDeps, secure: boolean): void {
  api.add(
    {
      method: 'get',
      path: '/api/AccountMember/LoginWay/{way}/Return',
      summary: 'Where an issuer sends the browser back to; answered with the way on',
      access: 'public',
      params: WayParams,
      answers: { 303: null },
      refusals: { no_such_way: 409 },
    },
    async ({ params, request, address, locale, now, note, audit }) => {
      const cookie = request.headers.get('cookie')
      const { searchParams } = new URL(request.url)
      const posted = readPosted(deps.tokens, searchParams.get('posted'), params.way, now)
      // What an issuer posts is not taken from an address.
      const query = deps.ways.of(params.way)?.comesBackBy === 'form' ? (posted ?? new URLSearchParams()) : searchParams
      const came = { way: params.way, query, browserKey: wayKeyOf(cookie) }
      const caller = { address, userAgent: request.headers.get('user-agent'), deviceMarks: deviceMarksOf(cookie), locale, audit }
      const { underWay, result } = await returnFromWay(deps, came, caller, now)
      if (!result.ok && result.refusal.code === 'no_such_way') return refuse({ code: 'no_such_way' as const })
      const begun = underWay ?? { way: params.way, redirect: '', prefix: '' }
      // A state works once: without the cookie it is worth nothing. One that is not this browser's leaves the cookie alone.
      const usedUp = underWay ? [waySetCookie('', new Date(0), secure)] : []
      const go = (path: string, cookies: string[] = []) =>
        reply(303, undefined, { location: pageFor(deps, begun, path), 'set-cookie': [...usedUp, ...cookies] })
      if (!result.ok) {
        note('login_failed', begun.linkTo?.memberId ?? null)
        return go(afterRefusal(begun, result.refusal))
      }
      const end = result.value
      if ('newcomer' in end) {
        const { value, expiresAt } = sealVouched(deps.tokens, end.newcomer, now)
        return go(`/register?${searchOf(begun, { way: end.newcomer.way })}`, [vouchedSetCookie(value, expiresAt, secure)])
      }
      if ('linkedTo' in end) {
        note('login_way_linked', end.linkedTo)
        return go('/member/setting?way=linked#factors')
      }
      if (end.happened) note(end.happened, end.loggedIn.member.id)
      note('login', end.loggedIn.member.id)
      await endOwnSession(deps, cookie, now)
      return go(afterLogin(deps, begun, end.loggedIn), sessionCookies(end.loggedIn, secure))
    },
  )
}

/**
 * An issuer that comes back by a form posts it from its own page: a browser sends no SameSite=Lax cookie with that, and nothing is
 * decided here. What was posted is sealed, so that no name is in an address, and a page of our own leads on by a link: with it the
 * cookie comes, and the login ends only in the browser that began it.
 */
function addPostedReturn(api: Api, deps: WaysApiDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/LoginWay/{way}/Return',
      summary: 'Where the page of an issuer posts its answer to; a page that leads on',
      access: 'public',
      params: WayParams,
      form: PostedReturnForm,
      answers: { 200: 'bytes' },
      refusals: { no_such_way: 409 },
    },
    async ({ params, request, locale, now }) => {
      if (deps.ways.of(params.way)?.comesBackBy !== 'form') return refuse({ code: 'no_such_way' as const })
      const posted = sealPosted(deps.tokens, { way: params.way, form: await readPostedForm(request) }, now)
      const { html, headers } = returningPage(`/api/AccountMember/LoginWay/${params.way}/Return?${new URLSearchParams({ posted })}`, locale)
      return reply(200, html, headers)
    },
  )
}

/** Of the fields, those that are read. More than an issuer sends is nothing: it would not fit into an address. */
async function readPostedForm(request: Request): Promise<string> {
  const fields = await readForm(request)
  const form = new URLSearchParams(
    ['state', 'code', 'error', 'iss', 'user'].flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
  )
  return form.size > 0 && form.toString().length < 6000 ? form.toString() : ''
}

const searchOf = ({ redirect }: UnderWay, more: Record<string, string>) =>
  new URLSearchParams({ ...(redirect && { redirect }), ...more }).toString()

const afterRefusal = (begun: UnderWay, { code }: StartRefusal | ReturnRefusal): string =>
  begun.linkTo ? `/member/setting?${new URLSearchParams({ way: code })}#factors` : `/login?${searchOf(begun, { error: code })}`

function afterLogin(deps: WaysApiDeps, { redirect }: UnderWay, loggedIn: Extract<WayEnd, { loggedIn: unknown }>['loggedIn']) {
  return secondStepFirst(loggedIn, deps.returnTarget(redirect, loggedIn.member.roles.length > 0))
}

/** An own page in the language of before; signed, because the browser comes from another site and the navigation guard asks. */
function pageFor({ tokens }: WaysApiDeps, { prefix }: UnderWay, path: string): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://fieldhouse.invalid')
  searchParams.set('signed', tokens.signPath(pathname))
  return withPrefix(splitPrefix(`/${prefix}`).prefix, `${pathname}?${searchParams}${hash}`)
}
