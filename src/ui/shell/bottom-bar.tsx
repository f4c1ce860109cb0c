import { m } from '#i18n/generated/messages.js'
import { Icon } from '#ui/kit/icon.tsx'
import { useHydrated } from '@tanstack/react-router'
import style from './bottom-bar.module.css'
import { useNavItems } from './nav-items.ts'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { useViewer } from '#ui/session/viewer.ts'

const ToPayBadge = lazyWithRetry(async () => (await import('#ui/orders/to-pay-badge.tsx')).ToPayBadge)

/** Tab bar at the bottom of the screen, on phones only. */
export function BottomBar() {
  const viewer = useViewer()
  const hydrated = useHydrated()
  const items = useNavItems().filter(({ onPhone }) => onPhone?.(viewer) ?? true)
  return (
    <nav className={style.bar} data-around aria-label={m.nav_main()}>
      {items.map((item) => (
        <NavLink key={item.to} to={item.to} exact={item.to === '/' || item.to === '/member'} className={style.item}>
          <Icon name={item.icon} />
          {hydrated && item.to === '/member/order/overview' && (
            <span className={style.badge}>
              <ToPayBadge />
            </span>
          )}
          <span>{(item.short ?? item.label)()}</span>
        </NavLink>
      ))}
    </nav>
  )
}
