import { m } from '#i18n/generated/messages.js'
import { useRouterState } from '@tanstack/react-router'
import style from './shell.module.css'

/** Shown when a navigation takes noticeably long. */
export function ProgressBar() {
  const loading = useRouterState({ select: (state) => state.isLoading && state.status === 'pending' })
  return loading ? <div className={style.bar} role="progressbar" aria-label={m.nav_loading()} /> : null
}
