import type { ApiClient } from '#api-client.ts'
import { localeCookie } from '#i18n/locale.ts'
import { readCookie } from '#lib/cookies.ts'
import type { LoginAnswer, MemberAnswer } from '#modules/accounts/wire.ts'
import { rememberLanguage, useLanguage } from '#ui/shell/language.ts'
import { adoptViewer, type AppRouter } from '#ui/shell/logout.ts'
import { keepToken } from '#ui/shell/session.ts'

/** B1 from an open page: the session begins here and in every other tab. */
export async function enter(router: AppRouter, api: ApiClient, emailOrAccount: string, secret: string): Promise<MemberAnswer> {
  return adoptSession(router, await api.post<LoginAnswer>('/api/AccountMember/Login', { emailOrAccount, secret }))
}

/** What any answer that opens a session means for the page. */
export function adoptSession(router: AppRouter, { token, expiresAt, user }: LoginAnswer): MemberAnswer {
  keepToken(token, expiresAt)
  adoptViewer(router, user)
  speakAs(user)
  return user
}

/** The account's language, unless the visitor has chosen one: by the address, or by the switch some time before. */
function speakAs({ locale }: MemberAnswer): void {
  if (useLanguage.getState().prefix || readCookie(document.cookie, localeCookie)) return
  rememberLanguage(locale)
  useLanguage.setState({ locale })
}
