import { m } from '#i18n/generated/messages.js'
import { formatDay } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { minuteFrom, momentAt, type Day } from '#lib/zone.ts'
import type { AlternativeWire, FacilityCard as Card, FacilityTimes, TimesAnswer } from '#modules/venues/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { FacilityCard } from '#ui/venues/facility-card.tsx'
import cards from '#ui/venues/facility-card.module.css'
import { TimeChoice } from './time-choice.tsx'
import style from '#ui/venues/venue-results.module.css'
import type { TimesWish } from '#ui/venues/venue-search.ts'
import { sayDay, sayLength } from '#ui/venues/venue-words.ts'
import { WishInvite } from '#ui/waiting/wish-invite.tsx'

type Found = { wish: TimesWish; times: TimesAnswer }

/** Number of results: the first thing to read after a search. */
export function FoundLine({ found, facilities }: { found: Found | undefined; facilities: Card[] }) {
  if (!found && facilities.length === 0) return null
  return (
    <p className={style.found} role="status">
      {found ? (
        <TimesCount {...found} facilities={facilities} />
      ) : facilities.length === 1 ? (
        m.venues_found_one()
      ) : (
        m.venues_found({ n: facilities.length })
      )}
    </p>
  )
}

/** When the last of these facilities closes, if that is before the end of what was looked for. */
export function closesBefore({ from, minutes }: Pick<TimesWish, 'from' | 'minutes'>, facilities: readonly Pick<Card, 'closes'>[]) {
  const last = facilities
    .map(({ closes }) => closes)
    .toSorted()
    .at(-1)
  return last !== undefined && from !== undefined && minuteFrom(from) + minutes > minuteFrom(last) ? last : undefined
}

function TimesCount({ wish, times, facilities }: Found & { facilities: Card[] }) {
  const count = times.items.reduce((sum, one) => sum + one.times.length, 0)
  const found = wish.date === 'any' ? m.venues_days_found({ count: times.items.length }) : m.venues_times_found({ count })
  return (
    <>
      <span>{sayWhen(wish)}</span> <span>{count === 0 ? whyNothing(wish, times, facilities) : found}</span>
    </>
  )
}

/** 11月21日（六）18:00–22:00, or the day alone; on every day, with the length. */
const sayWhen = ({ date, from, to, minutes }: TimesWish): string => {
  const day = date === 'any' ? m.venues_every_day() : formatDay(momentAt(date, 0), getLocale())
  const when = from && to ? `${day} ${from}–${to}` : day
  return minutes > 60 ? `${when} · ${sayLength(minutes)}` : when
}

export function FacilityList({ facilities, next, today }: { facilities: Card[]; next: TimesAnswer | undefined; today: Day }) {
  const timesOf = ({ id }: Card) => next?.items.find(({ facility }) => facility.id === id)?.times ?? []
  if (facilities.length === 0)
    return (
      <Callout title={m.venues_none()} role="status">
        {m.venues_none_hint()}
      </Callout>
    )
  return (
    <ul className={cards.list}>
      {facilities.map((facility, n) => (
        <FacilityCard key={facility.id} facility={facility} first={n === 0} next={{ times: timesOf(facility), today }} />
      ))}
    </ul>
  )
}

/** Every free time of what was asked for, or alternatives near it. */
export function TimesList({ wish, times, facilities }: Found & { facilities: Card[] }) {
  const isTooLong = closesBefore(wish, facilities) !== undefined
  if (times.items.length > 0)
    return (
      <ul className={cards.rows}>
        {times.items.map((found) => (
          <FacilityCard key={found.facility.id} facility={found.facility} date={wish.date === 'any' ? undefined : wish.date}>
            <TimeChoice found={found} byDay={wish.date === 'any'} />
          </FacilityCard>
        ))}
      </ul>
    )
  return (
    <section className="stack gap-4">
      {times.standing === 'open' && !isTooLong && <WishInvite initial={waitingWish(wish)} />}
      <Alternatives found={times} isTooLong={isTooLong} />
    </section>
  )
}

/** The search as a wish for the waiting list: what was looked for and is full. */
const waitingWish = ({ date, from, to, minutes, sport }: TimesWish) => ({
  ...(sport ? { place: sport } : {}),
  days: date === 'any' ? [] : [date],
  ...(from && to ? { from, to } : {}),
  minutes: String(minutes),
})

function whyNothing(wish: TimesWish, { standing }: TimesAnswer, facilities: Card[]): string {
  const time = closesBefore(wish, facilities)
  if (time !== undefined) return m.venues_closes({ time })
  return standing === 'past' ? m.venues_past() : standing === 'not-yet' ? m.venues_not_yet() : m.venues_nothing_free()
}

const kinds = [
  ['other-time', m.venues_other_time],
  ['shorter', m.venues_shorter],
  ['other-facility', m.venues_other_facility],
  ['other-day', m.venues_other_day],
] as const

function Alternatives({ found: { alternatives, opensOn }, isTooLong }: { found: TimesAnswer; isTooLong: boolean }) {
  if (isTooLong && alternatives.length === 0) return <Callout>{m.venues_closes_hint()}</Callout>
  if (alternatives.length === 0) return <Callout>{m.venues_nothing_near()}</Callout>
  return (
    <>
      <p className={style.hint}>
        {isTooLong
          ? m.venues_closes_hint()
          : opensOn === null
            ? m.venues_nothing_free_hint()
            : m.venues_not_yet_hint({ day: sayDay(opensOn) })}
      </p>
      {kinds.map(([kind, title]) => (
        <OfKind key={kind} title={title()} offers={alternatives.filter((one) => one.kind === kind)} />
      ))}
    </>
  )
}

function OfKind({ title, offers }: { title: string; offers: AlternativeWire[] }) {
  if (offers.length === 0) return null
  const byFacility = [...Map.groupBy(offers, ({ facility }) => facility.id).values()]
  return (
    <section className={style.kind} aria-label={title}>
      <h2 className={style.kindTitle}>{title}</h2>
      <ul className={cards.rows}>
        {byFacility.map((some) => (
          <FacilityCard key={some[0]!.facility.id} facility={some[0]!.facility} nested>
            <TimeChoice found={timesIn(some)} byDay />
          </FacilityCard>
        ))}
      </ul>
    </section>
  )
}

/** Alternatives in one facility, as its free times. */
const timesIn = (offers: AlternativeWire[]): FacilityTimes => ({
  facility: offers[0]!.facility,
  deposit: offers[0]!.deposit,
  courts: [...new Map(offers.flatMap(({ courts }) => courts.map((court) => [court.id, court] as const))).values()],
  times: offers.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start)),
})
