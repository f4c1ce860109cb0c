import { m } from '#i18n/generated/messages.js'
import { screensFor, sectionTitles, type ScreenRole, type ScreenSection, type StaffScreen } from '#navigation/staff-screens.ts'
import { useApi } from '#ui/session/use-api.ts'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { CentreMark } from '#ui/shell/brand.tsx'
import { useCentreName } from '#ui/session/viewer.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { useStaffLive } from '#ui/staff/kit/use-staff-live.ts'
import { countsByScreen, waitingKey, waitingQuery } from '#ui/staff/kit/waiting.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import style from './rail.module.css'

/** Sections of the console. Words beside their icons at 1100 px, below them on a tablet. */
export function Rail({ roles }: { roles: readonly ScreenRole[] }) {
  return (
    <nav className={style.rail} aria-label={m.staff_screens()}>
      <NavLink to="/staff" exact className={style.brand}>
        <CentreMark size={28} />
        <span className={style.name}>
          <b>{useCentreName()}</b>
          <span>{m.staff_console()}</span>
        </span>
      </NavLink>
      <ScreenLinks roles={roles} />
    </nav>
  )
}

/** On a phone the rail is behind a button. */
export function MenuButton({ roles }: { roles: readonly ScreenRole[] }) {
  // Open on one path: a link in the sheet leads to another one, and closes it.
  const [openOn, setOpenOn] = useState<string>()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const open = openOn === path
  return (
    <>
      <span className={style.menu}>
        <StaffButton look="quiet" icon="menu" iconOnly aria-expanded={open} onClick={() => setOpenOn(path)}>
          {m.staff_menu()}
        </StaffButton>
      </span>
      <Sheet title={m.staff_console()} open={open} onClose={() => setOpenOn(undefined)}>
        <nav className={style.inSheet} aria-label={m.staff_screens()}>
          <ScreenLinks roles={roles} />
        </nav>
      </Sheet>
    </>
  )
}

function ScreenLinks({ roles }: { roles: readonly ScreenRole[] }) {
  const shown = screensFor(roles).filter(({ inRail }) => inRail !== false)
  const sections = Map.groupBy(shown, ({ section }) => section)
  const counts = useCounts(roles)
  return (
    <div className={style.nav}>
      {[...sections].map(([section, screens]) => (
        <Section key={section} section={section} screens={screens} counts={counts} />
      ))}
    </div>
  )
}

/** How much waits, by the path of its screen. Read in the browser: no screen waits for it. */
function useCounts(roles: readonly ScreenRole[]): ReadonlyMap<string, number> {
  useStaffLive(['waiting'], [waitingKey])
  const { data } = useQuery(waitingQuery(useApi()))
  return countsByScreen(data?.queues ?? [], roles)
}

type SectionProps = { section: ScreenSection; screens: StaffScreen[]; counts: ReadonlyMap<string, number> }

function Section({ section, screens, counts }: SectionProps) {
  return (
    <div className={style.section}>
      {section !== 'today' && <p className={style.heading}>{sectionTitles[section]()}</p>}
      <ul>
        {screens.map((screen) => (
          <li key={screen.path}>
            <NavLink to={screen.path} exact={isParent(screen.path, screens)} className={style.link}>
              <StaffIcon name={screen.icon} />
              <span className={style.label}>{screen.title()}</span>
              <Count count={counts.get(screen.path) ?? 0} />
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={style.count}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{m.staff_waiting({ count })}</span>
    </span>
  )
}

/** A screen with others below it in the rail is current only on its own address. */
const isParent = (path: string, screens: StaffScreen[]) => path === '/staff' || screens.some((other) => other.path.startsWith(`${path}/`))
