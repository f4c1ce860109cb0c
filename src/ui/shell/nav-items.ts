import { m } from '#i18n/generated/messages.js'
import type { IconName } from '#ui/kit/icon.tsx'
import { useRouter } from '@tanstack/react-router'
import { isCommunity, isLoggedIn, isStaff, useViewer, type Viewer } from '#ui/session/viewer.ts'

type NavItem = {
  to: string
  label: () => string
  /** One word, for places with an icon above it. */
  short?: () => string
  icon: IconName
  for: (viewer: Viewer) => boolean
  /** Whether it is in the phone's bar, which has room for few: not what the member area links to anyway. */
  onPhone?: (viewer: Viewer) => boolean
  /** False: left out of the header, because the logo or the member menu already links there. */
  inHeader?: false
}

const items: NavItem[] = [
  { to: '/', label: m.nav_home, icon: 'home', for: () => true, inHeader: false },
  { to: '/venues', label: m.nav_venues, icon: 'search', for: () => true, onPhone: (viewer) => !isLoggedIn(viewer) },
  { to: '/order', label: m.nav_order, icon: 'court', for: (viewer) => isLoggedIn(viewer) && viewer.clubRole !== 'treasurer' },
  { to: '/member/order/schedule', label: m.nav_schedule, icon: 'calendar', for: isCommunity, inHeader: false },
  { to: '/member/order/overview', label: m.nav_bookings, icon: 'file', for: isLoggedIn, inHeader: false },
  {
    to: '/member/order/ticket',
    label: m.nav_tickets,
    icon: 'ticket',
    for: isLoggedIn,
    onPhone: (viewer) => !isStaff(viewer),
    inHeader: false,
  },
  { to: '/staff', label: m.staff_console, short: m.nav_staff, icon: 'key', for: isStaff },
  { to: '/member', label: m.nav_member, short: m.nav_me, icon: 'person', for: isLoggedIn },
  { to: '/news', label: m.nav_news, icon: 'news', for: () => true, onPhone: () => false },
  { to: '/login', label: m.nav_login, icon: 'login', for: (viewer) => !isLoggedIn(viewer) },
  { to: '/register', label: m.nav_register, icon: 'register', for: (viewer) => !isLoggedIn(viewer) },
]

/** Menu items that this viewer may open. */
export function useNavItems(): NavItem[] {
  const viewer = useViewer()
  const known: object = useRouter().routesByPath
  return items.filter((item) => item.to in known && item.for(viewer))
}

/** Target of the logo: the home page, or on the wired site the nearest page that this viewer may open. */
export function useHomePath(): string {
  const known: object = useRouter().routesByPath
  const viewer = useViewer()
  const wanted = ['/', isLoggedIn(viewer) ? '/member' : '/login']
  return wanted.find((path) => path in known) ?? '/login'
}
