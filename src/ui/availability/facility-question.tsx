import { m } from '#i18n/generated/messages.js'
import type { FacilityCard } from '#modules/venues/wire.ts'
import { FilterLink, FilterLinks } from '#ui/kit/filter-links.tsx'
import { SportIcon } from '#ui/venues/sport-icon.tsx'
import { sportName } from '#ui/venues/sport-names.ts'
import { sportsIn } from '#ui/venues/venue-choices.ts'
import question from '#ui/venues/venue-question.module.css'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import style from './facility-question.module.css'
import { gridId } from './grid-model.ts'

type Props = { facilities: FacilityCard[]; chosen: FacilityCard; sport: string | undefined }

/** What somebody wants to play: sports as icons, then the facilities of the chosen one. Links, which keep the day. */
export function FacilityQuestion({ facilities, chosen, sport }: Props) {
  const candidates = facilitiesFor(facilities, sport)
  return (
    <div className={style.question}>
      <a className={style.skip} href={`#${gridId}`}>
        {m.order_skip_to_grid()}
      </a>
      <nav className={question.sports} aria-label={m.venues_sport()} data-chosen={sport !== undefined || undefined}>
        <SportLink
          to="/order"
          search={({ date }) => ({ facility: String(chosen.id), date })}
          resetScroll={false}
          here={sport === undefined}
        >
          <SportIcon />
          <span>{m.venues_sport_any()}</span>
        </SportLink>
        {sportsIn(facilities).map((one) => (
          <SportLink
            key={one}
            to="/order"
            search={({ date }) => ({ facility: String(facilitiesFor(facilities, one)[0]!.id), sport: one, date })}
            resetScroll={false}
            here={one === sport}
          >
            <SportIcon sport={one} />
            <span>{sportName(one)}</span>
          </SportLink>
        ))}
      </nav>
      {candidates.length > 1 && (
        <FilterLinks label={m.order_facility()} scrolls>
          {candidates.map(({ id, name }) => (
            <FilterLink
              key={id}
              to="/order"
              search={({ date }) => ({ facility: String(id), sport, date })}
              resetScroll={false}
              here={id === chosen.id}
            >
              {name}
            </FilterLink>
          ))}
        </FilterLinks>
      )}
    </div>
  )
}

/** `here` comes from the page: the router would mark every link whose search is part of the address. */
const SportLink = createLink(function SportAnchor({ here, children, ...anchor }: ComponentProps<'a'> & { here: boolean }) {
  return (
    <a {...anchor} aria-current={here ? 'true' : undefined}>
      {children}
    </a>
  )
})

const facilitiesFor = (facilities: FacilityCard[], sport: string | undefined): FacilityCard[] =>
  facilities.filter(({ sports }) => sport === undefined || sports.includes(sport))
