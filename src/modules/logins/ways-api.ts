import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { splitPrefix, withPrefix } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { refuse, type Result } from '#lib/result.ts'
import { IdParams } from '#modules/accounts/wire.ts'
import { whyNotNow, type ChangeRefusal } from './change-factors.ts'
import { deviceMarksOf, vouchedOf, vouchedSetCookie, wayKeyOf, waySetCookie } from './cookies.ts'
import type { WayDeps } from './deps.ts'
import { unlinkSubject, type UnlinkRefusal } from './link-way.ts'
import { returnFromWay, startWay, type ReturnRefusal, type Started, type StartRefusal, type WayEnd } from './log-in-by-way.ts'
import { sessionCookies } from './login-caller.ts'
import { listSubjects } from './subject-store.ts'
import { readVouched, sealVouched, type UnderWay } from './way-state.ts'
import { LinkAnswer, LoginWaysAnswer, StartWayQuery, VouchedAnswer, WayParams } from './wire.ts'

const notFresh = {
  confirm_secret_first: 403,
  confirm_factor_first: 403,
  confirm_login_first: 403,
} as const satisfies StatusOf<ChangeRefusal>
const startStatus = {
  no_such_way: 409,
  too_many_requests: 429,
  way_cancelled: 400,
  way_refused: 502,
  way_unreachable: 502,
} as const satisfies StatusOf<StartRefusal>
const unlinkStatus = { ...notFresh, not_found: 404, last_way: 409 } as const satisfies StatusOf<UnlinkRefusal>

type WaysApiDeps = WayDeps & { returnTarget(wanted: unknown, isStaff: boolean): string }

/** Logging in by other issuers: starting, coming back, and the member's own links. */
export function waysApi(api: Api, deps: WaysApiDeps): void {
  const secure = deps.publicUrl.startsWith('https:')
  addStart(api, deps, secure)
  addReturn(api, deps, secure)

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

  api.add(
    {
      method: 'get',
      path: '/api/AccountMember/LoginWay/List',
      summary: 'The issuers by which I can log in, and those that I can link',
      access: 'member',
      answers: { 200: LoginWaysAnswer },
    },
    async ({ session, locale }) => {
      const linked = await listSubjects(deps.db, session.memberId)
      const titleOf = (way: string) => say(deps.ways.known(way)?.title, locale) ?? way
      return reply(200, {
        linked: linked.map(({ id, way, linkedAt, lastUsedAt }) => ({
          id,
          title: titleOf(way),
          linkedAt: linkedAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        toLink: deps.ways.set
          .filter(({ name }) => !linked.some(({ way }) => way === name))
          .map(({ name, title }) => ({ name, title: say(title, locale) })),
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/LoginWay/{way}/Link',
      summary: 'The address at which I prove to an issuer who I am, to log in by it from then on',
      access: 'member',
      params: WayParams,
      answers: { 200: LinkAnswer },
      refusals: { ...startStatus, ...notFresh },
    },
    async ({ params, session, request, address, locale, now }) => {
      const stale = await whyNotNow(deps.db, session, now)
      const { prefix } = splitPrefix(new URL(request.headers.get('referer') ?? '/', deps.publicUrl).pathname)
      const linkTo = { sessionId: session.id, memberId: session.memberId }
      const underWay = { way: params.way, redirect: '', prefix: prefix ?? '', linkTo }
      const started: Result<Started, StartRefusal | ChangeRefusal> = stale
        ? refuse(stale)
        : await startWay(deps, underWay, { address, locale }, now)
      if (!started.ok) return started
      const { address: there, browserKey, expiresAt } = started.value
      return reply(200, { address: there }, { 'set-cookie': waySetCookie(browserKey, expiresAt, secure) })
    },
  )

  api.add(
    {
      method: 'delete',
      path: '/api/AccountMember/LoginWay/{id}',
      summary: 'Unlink an issuer; the last way to log in stays',
      access: 'member',
      params: IdParams,
      answers: { 204: null },
      refusals: unlinkStatus,
    },
    async ({ params, session, now, note }) => {
      const result = await unlinkSubject(deps, session, params.id, now)
      if (result.ok) note('login_way_unlinked', session.memberId)
      return done(result)
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
    async ({ params, query, address, locale, now }) => {
      const underWay = { way: params.way, redirect: query.redirect, prefix: query.prefix }
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
    async ({ params, request, address, locale, now, note }) => {
      const cookie = request.headers.get('cookie')
      const came = { way: params.way, query: new URL(request.url).searchParams, browserKey: wayKeyOf(cookie) }
      const caller = { address, userAgent: request.headers.get('user-agent'), deviceMarks: deviceMarksOf(cookie), locale }
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
      note('login', end.loggedIn.member.id)
      return go(afterLogin(deps, begun, end.loggedIn), sessionCookies(end.loggedIn, secure))
    },
  )
}

const searchOf = ({ redirect }: UnderWay, more: Record<string, string>) =>
  new URLSearchParams({ ...(redirect && { redirect }), ...more }).toString()

const afterRefusal = (begun: UnderWay, { code }: StartRefusal | ReturnRefusal): string =>
  begun.linkTo ? `/member/setting?${new URLSearchParams({ way: code })}#factors` : `/login?${searchOf(begun, { error: code })}`

function afterLogin(
  deps: WaysApiDeps,
  { redirect }: UnderWay,
  { member, isProvenTwice }: Extract<WayEnd, { loggedIn: unknown }>['loggedIn'],
) {
  const isStaff = member.roles.length > 0
  const target = deps.returnTarget(redirect, isStaff)
  // Staff show their second factor first.
  return isStaff && !isProvenTwice ? `/login/second?${new URLSearchParams({ redirect: target })}` : target
}

/** An own page in the language of before; signed, because the browser comes from another site and the navigation guard asks. */
function pageFor({ tokens }: WaysApiDeps, { prefix }: UnderWay, path: string): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://fieldhouse.invalid')
  searchParams.set('signed', tokens.signPath(pathname))
  return withPrefix(splitPrefix(`/${prefix}`).prefix, `${pathname}?${searchParams}${hash}`)
}
