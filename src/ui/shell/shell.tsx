import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { useRestorePersistedStores } from '#ui/kit/persisted-store.ts'
import { ToastHost } from '#ui/kit/toast.tsx'
import { useRouterState } from '@tanstack/react-router'
import { Suspense, type ReactNode, useEffect, useRef, useState } from 'react'
import { BottomBar } from './bottom-bar.tsx'
import { Brand } from './brand.tsx'
import { useReplayEarlyTaps } from './early-taps.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useLanguage } from '#ui/session/language.ts'
import { isBare, type Layout, useLayout, useTask } from '#ui/session/page-layout.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Notice } from './notice.tsx'
import style from './shell.module.css'

/** Layout around a page: header, navigation, footer, bottom bar. */
export function Shell({ children, layout }: { children: ReactNode; layout?: Layout }) {
  const chosen = useLayout()
  const shown = layout ?? chosen
  const task = useTask()
  useLanguage((language) => language.locale)
  useRestorePersistedStores()
  useReplayEarlyTaps()
  return (
    // A new key after a language switch renders everything again.
    <div
      key={getLocale()}
      className={style.shell}
      data-layout={shown}
      data-menu={task && (task.menu ?? 'never')}
      data-scheme={shown === 'highlights' ? 'dark' : undefined}
    >
      <ProgressBar />
      <Frame layout={shown}>{children}</Frame>
      <RouteAnnouncer />
      <ToastHost />
    </div>
  )
}

function Frame({ layout, children }: { layout: Layout; children: ReactNode }) {
  const task = useTask()
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
      {layout !== 'area' && !isBare(task) && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
      {!isBare(task) && (
        <Suspense>
          <BottomBar />
        </Suspense>
      )}
    </>
  )
}

/** Shown when a navigation takes noticeably long. */
function ProgressBar() {
  const loading = useRouterState({ select: (state) => state.isLoading && state.status === 'pending' })
  return loading ? <div className={style.bar} role="progressbar" aria-label={m.nav_loading()} /> : null
}

/** Announces a navigation to screen readers, as loading a document would. */
function RouteAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const first = useRef(path)
  const [said, say] = useState('')
  useEffect(() => {
    if (path === first.current) return
    first.current = undefined
    say(document.title)
  }, [path])
  return (
    <div className="sr-only" role="status" aria-live="polite">
      {said}
    </div>
  )
}
