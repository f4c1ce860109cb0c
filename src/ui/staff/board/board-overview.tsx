import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { addDays, dayOf, momentAt, timeFrom } from '#lib/zone.ts'
import { floorStates } from '#modules/desk/board-rules.ts'
import type { OverviewAnswer } from '#modules/desk/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useServerTime } from '#ui/kit/server-clock.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { boardKey } from '#ui/staff/kit/use-order-call.ts'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { overviewQuery, type BoardSearch } from './board-queries.ts'
import style from './board-overview.module.css'
import { hoursOf, summaryOf, type Hours } from './overview-model.ts'
import { FloorLegend, stateWords } from './floor-states.tsx'
import states from './floor-states.module.css'

type Facility = OverviewAnswer['facilities'][number]

/** The day of every facility on one screen: a line for each court, a bar for each booking. Each leads to its board. */
export function BoardOverview({ search }: { search: BoardSearch }) {
  const read = useQuery(overviewQuery(useApi(), search))
  const { data } = read
  useScreenLive('/staff/board', [boardKey], ['bookings', 'desk'])
  if (!data)
    return (
      <StaffPage title={m.board_overview()}>
        <ReadFailure read={read} />
      </StaffPage>
    )
  return <Loaded overview={data} />
}

function Loaded({ overview: { day, facilities, serverTime } }: { overview: OverviewAnswer }) {
  const now = useServerTime(serverTime, (at) => Math.floor(at / 60_000)) * 60_000
  const minute = dayOf(new Date(now)) === day ? (now - momentAt(day, 0).getTime()) / 60_000 : undefined
  const hours = hoursOf(facilities)
  const to = (other: string) => ({ to: '/staff/board', search: { view: 'all', day: other } }) as const
  return (
    <StaffPage
      title={m.board_overview_title({ day: formatDate(momentAt(day, 0), getLocale()) })}
      actions={
        <>
          <StaffButtonLink {...to(addDays(day, -1))} icon="left" iconOnly>
            {m.board_day_before()}
          </StaffButtonLink>
          <StaffButtonLink {...to(dayOf(new Date(serverTime)))}>{m.board_today()}</StaffButtonLink>
          <StaffButtonLink {...to(addDays(day, 1))} icon="right" iconOnly>
            {m.board_day_after()}
          </StaffButtonLink>
        </>
      }
    >
      <FloorLegend />
      <ul className={style.halls}>
        {facilities.map((facility) => (
          <li key={facility.code}>
            <Hall {...{ facility, hours, minute, day }} />
          </li>
        ))}
      </ul>
    </StaffPage>
  )
}

function Hall({ facility, hours, minute, day }: { facility: Facility; hours: Hours; minute: number | undefined; day: string }) {
  const { free, total, counts } = summaryOf(facility, minute)
  return (
    <Link to="/staff/board" search={{ facility: facility.code, day }} className={style.hall}>
      <span className={style.head}>
        <b>{facility.name}</b>
        <span>{facility.slots.length === 0 ? m.board_overview_closed() : total > 0 && m.board_overview_free({ free, total })}</span>
      </span>
      <Bars {...{ facility, hours, minute }} />
      <span className="note">
        {floorStates
          .filter((state) => counts[state] > 0)
          .map((state) => `${stateWords[state]()} ${counts[state]}`)
          .join('・')}
      </span>
    </Link>
  )
}

const share = (minute: number, { from, to }: Hours) => `${(Math.max(0, Math.min(1, (minute - from) / (to - from))) * 100).toFixed(2)}%`

/** The courts' day as bars. A drawing: what it shows stands in words below it, and in full on the board. */
function Bars({ facility: { slots, courts }, hours, minute }: { facility: Facility; hours: Hours; minute: number | undefined }) {
  const place = ({ start, end }: { start: number; end: number }): CSSProperties => ({
    left: share(start, hours),
    right: `calc(100% - ${share(end, hours)})`,
  })
  return (
    <span className={style.bars} aria-hidden>
      {courts.map(({ code, held }) => (
        <span key={code} className={style.court}>
          {slots.map((slot) => (
            <i key={slot.start} className={style.open} style={place(slot)} />
          ))}
          {held.map((bar) => (
            <i
              key={`${bar.start} ${bar.end} ${bar.state}`}
              className={`${states.state} ${style.bar}`}
              data-state={bar.state}
              data-past={(minute !== undefined && bar.end <= minute) || undefined}
              style={place(bar)}
            />
          ))}
        </span>
      ))}
      <span className={style.hours}>
        {hours.marks.map((mark) => (
          <i key={mark} style={{ left: share(mark, hours) }}>
            {timeFrom(mark).slice(0, 2)}
          </i>
        ))}
      </span>
      {minute !== undefined && minute >= hours.from && minute < hours.to && (
        <i className={style.now} style={{ left: share(minute, hours) }} />
      )}
    </span>
  )
}
