import { m } from '#i18n/generated/messages.js'
import { useViewer } from '#ui/session/viewer.ts'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import style from './staff-frame.module.css'

/** The demo's staff account needs no second factor: the console says so on every screen. */
export function DemoNotice() {
  if (!useViewer()?.isExemptByDemo) return null
  return (
    <aside className={style.notice}>
      <StaffIcon name="proofs" size={18} />
      {m.staff_demo_notice()}
    </aside>
  )
}
