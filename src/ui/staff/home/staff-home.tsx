import { m } from '#i18n/generated/messages.js'
import { formatDay } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { haveCommon } from '#lib/have-common.ts'
import { mayListen, screensFor, sectionTitles, type ScreenRole, type StaffScreen } from '#navigation/staff-screens.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { isStaff, settingsQuery, useViewer } from '#ui/session/viewer.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { useStaffLive } from '#ui/staff/kit/use-staff-live.ts'
import { waitingKey, waitingQuery } from '#ui/staff/kit/waiting.ts'
import { useQuery } from '@tanstack/react-query'
import { BrokenPanel } from './broken-panel.tsx'
import { FreePanel } from './free-panel.tsx'
import { MissingList, useMissing } from './missing-list.tsx'
import { Queues } from './queues.tsx'
import type { Missing } from './readiness.ts'
import style from './staff-home.module.css'
import { ArrivalsPanel, LatePanel, OfferedPanel, ParkedPanel, UnpaidPanel } from './today-panels.tsx'
import { todayKey, todayQuery } from './today-query.ts'
import today from './today.module.css'

/** First screen of the console: what waits for the viewer's roles, and what happens now. A centre that is not open yet sees first what is missing. */
export function StaffHome() {
  const viewer = useViewer()
  return isStaff(viewer) ? <Home roles={viewer.roles} name={viewer.name} /> : null
}

function Home({ roles, name }: { roles: readonly ScreenRole[]; name: string }) {
  const api = useApi()
  const isOpen = useQuery(settingsQuery(api)).data?.isOpen ?? true
  const { data: waiting } = useQuery(waitingQuery(api))
  const missing = useMissing(roles)
  useStaffLive(mayListen(roles, 'bookings') ? ['bookings', 'waiting'] : ['waiting'], [todayKey, waitingKey])
  const isDesk = worksAtDesk(roles)
  return (
    <StaffPage
      title={waiting ? m.today_title({ day: formatDay(new Date(waiting.serverTime), getLocale()) }) : m.staff_screen_home()}
      lead={m.staff_home_lead({ name })}
    >
      {!isOpen && roles.includes('admin') && <SetupNotice />}
      {!isOpen && missing && <MissingList missing={missing} />}
      {waiting && <Queues waiting={waiting} roles={roles} />}
      {isDesk && <Desk roles={roles} missing={isOpen ? (missing ?? []) : []} />}
      {(!isDesk || !isOpen) && <Screens roles={roles} />}
    </StaffPage>
  )
}

export const worksAtDesk = (roles: readonly ScreenRole[]): boolean => haveCommon(roles, ['admin', 'manager', 'desk'])

function Desk({ roles, missing }: { roles: readonly ScreenRole[]; missing: readonly Missing[] }) {
  const read = useQuery(todayQuery(useApi()))
  const { data } = read
  if (!data) return <ReadFailure read={read} />
  const now = new Date(data.serverTime)
  return (
    <div className={today.panels}>
      <div className={today.column}>
        <LatePanel late={data.late} noShowMinutes={data.noShowMinutes} now={now} />
        <ArrivalsPanel arrivals={data.arrivals} />
        <ParkedPanel parked={data.parked} now={now} />
        <FreePanel free={data.free} now={now} />
      </div>
      <div className={today.column}>
        <UnpaidPanel unpaid={data.unpaid} roles={roles} />
        <BrokenPanel today={data} missing={missing} roles={roles} now={now} />
        <OfferedPanel offered={data.offered} />
      </div>
    </div>
  )
}

/** The screens that these roles have, for those whose first screen is short. */
function Screens({ roles }: { roles: readonly ScreenRole[] }) {
  const screens = screensFor(roles).filter(({ inRail, path }) => inRail !== false && path !== '/staff')
  if (screens.length === 0) return <p className="soft">{m.staff_home_nothing_yet()}</p>
  return [...Map.groupBy(screens, ({ section }) => section)].map(([section, own]) => (
    <section key={section} className={style.section}>
      <h2>{sectionTitles[section]()}</h2>
      <ul>
        {own.map((screen) => (
          <ScreenCard key={screen.path} screen={screen} />
        ))}
      </ul>
    </section>
  ))
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
  return (
    <Callout tone="due" title={m.staff_setup_unfinished()} action={<NavLink to="/setup">{m.staff_setup_go_on()}</NavLink>}>
      {m.staff_setup_unfinished_lead()}
    </Callout>
  )
}
