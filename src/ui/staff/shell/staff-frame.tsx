import { m } from '#i18n/generated/messages.js'
import { hasRole, isStaff, useViewer } from '#ui/session/viewer.ts'
import { Notice } from '#ui/shell/notice.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { MenuButton, Rail } from './rail.tsx'
import { KeysButton, KeysSheet } from './keys-help.tsx'
import { OnDuty } from './on-duty.tsx'
import { SearchBox } from './search-box.tsx'
import style from './staff-frame.module.css'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { formatMoney } from '#i18n/money.ts'
import { useApi } from '#ui/session/use-api.ts'
import { tillsKey, tillsQuery } from '#ui/staff/kit/till-query.ts'
import { useListKeys } from '#ui/staff/kit/use-list-keys.ts'
import { useStaffLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

/**
 * Frame of the console: rail of sections, search, who is on duty. Hydrated together with the screen, not as a part of its own: both
 * show counts of the same queue, and a frame that has read it again would be ahead of the screen's HTML.
 */
export function StaffFrame({ children }: { children: ReactNode }) {
  useUnattendedMark()
  const [isHelp, setHelp] = useState(false)
  useListKeys(() => setHelp(true))
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
          <KeysButton onOpen={() => setHelp(true)} />
          <OnDuty />
        </header>
        <DemoNotice />
        <main id="main" tabIndex={-1} className={style.main}>
          <Notice />
          {children}
        </main>
      </div>
      <KeysSheet open={isHelp} onClose={() => setHelp(false)} />
    </div>
  )
}

/** The demo's staff account needs no second factor: the console says so on every screen. */
function DemoNotice() {
  if (!useViewer()?.isExemptByDemo) return null
  return (
    <aside className={style.notice}>
      <StaffIcon name="proofs" size={18} />
      {m.staff_demo_notice()}
    </aside>
  )
}

/** Whether a till is open, and what has to be in it. */
function TillState() {
  useStaffLive(['tills', 'bookings'], [[...tillsKey, 'list']])
  // Read in the browser: no screen waits for it.
  const { data } = useQuery(tillsQuery(useApi()))
  if (!data) return null
  const [first, ...more] = data.open
  return (
    <Link to="/staff/till" className={style.till} data-open={first ? true : undefined}>
      <StaffIcon name="till" size={18} />
      <span>
        {first ? m.till_state_open({ name: first.name, amount: formatMoney(first.expected) }) : m.till_state_closed()}
        {more.length > 0 && ` +${more.length}`}
      </span>
    </Link>
  )
}

/** Milliseconds without a touch, a key or a movement of the mouse after which nobody is taken to sit before the page. */
const idleAfter = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Marks the page as unattended while nobody uses it. Requests say so (ui/shell/browser-api.ts), because lists that keep
 * themselves up to date must not keep a session alive that is to end after an hour without use.
 */
function useUnattendedMark(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const onUse = () => {
      clearTimeout(timer)
      delete dataset['unattended']
      timer = setTimeout(() => (dataset['unattended'] = ''), idleAfter)
    }
    onUse()
    for (const sign of signs) addEventListener(sign, onUse, { passive: true })
    return () => {
      clearTimeout(timer)
      delete dataset['unattended']
      for (const sign of signs) removeEventListener(sign, onUse)
    }
  }, [])
}
