import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isExpected } from '#client/page-failure.ts'
import { getRouter } from './router.tsx'
import { fetchErrorPages } from '#ui/shell/failure-views.tsx'
import { followDocumentLanguage } from '#ui/session/language.ts'
import { followOtherTabs, hasViewerChanged } from '#ui/session/logout.ts'
import { reloadOnStaleChunk } from '#ui/shell/stale-chunk.ts'
import { m } from '#i18n/generated/messages.js'
import { followScheme } from '#ui/kit/color-scheme.ts'
import { toast } from '#ui/kit/toast.tsx'

reloadOnStaleChunk(() => toast('error', m.error_request_failed()))
followDocumentLanguage()
// Hydration starts in a task of its own, and in steps: between two tasks the browser can scroll.
setTimeout(start)

function start(): void {
  const router = getRouter()
  followOtherTabs(router)
  followScheme()
  watchForms()
  setTimeout(hydrate, 0, router)
  setTimeout(startBackgroundWork, 2500, router)
}

/** Loads what watches forms when somebody begins to use the page, with what they have sent until it has come. */
function watchForms(): void {
  const events = ['focusin', 'pointerdown', 'keydown', 'click', 'submit']
  let latest: Event
  let isLoading = false
  const load = async (): Promise<void> => {
    const { watchRefusedForms } = await import('#ui/kit/refused-forms.ts').catch(() => ({ watchRefusedForms: undefined }))
    isLoading = watchRefusedForms !== undefined
    // Without a connection: at the next event.
    if (!watchRefusedForms) return
    for (const one of events) document.removeEventListener(one, note, true)
    watchRefusedForms(latest)
  }
  function note(event: Event): void {
    latest = event
    if (!isLoading) void load()
    isLoading = true
  }
  for (const one of events) document.addEventListener(one, note, true)
}

/** Work that nothing on the page waits for, some time after hydration. */
function startBackgroundWork(router: ReturnType<typeof getRouter>): void {
  fetchErrorPages()
  void import('#ui/shell/background-work.ts').then(({ workInBackground }) => workInBackground(router))
}

function hydrate(router: ReturnType<typeof getRouter>): void {
  // RouterClient instead of TanStack Start's own entry, which carries the transport of server functions: there are none.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
      {
        // An expected refusal (404, 403 …) is shown on the page; only unexpected errors are logged.
        onCaughtError: (error) => isExpected(error) || console.error(error),
        onRecoverableError: (error) =>
          hasViewerChanged() || isExpected(error instanceof Error && error.cause ? error.cause : error) || reportError(error),
      },
    )
  })
}
