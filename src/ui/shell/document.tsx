import { getLocale } from '#i18n/generated/runtime.js'
import { htmlLang } from '#i18n/locale.ts'
import { schemeScript } from '#ui/kit/color-scheme.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { earlyTapsScript, forgetEarlyTap } from './early-taps.ts'
import { failureTitle } from './failure-title.ts'
import { contextOf } from '#ui/session/router-context.ts'
import { useLayout } from '#ui/session/page-layout.ts'
import { centreName, settingsQuery } from '#ui/session/viewer.ts'
import { useLanguage } from '#ui/session/language.ts'
import { CanonicalLinks } from './canonical-links.tsx'
import { PageHead, PageScripts } from './page-files.tsx'
import { publicUrl } from './public-address.ts'

/** The HTML document around every page and every error page. */
export function Document({ children }: { children: ReactNode }) {
  useLanguage((language) => language.locale)
  const nonce = useRouter().options.ssr?.nonce
  return (
    <html lang={htmlLang(getLocale())} data-api-base={apiBase()} data-public-url={publicUrl()} data-scheme="light" suppressHydrationWarning>
      <head>
        <Title />
        <ThemeColours />
        <PageHead />
        <CentreStyle nonce={nonce} />
        <CanonicalLinks />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: `${schemeScript};${earlyTapsScript}` }} />
      </head>
      <body onClickCapture={forgetEarlyTap}>
        {children}
        <PageScripts />
      </body>
    </html>
  )
}

/** Colour of the browser's own bars. Not in the head of a route: there, only the last of one name is kept. */
function ThemeColours() {
  const isDark = useLayout() === 'highlights'
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={isDark ? '#1a1e14' : '#faf8f2'} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={isDark ? '#1a1e14' : '#14170f'} />
    </>
  )
}

/** Title of the page, or of the error page. One element, so that there are never two titles. */
function Title() {
  const { queryClient } = contextOf(useRouter())
  const centre = useLoadedCentre()?.name ?? centreName(queryClient)
  const title = useRouterState({
    select: ({ matches }) => {
      const failed = failureTitle(matches)
      if (failed) return failed
      const own = matches
        .flatMap((match) => match.meta ?? [])
        .findLast((meta) => meta && 'property' in meta && meta.property === 'og:title')
      return own?.content
    },
  })
  return <title>{title === undefined ? centre : `${title} · ${centre}`}</title>
}

/** Variables of the centre's colour, when it has one: in the document itself, so that they cost no request. */
function CentreStyle({ nonce }: { nonce: string | undefined }) {
  const css = useLoadedCentre()?.style
  return css ? <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} /> : null
}

/** The document stands around the provider of queries. */
function useLoadedCentre() {
  const { queryClient, api } = contextOf(useRouter())
  return useQuery({ ...settingsQuery(api), enabled: false }, queryClient).data?.centre
}

const apiBase = (): string | undefined =>
  getGlobalStartContext()?.publicConfig.apiBase ??
  (typeof document === 'undefined' ? undefined : document.documentElement.dataset['apiBase'])
