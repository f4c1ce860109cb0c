import { reply, type Api } from '#http/call.ts'
import { readForm } from '#http/read-json.ts'
import { refuse } from '#lib/result.ts'
import { TooBusy } from '#lib/bounded-queue.ts'
import { splitPrefix, withPrefix } from '#i18n/locale.ts'
import { deviceMarksCookie, deviceMarksOf, loginCookies, triedNameCookies } from './cookies.ts'
import type { LoginDeps } from './deps.ts'
import { endOwnSession } from './end-own-session.ts'
import { isFromOwnPage, secondStepFirst } from './login-caller.ts'
import { logIn } from './log-in.ts'
import { noteFailedLogin } from './note-failed-login.ts'
import { LoginBody, LoginFormBody } from './wire.ts'

export type LoginFormDeps = {
  returnTarget(wanted: unknown, isStaff: boolean): string
  /** The demo's accounts, which anybody may log in to by one button, and their published secret. */
  demo: { accounts: readonly string[]; secret: string } | undefined
}

/** Logging in by a plain HTML form, for when the page's scripts have not loaded yet; answers with a redirect. */
export function loginFormApi(api: Api, deps: LoginDeps, { returnTarget, demo }: LoginFormDeps): void {
  const secure = deps.publicUrl.startsWith('https:')

  api.add(
    {
      method: 'post',
      path: '/api/AccountMember/LoginForm',
      summary: 'B1 by a plain form',
      access: 'public',
      form: LoginFormBody,
      answers: { 303: null },
    },
    async ({ request, address, locale, now, note }) => {
      const fields = await readForm(request)
      const { prefix } = splitPrefix(`/${fields['prefix'] ?? ''}`)
      const fromHere = isFromOwnPage(request, deps.publicUrl)
      const back = (error: string, wait?: number) => {
        const search = new URLSearchParams({
          ...(fields['redirect'] ? { redirect: fields['redirect'] } : {}),
          error,
          ...(wait ? { wait: String(wait) } : {}),
        })
        return reply(303, undefined, {
          location: `${withPrefix(prefix, '/login')}?${search}`,
          'set-cookie': fromHere && fields['emailOrAccount'] ? triedNameCookies(fields['emailOrAccount'], secure, now) : [],
        })
      }
      // Against login CSRF: another site must not log its visitors in here as somebody else.
      if (!fromHere) return back('not_from_here')
      const guest = demo?.accounts.find((account) => account === fields['demo'])
      const body = LoginBody.safeParse(guest ? { emailOrAccount: guest, secret: demo!.secret } : fields)
      if (!body.success) return back('incomplete')
      const deviceMarks = deviceMarksOf(request.headers.get('cookie'))
      const userAgent = request.headers.get('user-agent')
      const caller = { address, userAgent, isBrowser: true, deviceMarks, locale, isExempt: guest !== undefined }
      const result = await logIn(deps, body.data, caller, now).catch((error: unknown) => {
        if (error instanceof TooBusy) return refuse({ code: 'busy', retryAfterSeconds: error.retryAfterSeconds })
        throw error
      })
      if (!result.ok) await noteFailedLogin(deps, note, body.data.emailOrAccount, result.refusal)
      if (!result.ok) return back(result.refusal.code, 'retryAfterSeconds' in result.refusal ? result.refusal.retryAfterSeconds : undefined)
      const { token, expiresAt, bindingKey, device, member } = result.value
      note('login', member.id)
      await endOwnSession(deps, request.headers.get('cookie'), now)
      const next = secondStepFirst(result.value, returnTarget(fields['redirect'], member.roles.length > 0))
      return reply(303, undefined, {
        location: withPrefix(prefix, next),
        'set-cookie': [
          ...loginCookies(token, bindingKey!, expiresAt, secure),
          deviceMarksCookie(device.marks, device.expiresAt, secure),
          ...triedNameCookies(undefined, secure, now),
        ],
      })
    },
  )
}
