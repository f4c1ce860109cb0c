import { formatDay } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayShort } from '#i18n/weekdays.ts'
import { momentAt, weekdayOf } from '#lib/zone.ts'
import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChosenInSight } from '#ui/kit/chosen-in-sight.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { HoursBand, type Asking } from './hours-band.tsx'
import { SportIcon } from './sport-icon.tsx'
import { sportName } from './sport-names.ts'
import { askedFor, daysToChoose, hoursToChoose, lengthsToChoose, parts, rangeOf, sportsIn } from './venue-choices.ts'
import style from './venue-question.module.css'
import { readVenueSearch, usualLength, type VenueSearch } from './venue-search.ts'
import { sayLength } from './venue-words.ts'

type Props = {
  found: FacilityListAnswer
  /** Only what and when: the rest is asked where the answers are. */
  short?: boolean
  search: VenueSearch
}
type RowProps = Props & { to(change: VenueSearch): Asking }

/**
 * What, when and how long: each answer is a link, so that every press shows what is free, with or without JavaScript. Plain
 * anchors: a page has fifty of them.
 */
export function VenueQuestion(props: Props) {
  const navigate = useNavigate()
  const path = useRouter().buildLocation({ to: '/venues' }).publicHref
  // The address decides, not the rendered question: the navigation of the press before may still be under way.
  const goTo = (change: VenueSearch) =>
    void navigate({ to: '/venues', search: (before) => askedFor(readVenueSearch(before), change), resetScroll: false })
  const to = (change: VenueSearch): Asking => {
    const asked = Object.entries(askedFor(props.search, change)).flatMap(([name, value]) => (value ? [[name, value]] : []))
    return {
      href: asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path,
      onClick(event) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        goTo(change)
      },
    }
  }
  return (
    <search className={style.question} aria-label={m.venues_filter()}>
      <Sports {...props} to={to} />
      <Days {...props} to={to} />
      <div className={style.when}>
        <Parts {...props} to={to} />
        {props.short ? (
          <Lengths {...props} to={to} />
        ) : (
          <HoursBand as="nav" hours={hoursToChoose(props.found.items)} range={props.search} onRange={goTo}>
            {({ hour, isIn, asked, words }) => (
              <a key={hour} {...to(asked)} data-hour={hour} draggable={false} aria-current={isIn || undefined}>
                {words}
              </a>
            )}
          </HoursBand>
        )}
      </div>
      {!props.short && (
        <div className={style.more}>
          <Lengths {...props} to={to} />
          <More {...props} to={to} />
        </div>
      )}
    </search>
  )
}

type ChoiceProps = { asking: Asking; here: boolean; children: ReactNode; className?: string | undefined }

function Choice({ asking, here, children, className }: ChoiceProps) {
  return (
    <a {...asking} className={className} aria-current={here || undefined}>
      {children}
    </a>
  )
}

function Sports({ found, search, to }: RowProps) {
  return (
    <nav className={style.sports} aria-label={m.venues_sport()} data-chosen={search.sport !== undefined || undefined}>
      <Choice asking={to({ sport: undefined })} here={search.sport === undefined}>
        <SportIcon />
        <span>{m.venues_sport_any()}</span>
      </Choice>
      {sportsIn(found.items).map((sport) => (
        <Choice key={sport} asking={to({ sport })} here={sport === search.sport}>
          <SportIcon sport={sport} />
          <span>{sportName(sport)}</span>
        </Choice>
      ))}
    </nav>
  )
}

function Days({ found: { today, openUntil }, search, to }: RowProps) {
  const locale = getLocale()
  const row = useChosenInSight()
  return (
    <nav ref={row} className={style.days} aria-label={m.venues_date()}>
      <a {...to({ date: undefined })} aria-current={search.date === undefined || undefined}>
        {m.venues_any_day()}
      </a>
      {daysToChoose(today, openUntil, search.date).map((day) => (
        <a
          key={day}
          {...to({ date: day })}
          aria-current={day === search.date ? 'date' : undefined}
          data-weekend={weekdayOf(day) >= 6 || undefined}
        >
          <span>{day === today ? m.grid_today() : weekdayShort(day, locale)}</span>
          <b>{Number(day.slice(8))}</b>
          <span className="sr-only">{formatDay(momentAt(day, 0), locale)}</span>
        </a>
      ))}
    </nav>
  )
}

const partNames = { morning: m.venues_part_morning, afternoon: m.venues_part_afternoon, evening: m.venues_part_evening }

function Parts({ found, search, short, to }: RowProps) {
  const hours = hoursToChoose(found.items)
  return (
    <nav className={style.parts} aria-label={m.venues_part()}>
      {!short && (
        <Choice className={style.part} asking={to({ from: undefined, to: undefined })} here={search.from === undefined}>
          {m.venues_part_day()}
        </Choice>
      )}
      {parts.map((part) => {
        const range = rangeOf(part, hours)
        return (
          range.from < range.to && (
            <Choice key={part} className={style.part} asking={to(range)} here={search.from === range.from && search.to === range.to}>
              {partNames[part]()}
            </Choice>
          )
        )
      })}
    </nav>
  )
}

/** How long one court is to be free without a break. */
function Lengths({ found: { items, mostMinutes }, search, to }: RowProps) {
  return (
    <nav className={style.chips} aria-label={m.venues_length()}>
      {lengthsToChoose(items, mostMinutes).map((minutes) => (
        <Choice
          key={minutes}
          className={style.chip}
          asking={to({ minutes: String(minutes) })}
          here={(search.minutes ?? usualLength) === String(minutes)}
        >
          {sayLength(minutes)}
        </Choice>
      ))}
    </nav>
  )
}

/** With a roof or without, and the way back to no question. */
function More({ search, to }: RowProps) {
  const loggedIn = isLoggedIn(useViewer())
  return (
    <>
      <nav className={style.chips} aria-label={m.venues_roof()}>
        {(['indoor', 'outdoor'] as const).map((place) => (
          <Choice
            key={place}
            className={style.chip}
            asking={to({ place: search.place === place ? undefined : place })}
            here={search.place === place}
          >
            {place === 'indoor' ? m.venues_indoor() : m.venues_outdoor()}
          </Choice>
        ))}
      </nav>
      {loggedIn && (
        <Choice className={style.chip} asking={to({ mine: search.mine ? undefined : '1' })} here={search.mine !== undefined}>
          {m.favourites()}
        </Choice>
      )}
      {Object.values(search).some(Boolean) && (
        <a
          className={style.clear}
          {...to({
            sport: undefined,
            place: undefined,
            mine: undefined,
            date: undefined,
            from: undefined,
            to: undefined,
            minutes: undefined,
          })}
        >
          {m.venues_clear()}
        </a>
      )}
    </>
  )
}
