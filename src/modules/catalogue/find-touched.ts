import { dayOf, minuteFrom, minuteOf } from '#lib/zone.ts'
import { openHoursOn, timetableOn } from '#modules/venues/hours-rules.ts'
import { holidaysFrom, type Holidays, type Timetable } from '#modules/venues/rules.ts'
import type { FacilityFile, HolidayFile } from './file-wire.ts'

/** Why a change of the catalogue cancels a booking. */
export type TouchedWhy = 'court_retired' | 'outside_hours'

/** When the courts of a catalogue can be used. */
export type Usage = { timetables: ReadonlyMap<string, Timetable[]>; courts: ReadonlySet<string>; holidays: Holidays }

export function usageOf(facilities: FacilityFile[], holidays: HolidayFile[]): Usage {
  return {
    timetables: new Map(facilities.map((facility) => [facility.code, timetablesOf(facility)])),
    courts: new Set(
      facilities
        .filter(({ retired }) => !retired)
        .flatMap(({ courts }) => courts.filter(({ retired }) => !retired).map(({ code }) => code)),
    ),
    holidays: holidaysFrom(holidays),
  }
}

const timetablesOf = ({ timetables }: FacilityFile): Timetable[] =>
  timetables
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, slotMinutes, hours }) => ({
      id: 0,
      from,
      slotMinutes,
      sessions: [],
      hours: hours.map(({ days, opens, closes, season }) => ({
        days,
        opens: minuteFrom(opens),
        closes: minuteFrom(closes),
        ...(season ? { season } : {}),
      })),
    }))

export type BookedPeriod = { facility: string; court: string; start: Date; end: Date }

/** Undefined: the booking stays. One that was outside the hours before, as the desk may book, is not touched by other changes. */
export function whyTouched(booking: BookedPeriod, before: Usage, after: Usage): TouchedWhy | undefined {
  if (before.courts.has(booking.court) && !after.courts.has(booking.court)) return 'court_retired'
  return isOpen(booking, before) && !isOpen(booking, after) ? 'outside_hours' : undefined
}

/** Whether the facility is open for the whole period, without a break. */
function isOpen({ facility, start, end }: BookedPeriod, { timetables, holidays }: Usage): boolean {
  const day = dayOf(start)
  const timetable = timetableOn({ timetables: timetables.get(facility) ?? [] }, day)
  if (!timetable) return false
  const until = minuteOf(start) + (end.getTime() - start.getTime()) / 60_000
  let reached = minuteOf(start)
  for (const { opens, closes } of openHoursOn(timetable, day, holidays)) if (opens <= reached && closes > reached) reached = closes
  return reached >= until
}

/** Whether a change can cancel bookings at all; changes of names and prices cannot. */
export function mayTouch(before: FacilityFile[], after: FacilityFile[], holidaysChanged: boolean): boolean {
  if (holidaysChanged) return true
  const usage = (facilities: FacilityFile[]) =>
    JSON.stringify(
      facilities.map(({ code, retired, courts, timetables }) => [
        code,
        retired,
        courts.filter((court) => !court.retired).map((court) => court.code),
        timetables.map(({ from, hours }) => [from, hours]),
      ]),
    )
  return usage(before) !== usage(after.filter(({ code }) => before.some((old) => old.code === code)))
}
