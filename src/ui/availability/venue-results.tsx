import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatPeriod } from '#i18n/dates.ts'
import { dayOf, minuteFrom, minuteOf, timeFrom } from '#lib/zone.ts'
import type { AlternativeWire, FacilityCard as Card, SearchAnswer } from '#modules/venues/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { FacilityCard } from '#ui/venues/facility-card.tsx'
import cards from '#ui/venues/facility-card.module.css'
import { OfferCard } from './offer-card.tsx'
import style from '#ui/venues/venue-results.module.css'
import { sayDay } from '#ui/venues/venue-words.ts'
import { WishInvite } from '#ui/waiting/wish-invite.tsx'

/** Number of results: the first thing to read after a search. */
export function FoundLine({ free, facilities }: { free: SearchAnswer | undefined; facilities: Card[] }) {
  if (!free && facilities.length === 0) return null
  return (
    <p className={style.found} role="status">
      {free ? (
        <FreeCount found={free} facilities={facilities} />
      ) : facilities.length === 1 ? (
        m.venues_found_one()
      ) : (
        m.venues_found({ n: facilities.length })
      )}
    </p>
  )
}

/** When the last of these facilities closes, if that is before the end of what was looked for. */
export function closesBefore({ start, end }: Pick<SearchAnswer, 'start' | 'end'>, facilities: readonly Pick<Card, 'closes'>[]) {
  const last = facilities
    .map(({ closes }) => closes)
    .toSorted()
    .at(-1)
  const [from, to] = [new Date(start), new Date(end)]
  const isLater = last !== undefined && minuteOf(from) + (to.getTime() - from.getTime()) / 60_000 > minuteFrom(last)
  return isLater ? last : undefined
}

function FreeCount({ found, facilities }: { found: SearchAnswer; facilities: Card[] }) {
  return (
    <>
      <span>{formatPeriod(new Date(found.start), new Date(found.end), getLocale())}</span>{' '}
      <span>
        {found.total === 0 ? whyNothing(found, facilities) : found.total === 1 ? m.venues_free_one() : m.venues_free({ n: found.total })}
      </span>
    </>
  )
}

export function FacilityList({ facilities }: { facilities: Card[] }) {
  if (facilities.length === 0)
    return (
      <Callout title={m.venues_none()} role="status">
        {m.venues_none_hint()}
      </Callout>
    )
  return (
    <ul className={cards.list}>
      {facilities.map((facility) => (
        <FacilityCard key={facility.id} facility={facility} />
      ))}
    </ul>
  )
}

type FreeListProps = { found: SearchAnswer; facilities: Card[]; sport: string | undefined; minutes: number }

/** Everything that is free at the requested time, or alternatives near it. */
export function FreeList({ found, facilities, sport, minutes }: FreeListProps) {
  const isTooLong = closesBefore(found, facilities) !== undefined
  return (
    <section className="stack gap-4">
      {found.total === 0 && found.standing === 'open' && !isTooLong && <WishInvite initial={wishOf(found, sport, minutes)} />}
      {found.total > 0 && <Offers offers={found.items} />}
      {found.total === 0 ? (
        <Alternatives found={found} isTooLong={isTooLong} />
      ) : (
        <OfKind title={m.venues_hour_around()} offers={found.alternatives} />
      )}
    </section>
  )
}

/** The search as a wish: what was looked for and is full. */
function wishOf(found: SearchAnswer, sport: string | undefined, minutes: number) {
  const start = new Date(found.start)
  const from = minuteOf(start)
  return {
    ...(sport ? { place: sport } : {}),
    days: [dayOf(start)],
    from: timeFrom(from),
    to: timeFrom(Math.min(from + minutes, 24 * 60)),
    minutes: String(minutes),
  }
}

function whyNothing(found: SearchAnswer, facilities: Card[]): string {
  const time = closesBefore(found, facilities)
  if (time !== undefined) return m.venues_closes({ time })
  return found.standing === 'past' ? m.venues_past() : found.standing === 'not-yet' ? m.venues_not_yet() : m.venues_nothing_free()
}

function Offers({ offers }: { offers: SearchAnswer['items'] }) {
  return (
    <ul className={cards.list}>
      {offers.map((offer) => (
        <OfferCard key={offer.facility.id} offer={offer} />
      ))}
    </ul>
  )
}

const kinds = [
  ['other-time', m.venues_other_time],
  ['other-facility', m.venues_other_facility],
  ['other-day', m.venues_other_day],
] as const

function Alternatives({ found: { alternatives, opensOn }, isTooLong }: { found: SearchAnswer; isTooLong: boolean }) {
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
  return (
    <section className={style.kind} aria-label={title}>
      <h2 className={style.kindTitle}>{title}</h2>
      <ul className={cards.list}>
        {offers.map((offer) => (
          <OfferCard key={`${offer.facility.id} ${offer.start}`} offer={offer} alternative />
        ))}
      </ul>
    </section>
  )
}
