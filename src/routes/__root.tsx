import '#ui/styles.css'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { languages } from '#i18n/languages.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { useDropReturnTarget } from '#ui/accounts/return-target.ts'
import { useKeepToMember } from '#ui/session/logout.ts'
import { centreIn, centreName, isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { Document } from '#ui/shell/document.tsx'
import { ErrorView, NotFoundView } from '#ui/shell/failure-views.tsx'
import { Shell } from '#ui/shell/shell.tsx'
import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router'
import { guardPage } from './-guard-page.ts'

const icons = (logo: { icon: string; touchIcon: string } | null | undefined) =>
  logo
    ? [
        { rel: 'icon', href: logo.icon, type: 'image/png' },
        { rel: 'apple-touch-icon', href: logo.touchIcon },
      ]
    : [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: guardPage,
  head: ({ match: { context } }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'description', content: m.site_description() },
      { property: 'og:site_name', content: centreName(context.queryClient) },
      { property: 'og:locale', content: languages[getLocale()].openGraph },
    ],
    links: [...icons(centreIn(context.queryClient)?.logo), { rel: 'manifest', href: `/manifest.webmanifest?lang=${getLocale()}` }],
  }),
  shellComponent: Document,
  component: Root,
  notFoundComponent: NotFoundView,
  errorComponent: ({ error, reset }) => (
    <Shell layout="default">
      <ErrorView error={error} reset={reset} />
    </Shell>
  ),
})

function Root() {
  const viewer = useViewer()
  useKeepToMember(viewer?.id)
  useDropReturnTarget(isLoggedIn(viewer), useRouterState({ select: ({ location }) => location.pathname }))
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
