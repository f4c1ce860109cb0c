import { m } from '#i18n/generated/messages.js'
import { Brand } from './brand.tsx'
import { ColorScheme } from './color-scheme.tsx'
import style from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { LogoutButton } from '#ui/session/logout-button.tsx'
import { useNavItems } from './nav-items.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Link, useHydrated, type LinkProps } from '@tanstack/react-router'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { isBare, useLayout, useTask } from '#ui/session/page-layout.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'

/** Fetched for members only. */
const MemberHead = lazyWithRetry(async () => (await import('./member-head.tsx')).MemberHead)

/** On a phone the way back from a task stands in the place of the centre's name; which parts are shown when, shell.module.css says. */
export function Header() {
  const items = useNavItems().filter(({ inHeader }) => inHeader !== false)
  const viewer = useViewer()
  const layout = useLayout()
  const task = useTask()
  const hydrated = useHydrated()
  return (
    <header className={style.header}>
      <div className={style.inside}>
        <div className={style.brand} data-around={task?.back && true}>
          <Brand />
        </div>
        {task?.back && (
          <Link to={task.back.to as LinkProps['to']} search={task.back.search as never} className={style.back} data-back>
            <Icon name="back" size={20} />
            {task.back.label()}
          </Link>
        )}
        {hydrated && isLoggedIn(viewer) && !isBare(task) && <MemberHead />}
        {!isBare(task) && (
          <nav className={style.nav} aria-label={m.nav_main()}>
            {items.map((item) => (
              <NavLink key={item.to} to={item.to} className={style.link}>
                {item.label()}
              </NavLink>
            ))}
          </nav>
        )}
        <div className={style.tools}>
          <LanguageSwitch />
          {/* That page is dark in both schemes. */}
          {layout !== 'highlights' && <ColorScheme />}
          {isLoggedIn(viewer) && !isBare(task) && <LogoutButton className={style.logout} />}
        </div>
      </div>
    </header>
  )
}
