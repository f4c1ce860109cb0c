import { formatDay } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { weekdayBrief } from '#i18n/weekdays.ts'
import { joinClauses, joinList } from '#i18n/join.ts'
import { ownValue } from '#lib/own-value.ts'
import { momentAt, type Day } from '#lib/zone.ts'

const counted: Record<string, (input: { n: number }) => string> = {
  'table-tennis': m.venues_courts_table,
  pool: m.venues_courts_lane,
  studio: m.venues_courts_room,
  tatami: m.venues_courts_room,
  squash: m.venues_courts_squash,
  meeting: m.venues_courts_room,
  field: m.venues_courts_field,
}

/** Number of courts in the unit of the sport: 8 張球桌. */
export const sayCourts = (drawing: string, n: number): string => (ownValue(counted, drawing) ?? m.venues_courts_court)({ n })

export const sayDay = (day: Day): string => formatDay(momentAt(day, 12 * 60), getLocale())

export const sayAmount = (amount: number): string => (amount === 0 ? m.venues_zero() : formatMoney(amount))

/** Lowest price of one slot: NT$300 起／小時. */
export function sayPriceFrom({
  priceFrom,
  slotMinutes,
  sessions,
}: {
  priceFrom: number
  slotMinutes: number
  sessions: unknown[]
}): string {
  const price = sayAmount(priceFrom)
  if (sessions.length > 0) return m.venues_from_session({ price })
  return slotMinutes === 60 ? m.venues_from_hour({ price }) : m.venues_from_minutes({ price, n: slotMinutes })
}

/** Place of a facility: 球類館 2 樓 · 室內 */
export const sayPlace = ({ place, indoor }: { place: string; indoor: boolean }): string =>
  `${place}\u00a0· ${indoor ? m.venues_indoor() : m.venues_outdoor()}`

export const sayHours = ({ start, end }: { start: string; end: string }): string => `${start}–${end}`

type Times = { start: string; end: string }

/** Hours of today; those of the week where today has none. */
export const sayToday = ({
  hoursToday,
  sessions,
  opens,
  closes,
}: {
  hoursToday: Times[]
  sessions: Times[]
  opens: string
  closes: string
}): string =>
  sessions.length > 0 ? saySessions(sessions) : saySessions(hoursToday.length > 0 ? hoursToday : [{ start: opens, end: closes }])

/** Hours of a week whose days differ, a line for each: 平日 06:00–22:00; 週六 08:00–20:00; 週日不開放. */
export const sayWeek = (week: { weekdays: number[]; hours: Times[] }[]): string[] =>
  week.map(({ weekdays, hours }) => {
    const days = sayWeekdays(weekdays)
    // A word joiner keeps a time and its dash on one line.
    return hours.length > 0
      ? `${days} ${hours.map(({ start, end }) => `${start}\u2060–\u2060${end}`).join(' ')}`
      : m.venue_days_closed({ days })
  })

const kindNumbers: Record<string, number> = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 }

/** Hours of a price level: 平日 18:00–22:00，週末與國定假日 12:00–22:00. */
export const sayLevelHours = (levelHours: (Times & { days: string[] })[]): string =>
  joinClauses(
    levelHours.map(({ days, ...hours }) => {
      const weekdays = sayWeekdays(days.flatMap((day) => kindNumbers[day] ?? []).toSorted((a, b) => a - b))
      const named = [weekdays, days.includes('holiday') ? m.venue_days_holiday() : ''].filter(Boolean)
      return `${named.length > 1 ? m.venue_days_and({ first: named[0]!, second: named[1]! }) : named[0]} ${sayHours(hours)}`
    }),
    getLocale(),
  )

/** Names of weekdays (1 is Monday), those that follow each other as a range. */
function sayWeekdays(weekdays: number[]): string {
  const runs: number[][] = []
  for (const day of weekdays) {
    const last = runs.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  return sayList(runs.map(sayRun))
}

function sayRun(run: number[]): string {
  if (run.join('') === '1234567') return m.venue_days_all()
  if (run.join('') === '12345') return m.venue_days_weekdays()
  if (run.join('') === '67') return m.venue_days_weekend()
  const [from, to] = [sayWeekday(run[0]!), sayWeekday(run.at(-1)!)]
  return run.length === 1 ? from : run.length === 2 ? sayList([from, to]) : m.venue_days_range({ from, to })
}

/** 週一 or Mon. */
const sayWeekday = (weekday: number): string => weekdayBrief(weekday, getLocale())

export const saySessions = (sessions: { start: string; end: string }[]): string => sayList(sessions.map(sayHours))

export const sayLength = (minutes: number): string => (minutes === 60 ? m.venues_hour_one() : m.venues_hours({ n: minutes / 60 }))

export const sayList = (names: string[]): string => joinList(names, getLocale())
