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
import { tellingPeriod } from './grid-model.ts'
import { sayNotFree } from './grid-words.ts'
import { scheduleQuery } from './schedule-query.ts'

type Court = FacilityAnswer['courtList'][number]

/** The courts of a facility where they lie, each with its next free hour of the day that the grid shows, or why it has none, and a way to it there. */
export function CourtsPlan({ facility, day }: { facility: FacilityAnswer; day: Day }) {
  // Read by the grid.
  const { data: schedule } = useQuery({ ...scheduleQuery(useApi(), facility.id, day), enabled: false })
  const nextFree = (court: Court) => schedule && nextFreeOf(schedule, court.id)
  return (
    <HallPlan
      courts={facility.courtList}
      drawing={facility.drawing}
      colour={facility.colour}
      note={(court) => schedule && (nextFree(court) ?? sayNotFree(tellingPeriod(schedule, court.id)))}
      spoken={(court) => sayCourt(court, schedule)}
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
function nextFreeOf(schedule: ScheduleAnswer, courtId: number): string | undefined {
  const period = tellingPeriod(schedule, courtId)
  return period?.state === 'free' ? formatTime(new Date(period.start)) : undefined
}

/** A court with what it is on that day, once the schedule has come, and with those on the same floor. */
function sayCourt({ id, name, sharesWith }: Court, schedule: ScheduleAnswer | undefined): string {
  const court = schedule ? sayOnDay(name, schedule, id) : name
  return sharesWith.length === 0
    ? court
    : `${court}${m.join_list()}${m.venue_shares({ courts: sayList(sharesWith.map((one) => one.name)) })}`
}

function sayOnDay(court: string, schedule: ScheduleAnswer, id: number): string {
  const time = nextFreeOf(schedule, id)
  if (time !== undefined) return m.venue_court_free({ court, time })
  return m.venue_court_not_free({ court, state: sayNotFree(tellingPeriod(schedule, id))! })
}
