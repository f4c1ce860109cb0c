import { m } from '#i18n/generated/messages.js'
import { lazy } from 'react'
import style from './error-pages.module.css'

/*
 * The error pages are not part of the first load: they are fetched when a page fails, or some time after hydration. When they
 * cannot be fetched because the network is gone, a sentence is shown instead.
 */
const load = () => import('./error-pages.tsx')

// The styles belong to every document, for a page that fails on the server is shown without scripts as well.
const Plain = () => (
  <p role="alert" className={style.description}>
    {m.error_request_failed()}
  </p>
)

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
