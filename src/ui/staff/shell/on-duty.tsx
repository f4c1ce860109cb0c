import { m } from '#i18n/generated/messages.js'
import { logout } from '#ui/session/logout.ts'
import { isStaff, useViewer } from '#ui/session/viewer.ts'
import { ColorScheme } from '#ui/shell/color-scheme.tsx'
import { LanguageSwitch } from '#ui/shell/language-switch.tsx'
import { roleNames } from '#ui/staff/kit/role-name.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type RefObject } from 'react'
import style from './on-duty.module.css'

/** Who is on duty, with language, colour scheme, the way to the members' pages and the log-out. */
export function OnDuty() {
  const viewer = useViewer()
  const router = useRouter()
  const menu = useRef<HTMLDetailsElement>(null)
  useCloseOutside(menu)
  if (!isStaff(viewer)) return null

  async function leave(): Promise<void> {
    // First away from here: without a session the console does not exist, and its address would answer 404.
    await router.navigate({ to: '/login', search: { notice: 'logged_out' } })
    await logout(router)
  }

  return (
    <details ref={menu} className={style.menu}>
      <summary>
        <StaffIcon name="person" />
        <span className={style.who}>
          <b>{viewer.name}</b>
          <span>{roleNames(viewer.roles)}</span>
        </span>
        <StaffIcon name="down" size={16} />
      </summary>
      <div className={style.panel}>
        <p className={style.session}>
          <b>{viewer.name}</b> · {roleNames(viewer.roles)}
          <br />
          {viewer.email}
        </p>
        <p className={style.session}>{m.staff_session_idle()}</p>
        <div className={style.tools}>
          <LanguageSwitch />
          <ColorScheme />
        </div>
        <Link to="/member/setting" className={style.item}>
          {m.staff_own_account()}
        </Link>
        <Link to="/" className={style.item}>
          {m.staff_to_site()}
        </Link>
        <StaffButton look="quiet" onClick={() => void leave()}>
          {m.nav_logout()}
        </StaffButton>
      </div>
    </details>
  )
}

/** Closes the menu on Escape, on a press elsewhere, and when the focus leaves it. */
function useCloseOutside(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current
      if (element?.open && event.target instanceof Node && !element.contains(event.target)) element.open = false
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      // For the menu alone: what is open on the screen stays open.
      event.preventDefault()
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
      document.removeEventListener('keydown', escape)
    }
  }, [menu])
}
