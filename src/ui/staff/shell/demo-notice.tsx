import { m } from '#i18n/generated/messages.js'
import { settingsQuery } from '#ui/session/viewer.ts'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import style from './demo-notice.module.css'

/** The demo's staff account needs no second factor: the console says so on every screen. */
export function DemoNotice() {
  const { api } = useRouteContext({ from: '__root__' })
  if (!useQuery(settingsQuery(api)).data?.demo) return null
  return (
    <p className={style.notice}>
      <StaffIcon name="alert" size={18} />
      {m.staff_demo_notice()}
    </p>
  )
}
