import { m } from '#i18n/generated/messages.js'
import { lazy } from 'react'

/*
 * The error pages are not part of the first load: they are fetched when a page fails, or some time after hydration. When they
 * cannot be fetched because the network is gone, a sentence is shown instead.
 */
const load = () => import('./error-pages.tsx')

const Plain = () => <p role="alert">{m.error_request_failed()}</p>

export const NotFoundView = lazy(() =>
  load().then(
    (pages) => ({ default: pages.NotFoundView }),
    () => ({ default: Plain }),
  ),
)

export const ErrorView = lazy(() =>
  load().then(
    (pages) => ({ default: pages.ErrorView }),
    () => ({ default: Plain }),
  ),
)

export const fetchErrorPages = (): void => void load().catch(() => undefined)
