import '#ui/styles.css'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { RouterContext } from '#ui/session/router-context.ts'
import { Document } from '#ui/shell/document.tsx'
import { ErrorView, NotFoundView } from '#ui/shell/failure-views.tsx'
import { Shell } from '#ui/shell/shell.tsx'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { guardPage } from './-guard-page.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: guardPage,
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'description', content: m.site_description() },
      { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#faf8f2' },
      { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#14170f' },
      { property: 'og:site_name', content: m.site_name() },
      { property: 'og:locale', content: getLocale() === 'tw' ? 'zh_TW' : 'en_GB' },
    ],
    links: [
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }),
  shellComponent: Document,
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  notFoundComponent: NotFoundView,
  errorComponent: ({ error, reset }) => (
    <Shell layout="default">
      <ErrorView error={error} reset={reset} />
    </Shell>
  ),
})
