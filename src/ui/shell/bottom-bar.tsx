import { m } from '#i18n/generated/messages.js'
import { Icon } from '#ui/kit/icon.tsx'
import style from './bottom-bar.module.css'
import { LogoutButton } from './logout-button.tsx'
import { useNavItems } from './nav-items.ts'
import { NavLink } from './nav-link.tsx'
import { isLoggedIn, useViewer } from './viewer.ts'

/** Phones: everything that matters, under the thumb. */
export function BottomBar() {
  const viewer = useViewer()
  const items = useNavItems().filter(({ onPhone }) => onPhone?.(viewer) ?? true)
  return (
    <nav className={style.bar} aria-label={m.nav_main()}>
      {items.map((item) => (
        <NavLink key={item.to} to={item.to} className={style.item}>
          <Icon name={item.icon} />
          <span>{(item.short ?? item.label)()}</span>
        </NavLink>
      ))}
      {isLoggedIn(viewer) && <LogoutButton className={style.item} withIcon />}
    </nav>
  )
}
