import { m } from '#i18n/generated/messages.js'
import { lazy } from 'react'

/*
 * The error pages are not part of the first load: their file is fetched when a page fails, or some time after the first
 * page answers. When that fails too, because there is no network, a sentence stands in for them.
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
