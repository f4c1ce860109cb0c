import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatTime } from '#i18n/dates.ts'
import { weekdayShort } from '#i18n/weekdays.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import type { FacilityTimes } from '#modules/venues/wire.ts'
import { useRouter } from '@tanstack/react-router'
import style from './next-times.module.css'
import { sayAmount } from './venue-words.ts'

/** The next free times of a facility with their price, each a way to its courts. Plain anchors: a page has many of them. */
export function NextTimes({ facilityId, times, today }: { facilityId: number; times: FacilityTimes['times']; today: Day }) {
  const router = useRouter()
  if (times.length === 0) return null
  const page = router.buildLocation({ to: '/venues/$id', params: { id: String(facilityId) } }).publicHref
  const day = dayOf(new Date(times[0]!.start))
  return (
    <p className={style.next}>
      <span className="sr-only">{m.venues_next_times()}</span>
      {times.map(({ start, priceFrom }, n) => (
        <a
          key={start}
          href={`${page}?date=${day}&start=${formatTime(new Date(start))}#times`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            void router.navigate({
              to: '/venues/$id',
              params: { id: String(facilityId) },
              search: { date: day, start: formatTime(new Date(start)) },
              hash: 'times',
            })
          }}
        >
          <b>
            {n === 0 && day !== today && `${weekdayShort(day, getLocale())} `}
            {formatTime(new Date(start))}
          </b>{' '}
          {sayAmount(priceFrom)}
        </a>
      ))}
    </p>
  )
}
