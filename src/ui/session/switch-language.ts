import { withPrefix, type Locale } from '#i18n/locale.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { contextOf, type AppRouter } from './router-context.ts'
import { rememberLanguage, useLanguage } from './language.ts'
import { viewerKey } from './viewer.ts'

/** Changes the language of the open page. An address with a language prefix gets the other prefix; one without stays. */
export async function switchLanguage(router: AppRouter, locale: Locale, isLoggedIn: boolean): Promise<void> {
  const { queryClient, api } = contextOf(router)
  const { prefix } = useLanguage.getState()
  const { pathname, searchStr } = router.state.location
  rememberLanguage(locale)
  useLanguage.setState({ locale, prefix: prefix ? locale : undefined })
  if (prefix) router.history.replace(withPrefix(locale, pathname) + searchStr)
  // API answers are in the caller's language: every query but the viewer's is removed, and pages being preloaded are aborted.
  router.clearCache()
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== viewerKey[0] })
  await router.invalidate()
  if (!isLoggedIn) return
  // Saves the language with the account; the answer has the viewer in the new language.
  const viewer = await api.put<MemberAnswer>('/api/AccountMember', { locale }, { silent: true }).catch(() => undefined)
  if (viewer) queryClient.setQueryData(viewerKey, viewer)
}
