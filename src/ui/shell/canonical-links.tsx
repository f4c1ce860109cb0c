import { locales } from '#i18n/languages.ts'
import { htmlLang, withPrefix } from '#i18n/locale.ts'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import { useEffect, useRef } from 'react'
import { failureTitle } from './failure-title.ts'
import { contextOf } from '#ui/session/router-context.ts'
import { publicUrl } from './public-address.ts'
import { canonicalPath } from './public-pages.ts'
import { settingsQuery } from '#ui/session/viewer.ts'

/**
 * Search engines read the server's HTML only: in the browser the links are only removed when they no longer fit, and the code
 * that makes them is not loaded.
 */
export const CanonicalLinks = import.meta.env.SSR ? ServerLinks : StaleLinksRemover

/** On the open site: canonical address of the page and its alternates in each language. Other pages are `noindex`. */
function ServerLinks() {
  const { queryClient, api } = contextOf(useRouter())
  const isOpen = queryClient.getQueryData(settingsQuery(api).queryKey)?.siteAccess === 'open'
  const path = useRouterState({
    select: ({ location, matches }) =>
      failureTitle(matches) === undefined ? canonicalPath(location.pathname, location.search as Record<string, unknown>) : undefined,
  })
  if (!isOpen || path === undefined) return <meta name="robots" content="noindex" data-address />
  const address = (at: string) => publicUrl() + at
  // The canonical address has the language prefix if the request had one.
  const own = address(withPrefix(getGlobalStartContext()?.prefix, path))
  return (
    <>
      <link rel="canonical" href={own} data-address />
      <meta property="og:url" content={own} data-address />
      {locales.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={htmlLang(locale)} href={address(withPrefix(locale, path))} data-address />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address(path)} data-address />
    </>
  )
}

/** Removes the links after a navigation: they belong to the page before, and sharing this page would pass on that page's address. */
function StaleLinksRemover() {
  const path = useRouterState({ select: (state) => state.location.href })
  const first = useRef(path)
  useEffect(() => {
    if (path === first.current) return
    for (const old of document.head.querySelectorAll('[data-address]')) old.remove()
  }, [path])
  return null
}
