import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { splitPrefix } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { refuse, type Result } from '#lib/result.ts'
import { IdParams } from '#modules/accounts/wire.ts'
import { whyNotNow, type ChangeRefusal } from './change-factors.ts'
import { waySetCookie } from './cookies.ts'
import type { LoginDeps } from './deps.ts'
import { unlinkSubject, type UnlinkRefusal } from './link-way.ts'
import { startWay, type Started, type StartRefusal } from './log-in-by-way.ts'
import { listSubjects } from './subject-store.ts'
import { LinkAnswer, LoginWaysAnswer, WayParams } from './wire.ts'

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
const unlinkStatus = { ...notFresh, not_found: 404, last_way: 409, staff_way: 409 } as const satisfies StatusOf<UnlinkRefusal>

/** The other issuers by which a member logs in. */
export function ownWaysApi(api: Api, deps: LoginDeps): void {
  const secure = deps.publicUrl.startsWith('https:')

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
        toLink: deps.ways.buttons(locale).filter(({ name }) => !linked.some(({ way }) => way === name)),
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
      const stale = await whyNotNow(deps, session, now)
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
