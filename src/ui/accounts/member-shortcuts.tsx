import { m } from '#i18n/generated/messages.js'
import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { Link } from '@tanstack/react-router'
import style from './member-area.module.css'

const shortcuts: { hash: string; icon: IconName; title: () => string; text: () => string }[] = [
  { hash: 'profile', icon: 'profile', title: m.setting_profile, text: m.member_shortcut_profile },
  { hash: 'login', icon: 'key', title: m.setting_login, text: m.member_shortcut_login },
  { hash: 'identity', icon: 'card', title: m.setting_identity, text: m.member_shortcut_identity },
  { hash: 'community', icon: 'people', title: m.setting_community, text: m.member_shortcut_community },
  { hash: 'preferences', icon: 'language', title: m.setting_preferences, text: m.member_shortcut_preferences },
  { hash: 'sessions', icon: 'device', title: m.setting_sessions, text: m.member_shortcut_sessions },
]

export function MemberShortcuts() {
  return (
    <nav aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title" className={style.heading}>
        {m.member_shortcuts()}
      </h2>
      <ul className={style.shortcuts}>
        {shortcuts.map(({ hash, icon, title, text }) => (
          <li key={hash}>
            <Link to="/member/setting" hash={hash} className={style.shortcut}>
              <span className={style.shortcutIcon}>
                <Icon name={icon} />
              </span>
              <span className={style.shortcutWords}>
                <b>{title()}</b>
                <span>{text()}</span>
              </span>
              <Icon name="forward" size={18} />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/member/order/locker" className={style.shortcut}>
            <span className={style.shortcutIcon}>
              <Icon name="locker" />
            </span>
            <span className={style.shortcutWords}>
              <b>{m.nav_locker()}</b>
              <span>{m.member_shortcut_locker()}</span>
            </span>
            <Icon name="forward" size={18} />
          </Link>
        </li>
        <li>
          <Link to="/member/order/refund" className={style.shortcut}>
            <span className={style.shortcutIcon}>
              <Icon name="bank" />
            </span>
            <span className={style.shortcutWords}>
              <b>{m.refund_list_title()}</b>
              <span>{m.refund_list_lead()}</span>
            </span>
            <Icon name="forward" size={18} />
          </Link>
        </li>
        <li>
          <Link to="/member/violation" className={style.shortcut}>
            <span className={style.shortcutIcon}>
              <Icon name="alert" />
            </span>
            <span className={style.shortcutWords}>
              <b>{m.nav_violation()}</b>
              <span>{m.member_shortcut_violation()}</span>
            </span>
            <Icon name="forward" size={18} />
          </Link>
        </li>
      </ul>
    </nav>
  )
}
