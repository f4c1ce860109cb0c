import { formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import type { FacilityCard, FacilityListAnswer, FreeSoonAnswer } from '#modules/venues/wire.ts'
import { FacilityCourt } from '#ui/venues/facility-court.tsx'
import { isLentAt } from '#ui/venues/venue-choices.ts'
import { sayCourts, sayDay, sayToday } from '#ui/venues/venue-words.ts'
import { WishInvite } from '#ui/waiting/wish-invite.tsx'
import { Link } from '@tanstack/react-router'
import { HomeSection } from './home-section.tsx'
import style from './today.module.css'

/** Opening hours of today, and what is free in the next two hours. */
export function Today({ found, soon }: { found: FacilityListAnswer; soon: FreeSoonAnswer }) {
  const closed = found.items.filter((one) => one.closedToday !== null).length
  const free = soon.hours.some(({ courts }) => courts > 0)
  const count = [m.home_open_count({ n: found.items.length - closed }), ...(closed > 0 ? [m.home_closed_count({ n: closed })] : [])]
  return (
    <HomeSection id="today" title={m.home_today()} more={<Link to="/venues">{m.home_all_venues()}</Link>}>
      <p className={style.about}>
        <b>{sayDay(found.today)}</b> {count.join(' · ')}
      </p>
      {!free && (
        <p className={style.about}>
          <b>{m.home_soon()}</b> {m.home_none_free()}
        </p>
      )}
      <table className={style.table} data-free={free || undefined}>
        <caption className="sr-only">{m.home_soon()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.home_facility()}</th>
            {free &&
              soon.hours.map(({ start }) => (
                <th key={start} scope="col">
                  {formatTime(new Date(start))}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {found.items.map((facility) => (
            <Row key={facility.id} facility={facility} hours={free ? soon.hours : []} />
          ))}
        </tbody>
      </table>
      <WishInvite initial={{ days: [found.today] }} />
    </HomeSection>
  )
}

function Row({ facility, hours }: { facility: FacilityCard; hours: FreeSoonAnswer['hours'] }) {
  const { id, name, drawing, colour, closedToday } = facility
  return (
    <tr data-closed={closedToday !== null || undefined}>
      <th scope="row">
        <FacilityCourt drawing={drawing} colour={colour} className={style.court} />
        <span className={style.name}>
          <Link to="/venues/$id" params={{ id: String(id) }}>
            {name}
          </Link>
          <span>{closedToday === null ? sayToday(facility) : m.home_closed_today({ reason: closedToday })}</span>
        </span>
      </th>
      {hours.map(({ start, items }) => {
        const courts = items.find((one) => one.facility.id === id)?.courts ?? 0
        const lent = isLentAt(facility, formatTime(new Date(start)))
        return (
          <td key={start}>
            {courts > 0 ? (
              <span className={style.free} title={sayCourts(drawing, courts)}>
                {m.home_free_n({ n: courts })}
              </span>
            ) : (
              <span className="note">{lent ? m.home_none_free() : m.grid_closed()}</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}
