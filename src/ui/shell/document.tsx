import { getLocale } from '#i18n/generated/runtime.js'
import { htmlLang, withPrefix } from '#i18n/locale.ts'
import { colorSchemeKey, theme } from '#ui/theme.ts'
import { ColorSchemeScript, localStorageColorSchemeManager, MantineProvider, mantineHtmlProps } from '@mantine/core'
import { HeadContent, Scripts, useRouter, useRouterState } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { useLanguage } from './language.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeKey })

/** The whole HTML document, around every page and every error page. */
export function Document({ children }: { children: ReactNode }) {
  useLanguage((language) => language.locale)
  const nonce = useRouter().options.ssr?.nonce
  return (
    <html lang={htmlLang[getLocale()]} data-api-base={apiBase()} {...mantineHtmlProps}>
      <head>
        <HeadContent />
        <Alternates />
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" localStorageKey={colorSchemeKey} />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          colorSchemeManager={colorSchemeManager}
          withCssVariables={false}
          withGlobalClasses={false}
          withStaticClasses={false}
          getStyleNonce={() => nonce ?? ''}
        >
          {children}
        </MantineProvider>
        <Scripts />
      </body>
    </html>
  )
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

const apiBase = (): string | undefined => getGlobalStartContext()?.publicConfig.apiBase ?? (typeof document === 'undefined' ? undefined : document.documentElement.dataset['apiBase'])
