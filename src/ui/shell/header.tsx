import { m } from '#i18n/generated/messages.js'
import { Brand } from './brand.tsx'
import { ColorScheme } from './color-scheme.tsx'
import style from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { LogoutButton } from '#ui/session/logout-button.tsx'
import { useNavItems } from './nav-items.ts'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { useLayout } from '#ui/session/page-layout.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'

export function Header() {
  const items = useNavItems().filter(({ inHeader }) => inHeader !== false)
  const viewer = useViewer()
  const layout = useLayout()
  return (
    <header className={style.header}>
      <div className={style.inside}>
        <Brand />
        <nav className={style.nav} aria-label={m.nav_main()}>
          {items.map((item) => (
            <NavLink key={item.to} to={item.to} className={style.link}>
              {item.label()}
            </NavLink>
          ))}
        </nav>
        <div className={style.tools}>
          <LanguageSwitch />
          {/* That page is dark in both schemes. */}
          {layout !== 'highlights' && <ColorScheme />}
          {isLoggedIn(viewer) && <LogoutButton className={style.logout} />}
        </div>
      </div>
    </header>
  )
}
