import { m } from '#i18n/generated/messages.js'
import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { RoundIcon } from '#ui/kit/round-icon.tsx'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Link, type LinkProps } from '@tanstack/react-router'
import { isCommunity } from '#ui/session/viewer.ts'
import style from './member-area.module.css'

type Shortcut = {
  link: Pick<LinkProps, 'to' | 'hash' | 'search'>
  icon: IconName
  title: () => string
  text: () => string
  for?: (member: MemberAnswer) => boolean
}

/** What is about one's own account is not open while acting for a club. */
const asMyself = ({ id, personId }: MemberAnswer) => id === personId

const section = (hash: string) => ({ to: '/member/setting', hash }) as const

/** First pages for which the phone's bar has no room, then the sections of the settings. */
const shortcuts: Shortcut[] = [
  {
    link: { to: '/member/order/overview', search: { wishes: '1' } },
    icon: 'clock',
    title: m.wishes_title,
    text: m.member_shortcut_wishes,
  },
  { link: { to: '/member/order/locker' }, icon: 'locker', title: m.nav_locker, text: m.member_shortcut_locker },
  { link: { to: '/member/order/refund' }, icon: 'bank', title: m.refund_list_title, text: m.member_shortcut_refund },
  { link: { to: '/member/violation' }, icon: 'alert', title: m.nav_violation, text: m.member_shortcut_violation },
  { link: { to: '/member/club' }, icon: 'people', title: m.club_people_title, text: m.member_shortcut_club, for: isCommunity },
  { link: section('profile'), icon: 'profile', title: m.setting_profile, text: m.member_shortcut_profile, for: asMyself },
  { link: section('login'), icon: 'key', title: m.setting_login, text: m.member_shortcut_login, for: asMyself },
  { link: section('identity'), icon: 'card', title: m.setting_identity, text: m.member_shortcut_identity, for: asMyself },
  { link: section('community'), icon: 'people', title: m.setting_community, text: m.member_shortcut_community },
  { link: section('preferences'), icon: 'language', title: m.setting_preferences, text: m.member_shortcut_preferences },
  { link: section('sessions'), icon: 'device', title: m.setting_sessions, text: m.member_shortcut_sessions, for: asMyself },
]

export function MemberShortcuts({ member }: { member: MemberAnswer }) {
  return (
    <nav aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title" className={style.heading}>
        {m.member_shortcuts()}
      </h2>
      <ul className={style.shortcuts}>
        {shortcuts
          .filter((one) => one.for?.(member) ?? true)
          .map(({ link, icon, title, text }) => (
            <li key={`${link.to} ${link.hash ?? ''}`}>
              <Link {...link} className={style.shortcut}>
                <RoundIcon name={icon} />
                <span className={style.shortcutWords}>
                  <b>{title()}</b>
                  <span>{text()}</span>
                </span>
                <Icon name="forward" size={18} />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
