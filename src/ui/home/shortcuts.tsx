import { m } from '#i18n/generated/messages.js'
import type { IconName } from '#ui/kit/icon.tsx'
import { RoundIcon } from '#ui/kit/round-icon.tsx'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { isCommunity, isLoggedIn, isStaff, useViewer, type Viewer } from '#ui/session/viewer.ts'
import { useRouter } from '@tanstack/react-router'
import style from './home.module.css'

type Shortcut = { to: string; icon: IconName; title: () => string; for: (viewer: Viewer) => boolean }

const isVisitor = (viewer: Viewer) => !isLoggedIn(viewer)
const isGuest = (viewer: Viewer) => isLoggedIn(viewer) && !isStaff(viewer)

const shortcuts: Shortcut[] = [
  { to: '/staff', icon: 'key', title: m.home_go_staff, for: isStaff },
  { to: '/member/order/schedule', icon: 'calendar', title: m.home_go_schedule, for: isCommunity },
  { to: '/order', icon: 'court', title: m.home_go_order, for: isLoggedIn },
  { to: '/member/order/overview', icon: 'ticket', title: m.home_go_bookings, for: isGuest },
  { to: '/member', icon: 'person', title: m.home_go_member, for: isLoggedIn },
  { to: '/login', icon: 'login', title: m.home_go_login, for: isVisitor },
  { to: '/register', icon: 'register', title: m.home_go_register, for: isVisitor },
  { to: '/documents', icon: 'file', title: m.home_go_documents, for: isVisitor },
  { to: '/repair', icon: 'wrench', title: m.home_go_repair, for: () => true },
]

/** The pages that this viewer needs most often. */
export function Shortcuts() {
  const viewer = useViewer()
  const known: object = useRouter().routesByPath
  const shown = shortcuts.filter((one) => one.to in known && one.for(viewer)).slice(0, 4)
  return (
    <nav aria-label={m.home_shortcuts()}>
      <ul className={style.shortcuts}>
        {shown.map((one) => (
          <li key={one.to}>
            <NavLink to={one.to} className={style.shortcut}>
              <Label {...one} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Label({ icon, title }: Pick<Shortcut, 'icon' | 'title'>) {
  return (
    <>
      <RoundIcon name={icon} />
      <b>{title()}</b>
    </>
  )
}
