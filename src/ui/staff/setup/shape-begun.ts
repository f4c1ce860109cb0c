import { publicHolidaysOf } from '#lib/taiwan-holidays.ts'
import type { CourtFile, FacilityFile, HolidayFile, TimetableFile } from '#ui/staff/kit/catalogue-types.ts'
import { addCourt } from '#ui/staff/kit/edit-courts.ts'
import { dayKinds } from '#modules/venues/rules.ts'

/** What is chosen of a template before it is saved: which facilities, how many courts, the same hours for all, holidays. */

/** Courts that can be counted: none of them stands on the floors of others. */
export const isCountable = ({ courts }: FacilityFile): boolean => courts.length > 0 && courts.every(({ on }) => !on)

/** The first courts of a facility, with further ones numbered on. */
export function withCourtCount(facility: FacilityFile, count: number, all: readonly FacilityFile[]): FacilityFile {
  let courts: CourtFile[] = facility.courts.slice(0, count)
  const others = all.filter(({ code }) => code !== facility.code).flatMap((one) => one.courts.map(({ code }) => code))
  while (courts.length < count) courts = addCourt(courts, new Set([...others, ...courts.map(({ code }) => code)]), facility)
  return withCourts(facility, courts)
}

/** The facility without a court, and without those that stand on its floor. */
export const withoutCourt = (facility: FacilityFile, code: string): FacilityFile =>
  withCourts(
    facility,
    facility.courts.filter((court) => court.code !== code && !court.on?.includes(code)),
  )

/** The facility with a court of the template again, and with the courts whose floor it stands on. */
export function withCourtAgain(facility: FacilityFile, template: FacilityFile, code: string): FacilityFile {
  const wanted = new Set([...facility.courts.map((court) => court.code), code])
  for (const below of template.courts.find((court) => court.code === code)?.on ?? []) wanted.add(below)
  const courts = template.courts.filter((court) => wanted.has(court.code))
  const own = template.priceLists[0]?.courts
  const priceLists = facility.priceLists.map((list, n) =>
    n === 0 && own ? { ...list, courts: { ...pick(own, (court) => wanted.has(court)), ...list.courts } } : list,
  )
  return { ...facility, courts, priceLists }
}

const pick = <T>(record: Record<string, T>, isWanted: (key: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => isWanted(key)))

/** Prices of courts that are left out go with them. */
function withCourts(facility: FacilityFile, courts: CourtFile[]): FacilityFile {
  const codes = new Set(courts.map(({ code }) => code))
  const priceLists = facility.priceLists.map(({ courts: own, ...list }) => {
    const left = pick(own ?? {}, (code) => codes.has(code))
    return Object.keys(left).length > 0 ? { ...list, courts: left } : list
  })
  return { ...facility, courts, priceLists }
}

export type SameHours = { opens: string; closes: string; /** Empty: no break. */ breakFrom: string; breakTo: string }

const isTime = (text: string): boolean => /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text)

/** Undefined: nothing is wrong. Times compare as texts. */
export function wrongHours({ opens, closes, breakFrom, breakTo }: SameHours): 'order' | 'break' | undefined {
  if (!isTime(opens) || !isTime(closes) || opens >= closes) return 'order'
  if (breakFrom === '' && breakTo === '') return undefined
  return isTime(breakFrom) && isTime(breakTo) && opens < breakFrom && breakFrom < breakTo && breakTo < closes ? undefined : 'break'
}

/** The same hours on every day, in all timetables; a break makes two parts of a day. Sessions end with the hours, or go with them. */
export function withSameHours(facility: FacilityFile, { opens, closes, breakFrom, breakTo }: SameHours): FacilityFile {
  const parts =
    breakFrom === ''
      ? [{ opens, closes }]
      : [
          { opens, closes: breakFrom },
          { opens: breakTo, closes },
        ]
  const hours: TimetableFile['hours'] = parts.map((part) => ({ days: [...dayKinds], ...part }))
  const timetables = facility.timetables.map((timetable) => ({
    ...timetable,
    hours,
    sessions: timetable.sessions.flatMap((session) => parts.flatMap((part) => sessionWithin(session, part))),
  }))
  return { ...facility, timetables }
}

/** What is left of a session (08:00-12:00) in a part of the day. */
function sessionWithin(session: string, { opens, closes }: { opens: string; closes: string }): string[] {
  const [from, to] = [session.slice(0, 5), session.slice(6)]
  const [start, end] = [from < opens ? opens : from, to > closes ? closes : to]
  return start < end ? [`${start}-${end}`] : []
}

/** What is done on a public holiday. */
export type OnHoliday = 'holiday' | 'closed' | 'ordinary'

/** The public holidays of this year and the next from a day on. */
export const offeredHolidays = (today: string): HolidayFile[] => {
  const year = Number(today.slice(0, 4))
  return [year, year + 1].flatMap(publicHolidaysOf).filter(({ day }) => day >= today)
}

export const onHoliday = (chosen: readonly HolidayFile[], day: string): OnHoliday => {
  const found = chosen.find((one) => one.day === day)
  return found ? (found.closed ? 'closed' : 'holiday') : 'ordinary'
}

export function withHoliday(chosen: readonly HolidayFile[], { day, name }: HolidayFile, on: OnHoliday): HolidayFile[] {
  const others = chosen.filter((one) => one.day !== day)
  if (on === 'ordinary') return others
  return [...others, { day, name, ...(on === 'closed' && { closed: true as const }) }].toSorted((a, b) => a.day.localeCompare(b.day))
}
