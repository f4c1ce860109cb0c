import { htmlLang, locales, withPrefix } from '#i18n/locale.ts'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import { useEffect, useRef } from 'react'
import { failureTitle } from './failure-title.ts'
import { contextOf } from './logout.ts'
import { publicUrl } from './public-address.ts'
import { canonicalPath } from './public-pages.ts'
import { settingsQuery } from './viewer.ts'

/** Search engines read documents: the browser only has to take away what no longer fits, and need not know how it is made. */
export const PageAddresses = import.meta.env.SSR ? Addresses : OldAddresses

/** On the open site: the one address of this page, and the same page in each language. Other pages ask not to be found. */
function Addresses() {
  const { queryClient, api } = contextOf(useRouter())
  const isOpen = queryClient.getQueryData(settingsQuery(api).queryKey)?.siteAccess === 'open'
  const path = useRouterState({
    select: ({ location, matches }) =>
      failureTitle(matches) === undefined ? canonicalPath(location.pathname, location.search as Record<string, unknown>) : undefined,
  })
  if (!isOpen || path === undefined) return <meta name="robots" content="noindex" data-address />
  const address = (at: string) => publicUrl() + at
  // As it stands in the address bar: with the prefix, if it has one.
  const own = address(withPrefix(getGlobalStartContext()?.prefix, path))
  return (
    <>
      <link rel="canonical" href={own} data-address />
      <meta property="og:url" content={own} data-address />
      {locales.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={htmlLang[locale]} href={address(withPrefix(locale, path))} data-address />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address(path)} data-address />
    </>
  )
}

/** The address of the page before would be passed on by whoever shares this one. */
function OldAddresses() {
  const path = useRouterState({ select: (state) => state.location.href })
  const first = useRef(path)
  useEffect(() => {
    if (path === first.current) return
    for (const old of document.head.querySelectorAll('[data-address]')) old.remove()
  }, [path])
  return null
}
