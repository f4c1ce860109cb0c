import { m } from '#i18n/generated/messages.js'
import type { FacilityCard, FacilityListAnswer, FacilityTimes, TimesAnswer } from '#modules/venues/wire.ts'
import { FacilityFace } from '#ui/venues/facility-picture.tsx'
import { favouritesFirst, useFavourites } from '#ui/venues/favourites.ts'
import { NextTimes } from '#ui/venues/next-times.tsx'
import { sayDay, sayToday } from '#ui/venues/venue-words.ts'
import { WishInvite } from '#ui/waiting/wish-invite.tsx'
import { Link } from '@tanstack/react-router'
import { HomeSection } from './home-section.tsx'
import style from './today.module.css'

/** Opening hours of today, and what is free next in each facility. */
export function Today({ found, next }: { found: FacilityListAnswer; next: TimesAnswer }) {
  const favourites = useFavourites()
  const closed = found.items.filter((one) => one.closedToday !== null).length
  const count = [m.home_open_count({ n: found.items.length - closed }), ...(closed > 0 ? [m.home_closed_count({ n: closed })] : [])]
  return (
    <HomeSection id="today" title={m.home_today()} more={<Link to="/venues">{m.home_all_venues()}</Link>}>
      <p className={style.about}>
        <b>{sayDay(found.today)}</b> {count.join(' · ')}
      </p>
      <ul className={style.list}>
        {favouritesFirst(found.items, favourites, ({ id }) => id).map((facility) => (
          <Row
            key={facility.id}
            facility={facility}
            times={next.items.find((one) => one.facility.id === facility.id)?.times}
            today={found.today}
          />
        ))}
      </ul>
      <WishInvite initial={{ days: [found.today] }} />
    </HomeSection>
  )
}

function Row({ facility, times, today }: { facility: FacilityCard; times: FacilityTimes['times'] | undefined; today: string }) {
  const { id, name, closedToday } = facility
  return (
    <li className={style.row} data-closed={closedToday !== null || undefined}>
      <FacilityFace facility={facility} sizes="72px" className={style.court} />
      <span className={style.name}>
        <Link to="/venues/$id" params={{ id: String(id) }}>
          {name}
        </Link>
        <span>{closedToday === null ? sayToday(facility) : m.home_closed_today({ reason: closedToday })}</span>
      </span>
      {times ? <NextTimes facilityId={id} times={times.slice(0, 2)} today={today} /> : <span className="note">{m.home_none_free()}</span>}
    </li>
  )
}
