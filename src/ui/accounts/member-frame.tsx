import { m } from '#i18n/generated/messages.js'
import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { LogoutButton } from '#ui/session/logout-button.tsx'
import { isBare, useTask } from '#ui/session/page-layout.ts'
import { isCommunity, useViewer } from '#ui/session/viewer.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import style from './member-frame.module.css'
import { useRefetchMember } from './member-queries.ts'
import { settingSections } from './setting-sections.ts'

type MemberPage = {
  to:
    | '/member'
    | '/member/order/overview'
    | '/member/order/ticket'
    | '/member/order/schedule'
    | '/member/order/locker'
    | '/member/order/refund'
    | '/member/violation'
    | '/member/club'
    | '/member/setting'
  icon: IconName
  label: () => string
  /** Shown to communities only. */ community?: true
}

const pages: MemberPage[] = [
  { to: '/member', icon: 'person', label: m.nav_member },
  { to: '/member/order/overview', icon: 'file', label: m.nav_bookings },
  { to: '/member/order/ticket', icon: 'ticket', label: m.nav_tickets },
  { to: '/member/order/schedule', icon: 'calendar', label: m.nav_schedule, community: true },
  { to: '/member/order/locker', icon: 'locker', label: m.nav_locker },
  { to: '/member/order/refund', icon: 'bank', label: m.refund_list_title },
  { to: '/member/violation', icon: 'alert', label: m.nav_violation },
  { to: '/member/club', icon: 'people', label: m.club_people_title, community: true },
  { to: '/member/setting', icon: 'profile', label: m.nav_setting },
]

/** Layout of the member area: from 768 px a side menu beside the page. On a phone the bottom bar is the menu. */
export function MemberFrame({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const viewer = useViewer()
  useRefetchMember()
  // Inside a task there is no menu.
  if (isBare(useTask())) return children
  return (
    <div className={style.frame}>
      <nav className={style.side} aria-label={m.member_pages()}>
        <ul>
          {pages
            .filter(({ community }) => !community || isCommunity(viewer))
            .map(({ to, icon, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={style.page}
                  activeOptions={{ exact: true, includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                >
                  <Icon name={icon} size={20} />
                  {label()}
                </Link>
                {to === '/member/setting' && path === to && <Sections />}
              </li>
            ))}
        </ul>
      </nav>
      <div className={style.content}>
        {children}
        {/* On a wide screen the header has this button. */}
        {(path === '/member' || path === '/member/setting') && <LogoutButton className={style.logout} withIcon />}
      </div>
    </div>
  )
}

function Sections() {
  const viewer = useViewer()
  if (viewer?.id !== viewer?.personId) return null
  return <AllSections />
}

function AllSections() {
  const inView = useSectionInView(settingSections.map(({ id }) => id))
  return (
    <ul className={style.sections}>
      {settingSections.map(({ id, title }) => (
        <li key={id}>
          {/* A plain link to a fragment: the browser also moves the focus position. */}
          <a href={`#${id}`} aria-current={id === inView ? 'location' : undefined}>
            {title()}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Id of the section that is being read, for the current item of the menu. */
function useSectionInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        setInView(all.split(' ').find((id) => seen.has(id)))
      },
      // A band below the header: the section that crosses it is the current one.
      { rootMargin: '-15% 0px -70% 0px' },
    )
    for (const id of all.split(' ')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [all])
  return inView
}
