import { m } from '#i18n/generated/messages.js'
import { hasRole, isStaff, useViewer } from '#ui/session/viewer.ts'
import { Notice } from '#ui/shell/notice.tsx'
import type { ReactNode } from 'react'
import { DemoNotice } from './demo-notice.tsx'
import { MenuButton, Rail } from './rail.tsx'
import { OnDuty } from './on-duty.tsx'
import { SearchBox } from './search-box.tsx'
import { useUnattendedMark } from './use-unattended-mark.ts'
import { TillState } from './till-state.tsx'
import style from './staff-frame.module.css'

/**
 * Frame of the console: rail of sections, search, who is on duty. Hydrated together with the screen, not as a part of its own: both
 * show counts of the same queue, and a frame that has read it again would be ahead of the screen's HTML.
 */
export function StaffFrame({ children }: { children: ReactNode }) {
  useUnattendedMark()
  const viewer = useViewer()
  // Somebody has logged out in this tab or in another one: the guard is about to lead them away.
  if (!isStaff(viewer)) return null
  const { roles } = viewer
  return (
    <div className={style.frame}>
      <a className={style.skip} href="#main">
        {m.nav_skip()}
      </a>
      <Rail roles={roles} />
      <div className={style.side}>
        <header className={style.top}>
          <MenuButton roles={roles} />
          <SearchBox roles={roles} />
          {hasRole(viewer, 'admin', 'manager', 'desk', 'finance') && <TillState />}
          <OnDuty />
        </header>
        <DemoNotice />
        <main id="main" tabIndex={-1} className={style.main}>
          <Notice />
          {children}
        </main>
      </div>
    </div>
  )
}
