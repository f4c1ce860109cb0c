import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isExpected } from './page-failure.ts'
import { getRouter } from './router.tsx'
import { fetchErrorPages } from './ui/shell/failure-views.tsx'
import { speakDocumentLanguage } from './ui/shell/language.ts'
import { followOtherTabs, hasViewerChanged } from './ui/shell/logout.ts'
import { reloadOnStaleChunk } from './ui/shell/stale-chunk.ts'
import { m } from './i18n/generated/messages.js'
import { followScheme } from './ui/kit/color-scheme.ts'
import { toast } from './ui/kit/toast.tsx'

reloadOnStaleChunk(() => toast('error', m.error_request_failed()))
speakDocumentLanguage()
// Everything is only loaded when this runs. It goes on in steps, and between two of them a thumb can scroll.
setTimeout(start)

function start(): void {
  const router = getRouter()
  followOtherTabs(router)
  followScheme()
  setTimeout(comeAlive, 0, router)
  setTimeout(rememberAndWait, 2500, router)
}

/** Nobody waits for these, so they come after everything that somebody waits for. */
function rememberAndWait(router: ReturnType<typeof getRouter>): void {
  fetchErrorPages()
  void import('./ui/shell/remember-places.ts').then(({ rememberPlaces }) => rememberPlaces(router))
  void import('./ui/shell/wait-for-service.ts').then(({ waitForService }) => waitForService(router))
}

function comeAlive(router: ReturnType<typeof getRouter>): void {
  // RouterClient rather than Start's own entry: that one carries the transport of server functions, and there are none.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
      {
        // A page that refuses on purpose says so on the page; only surprises belong into the console.
        onCaughtError: (error) => isExpected(error) || console.error(error),
        onRecoverableError: (error) =>
          hasViewerChanged() || isExpected(error instanceof Error && error.cause ? error.cause : error) || reportError(error),
      },
    )
  })
}
