import { m } from '#i18n/generated/messages.js'
import { ownValue } from '#lib/own-value.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useRouterState } from '@tanstack/react-router'
import { useOutage } from '#ui/session/viewer.ts'
import style from './shell.module.css'

const texts: Record<string, () => string> = {
  community_only: m.notice_community_only,
  login_first: m.notice_login_first,
  login_to_see: m.notice_login_to_see,
  logged_out: m.notice_logged_out,
  goodbye: m.notice_goodbye,
  confirmed: m.notice_confirmed,
}

/** Message of a redirect, from `?notice=`: why the visitor is on this page and not on the one they asked for. */
export function Notice() {
  const notice = useRouterState({ select: (state) => (state.location.search as { notice?: string }).notice })
  const outage = useOutage()
  const text = outage ? m.notice_outage : notice ? ownValue(texts, notice) : undefined
  if (!text) return null
  return (
    <p className={style.notice} role="status">
      <Icon name="info" />
      {text()}
    </p>
  )
}
