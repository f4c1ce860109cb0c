import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { useRestorePersistedStores } from '#ui/kit/persisted-store.ts'
import { ToastHost } from '#ui/kit/toast.tsx'
import { useRouterState } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { BottomBar } from './bottom-bar.tsx'
import { Brand } from './brand.tsx'
import { useReplayEarlyTaps } from './early-taps.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useLanguage } from '#ui/session/language.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Notice } from './notice.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import style from './shell.module.css'

/** Which layout a route asks for; `default` when it says nothing. */
export type Layout = 'default' | 'highlights' | 'validation' | 'none' | 'staff'

/** Layout around a page: header, navigation, footer, bottom bar. */
export function Shell({ children, layout }: { children: ReactNode; layout?: Layout }) {
  const chosen = useRouterState({ select: ({ matches }) => layoutOf(matches) })
  useLanguage((language) => language.locale)
  useRestorePersistedStores()
  useReplayEarlyTaps()
  return (
    // A new key after a language switch renders everything again.
    <div key={getLocale()} className={style.shell}>
      <ProgressBar />
      <Frame layout={layout ?? chosen ?? 'default'}>{children}</Frame>
      <RouteAnnouncer />
      <ToastHost />
    </div>
  )
}

type Matches = readonly { staticData: { layout?: Layout }; _notFound?: boolean }[]

/** Layout of the innermost route that asks for one. A path that the root answers with 404 has the default one, whatever route it matched. */
const layoutOf = (matches: Matches): Layout | undefined =>
  matches[0]?._notFound ? undefined : matches.findLast((match) => match.staticData.layout)?.staticData.layout

function Frame({ layout, children }: { layout: Layout; children: ReactNode }) {
  if (layout === 'none') return <main id="main">{children}</main>
  // The console brings its own frame with it.
  if (layout === 'staff') return children
  if (layout === 'validation') {
    return (
      <>
        <header className={style.plainHeader}>
          <Brand />
          <LanguageSwitch />
        </header>
        <main id="main" tabIndex={-1} className={style.validation}>
          {children}
        </main>
      </>
    )
  }
  // Each part is hydrated by itself (Suspense), so that none blocks input for long.
  return (
    <>
      <a className={style.skip} href="#main">
        {m.nav_skip()}
      </a>
      <Suspense>
        <Header />
      </Suspense>
      <main id="main" tabIndex={-1} className={layout === 'highlights' ? style.wide : style.main}>
        <Notice />
        <Suspense>{children}</Suspense>
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <Suspense>
        <BottomBar />
      </Suspense>
    </>
  )
}
