import { m } from '#i18n/generated/messages.js'
import { screensFor, sectionTitles, type StaffScreen } from '#navigation/staff-screens.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { settingsQuery, useViewer } from '#ui/session/viewer.ts'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { MissingList } from './missing-list.tsx'
import style from './staff-home.module.css'

/** First screen of the console: what is missing before members can book, and what this role can do here. */
export function StaffHome() {
  const viewer = useViewer()
  if (!viewer?.role) return null
  const screens = screensFor(viewer.role).filter(({ inRail, path }) => inRail !== false && path !== '/staff')
  return (
    <StaffPage title={m.staff_home_title({ name: viewer.name })} lead={m.staff_home_lead()}>
      {viewer.role === 'admin' && <SetupNotice />}
      <MissingList role={viewer.role} />
      {screens.length === 0 && <p className={style.none}>{m.staff_home_nothing_yet()}</p>}
      {[...Map.groupBy(screens, ({ section }) => section)].map(([section, own]) => (
        <section key={section} className={style.section}>
          <h2>{sectionTitles[section]()}</h2>
          <ul>
            {own.map((screen) => (
              <ScreenCard key={screen.path} screen={screen} />
            ))}
          </ul>
        </section>
      ))}
    </StaffPage>
  )
}

function ScreenCard({ screen: { path, icon, title, finds } }: { screen: StaffScreen }) {
  return (
    <li>
      <NavLink to={path} className={style.card}>
        <StaffIcon name={icon} size={24} />
        <span>
          <b>{title()}</b>
          {finds && <span>{finds()}</span>}
        </span>
      </NavLink>
    </li>
  )
}

/** For an admin whose centre is not open yet. */
function SetupNotice() {
  const { api } = useRouteContext({ from: '__root__' })
  const isOpen = useQuery(settingsQuery(api)).data?.isOpen ?? true
  if (isOpen) return null
  return (
    <Callout tone="due" title={m.staff_setup_unfinished()} action={<NavLink to="/setup">{m.staff_setup_go_on()}</NavLink>}>
      {m.staff_setup_unfinished_lead()}
    </Callout>
  )
}
