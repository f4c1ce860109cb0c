import { withPrefix, type Locale } from '#i18n/locale.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { contextOf, type AppRouter } from './logout.ts'
import { rememberLanguage, useLanguage } from './language.ts'
import { viewerKey } from './viewer.ts'

/** Changes the language of the open page: an address with a prefix gets the other prefix, one without stays as it is. */
export async function switchLanguage(router: AppRouter, locale: Locale, isLoggedIn: boolean): Promise<void> {
  const { queryClient, api } = contextOf(router)
  const { prefix } = useLanguage.getState()
  const { pathname, searchStr } = router.state.location
  rememberLanguage(locale)
  useLanguage.setState({ locale, prefix: prefix ? locale : undefined })
  if (prefix) router.history.replace(withPrefix(locale, pathname) + searchStr)
  // Names and texts come in the caller's language: everything but the viewer is asked for again.
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== viewerKey[0] })
  await router.invalidate()
  if (!isLoggedIn) return
  // Kept with the account; the answer says what the viewer is called in the new language.
  const viewer = await api.put<MemberAnswer>('/api/AccountMember', { locale }, { silent: true }).catch(() => undefined)
  if (viewer) queryClient.setQueryData(viewerKey, viewer)
}
