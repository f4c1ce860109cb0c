import { weekdayOf } from '#lib/zone.ts'
import type { DayName, HoursFile, LevelFile, TimetableFile } from '#ui/staff/kit/catalogue-types.ts'

export const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const satisfies DayName[]

/** Part of a day, in minutes after midnight. */
export type Span = { from: number; to: number }

export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const isInSeason = (day: string, { from, to }: { from: string; to: string }): boolean => {
  const monthDay = day.slice(5)
  return from <= to ? monthDay >= from && monthDay <= to : monthDay >= from || monthDay <= to
}

/** Entries that count on a day: those of a season that contains it before those without a season; on a holiday those for holidays before the weekday's, and none where the centre is closed on it. */
export function hoursOn({ hours }: TimetableFile, day: string, holiday: { closed?: true | undefined } | undefined): HoursFile[] {
  if (holiday?.closed) return []
  const weekday = dayNames[weekdayOf(day) - 1]!
  const inSeason = hours.filter(({ season }) => season && isInSeason(day, season))
  const always = hours.filter(({ season }) => !season)
  const pick = (entries: HoursFile[]) => {
    const ofHolidays = holiday ? entries.filter(({ days }) => days.includes('holiday')) : []
    return ofHolidays.length > 0 ? ofHolidays : entries.filter(({ days }) => days.includes(weekday))
  }
  const seasonal = pick(inSeason)
  return seasonal.length > 0 ? seasonal : pick(always)
}

/** Seasons of a timetable; `undefined` stands for the entries without one. */
export function seasonsOf({ hours }: TimetableFile): ({ from: string; to: string } | undefined)[] {
  const seasons = new Map(hours.map(({ season }) => [season ? `${season.from} ${season.to}` : '', season]))
  // Sorted by key: toSorted puts undefined values last, whatever the comparison says.
  return [...seasons].toSorted(([a], [b]) => a.localeCompare(b)).map(([, season]) => season)
}

const isSameSeason = (a: HoursFile['season'], b: HoursFile['season']) => a?.from === b?.from && a?.to === b?.to

/** The drawn week: open spans by day name, of one season or of the rest of the year. A holiday without an entry is like its weekday, and not drawn. */
export function weekOf({ hours }: TimetableFile, season: HoursFile['season']): Map<DayName, Span[]> {
  const own = hours.filter((entry) => isSameSeason(entry.season, season))
  return new Map(
    dayNames.map((name) => [
      name,
      own.filter(({ days }) => days.includes(name)).map(({ opens, closes }) => ({ from: minutesOf(opens), to: minutesOf(closes) })),
    ]),
  )
}

export const levelWeek = ({ hours }: LevelFile): Map<DayName, Span[]> =>
  new Map(
    dayNames.map((name) => [
      name,
      hours.filter(({ days }) => days.includes(name)).map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })),
    ]),
  )

/** Adds or removes a day of an entry; days stay in the order of the week. */
export const toggleDay = (days: readonly DayName[], name: DayName): DayName[] =>
  dayNames.filter((one) => (one === name ? !days.includes(name) : days.includes(one)))

export const replaceAt = <T>(list: readonly T[], at: number, patch: Partial<T>): T[] =>
  list.map((entry, n) => (n === at ? { ...entry, ...patch } : entry))

/** Slots of a day: the fixed sessions, or whole slots from opening to closing. */
export function slotCount({ slotMinutes, sessions }: TimetableFile, spans: readonly Span[]): number {
  if (sessions.length > 0) return sessions.length
  return slotMinutes > 0 ? spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.floor((to - from) / slotMinutes)), 0) : 0
}
