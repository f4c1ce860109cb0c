import { Icon } from '#ui/kit/icon.tsx'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { useBack } from '#ui/session/page-layout.ts'
import { Brand } from './brand.tsx'
import { ColorScheme } from './color-scheme.tsx'
import style from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'

/** Header inside a task: the way back in the place of the menu. On a phone it stands in the place of the centre's name, too. */
export function TaskHeader() {
  const back = useBack()
  return (
    <header className={style.header}>
      <div className={style.inside}>
        <div className={back && style.wideOnly}>
          <Brand />
        </div>
        {back && (
          <NavLink to={back.to} exact className={style.back}>
            <Icon name="back" size={20} />
            {back.label()}
          </NavLink>
        )}
        <div className={style.tools}>
          <LanguageSwitch />
          <ColorScheme />
        </div>
      </div>
    </header>
  )
}
