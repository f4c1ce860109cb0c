import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { htmlLang, withPrefix } from '#i18n/locale.ts'
import { schemeScript } from '#ui/kit/color-scheme.ts'
import { HeadContent, Scripts, useRouter, useRouterState } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { failureTitle } from './error-pages.tsx'
import { useLanguage } from './language.ts'

/** The whole HTML document, around every page and every error page. */
export function Document({ children }: { children: ReactNode }) {
  useLanguage((language) => language.locale)
  const nonce = useRouter().options.ssr?.nonce
  return (
    <html lang={htmlLang[getLocale()]} data-api-base={apiBase()} data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <Title />
        <HeadContent />
        <Alternates />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: schemeScript }} />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

/** What the page calls itself, or why there is none. One element, so that the two never stand side by side. */
function Title() {
  const title = useRouterState({
    select: ({ matches }) => {
      const failed = failureTitle(matches)
      if (failed) return `${failed} · ${m.site_name()}`
      const own = matches
        .flatMap((match) => match.meta ?? [])
        .findLast((meta) => meta && 'property' in meta && meta.property === 'og:title')
      return own?.content ?? m.site_name()
    },
  })
  return <title>{title}</title>
}

/** Search engines find the page in the other language. */
function Alternates() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <>
      <link rel="alternate" hrefLang="zh-Hant-TW" href={withPrefix('tw', path)} />
      <link rel="alternate" hrefLang="en-GB" href={withPrefix('en', path)} />
      <link rel="alternate" hrefLang="x-default" href={path} />
    </>
  )
}

const apiBase = (): string | undefined =>
  getGlobalStartContext()?.publicConfig.apiBase ??
  (typeof document === 'undefined' ? undefined : document.documentElement.dataset['apiBase'])
