import type { ApiClient } from '#client/api-client.ts'
import { localeCookie } from '#i18n/locale.ts'
import { readCookie } from '#lib/cookies.ts'
import type { LoginAnswer } from '#modules/logins/wire.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { rememberLanguage, useLanguage } from '#ui/session/language.ts'
import { setViewer } from '#ui/session/logout.ts'
import type { AppRouter } from '#ui/session/router-context.ts'
import { keepToken } from '#ui/session/session.ts'

/** Logs in: the session begins in this tab and in every other. */
export async function logIn(router: AppRouter, api: ApiClient, emailOrAccount: string, secret: string): Promise<MemberAnswer> {
  return startSession(router, await api.post<LoginAnswer>('/api/AccountMember/Login', { emailOrAccount, secret }))
}

/** Starts the session that an API answer has opened: stores the token, sets the viewer and the language. */
export function startSession(router: AppRouter, { token, expiresAt, user }: LoginAnswer): MemberAnswer {
  keepToken(token, expiresAt)
  setViewer(router, user)
  applyAccountLanguage(user)
  return user
}

/** Switches to the account's language, unless the visitor has chosen one by the address or the language switch. */
function applyAccountLanguage({ locale }: MemberAnswer): void {
  if (useLanguage.getState().prefix || readCookie(document.cookie, localeCookie)) return
  rememberLanguage(locale)
  useLanguage.setState({ locale })
}
