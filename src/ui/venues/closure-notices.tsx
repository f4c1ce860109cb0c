import { m } from '#i18n/generated/messages.js'
import { dayOf } from '#lib/zone.ts'
import type { FacilityAnswer } from '#modules/venues/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { sayDay } from './venue-words.ts'

/** Closed days among the bookable ones. */
export function ClosureNotices({ facility: { closures, today } }: { facility: FacilityAnswer }) {
  return closures.map(({ start, reason }) => {
    const day = dayOf(new Date(start))
    return (
      <Callout key={start} tone="due" title={day <= today ? m.venue_closed_now() : m.venue_closure({ day: sayDay(day) })}>
        {reason}
      </Callout>
    )
  })
}
