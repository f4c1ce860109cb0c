import { formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import type { Day } from '#lib/zone.ts'
import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import type { FacilityAnswer } from '#modules/venues/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { HallPlan } from '#ui/venues/hall-plan.tsx'
import { sayList } from '#ui/venues/venue-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { scheduleQuery } from './schedule-query.ts'

type Court = FacilityAnswer['courtList'][number]

/** The courts of a facility where they lie, each with its next free hour of the day that the grid shows, and a way to it there. */
export function CourtsPlan({ facility, day }: { facility: FacilityAnswer; day: Day }) {
  // Read by the grid.
  const { data: schedule } = useQuery({ ...scheduleQuery(useApi(), facility.id, day), enabled: false })
  const nextFree = (court: Court) => schedule && nextFreeOf(schedule, court.id)
  return (
    <HallPlan
      courts={facility.courtList}
      drawing={facility.drawing}
      colour={facility.colour}
      note={(court) => nextFree(court) ?? m.grid_full()}
      spoken={(court) => sayCourt(court, nextFree(court))}
      renderCourt={(court, box) => (
        <Link
          {...box}
          to="/venues/$id"
          params={{ id: String(facility.id) }}
          search={{ date: day, start: nextFree(court), court: String(court.id) }}
          hash="times"
        />
      )}
    />
  )
}

/** HH:MM of the first free hour. */
function nextFreeOf({ courts }: ScheduleAnswer, courtId: number): string | undefined {
  const free = courts.find(({ id }) => id === courtId)?.periods.find(({ state }) => state === 'free')
  return free && formatTime(new Date(free.start))
}

function sayCourt({ name, sharesWith }: Court, time: string | undefined): string {
  const free = time === undefined ? m.venue_court_full({ court: name }) : m.venue_court_free({ court: name, time })
  return sharesWith.length === 0 ? free : `${free}${m.join_list()}${m.venue_shares({ courts: sayList(sharesWith.map((one) => one.name)) })}`
}
