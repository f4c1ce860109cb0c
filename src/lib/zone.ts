/**
 * Days and times of day in Asia/Taipei, which has been eight hours ahead of UTC, summer and winter, since 1979.
 * A day is the text YYYY-MM-DD; a time of day is minutes after midnight.
 */
const ahead = 8 * 3_600_000
const dayLength = 86_400_000

export type Day = string

/** Days by their number since 1970, and the reverse: writing and parsing dates is most of the work of pricing a booking. Emptied when full. */
const [texts, numbers] = [new Map<number, Day>(), new Map<Day, number>()]
const keptAtMost = 5000

function dayNumbered(number: number): Day {
  const known = texts.get(number)
  if (known !== undefined) return known
  const day = new Date(number * dayLength).toISOString().slice(0, 10)
  if (texts.size >= keptAtMost) texts.clear()
  texts.set(number, day)
  return day
}

/** NaN for a text that is no day. */
function numberOf(day: Day): number {
  const known = numbers.get(day)
  if (known !== undefined) return known
  const number = Date.parse(`${day}T00:00:00Z`) / dayLength
  if (numbers.size >= keptAtMost) numbers.clear()
  if (!Number.isNaN(number)) numbers.set(day, number)
  return number
}

export const dayOf = (moment: Date): Day => dayNumbered(Math.floor((moment.getTime() + ahead) / dayLength))

export const minuteOf = (moment: Date): number => Math.floor(((moment.getTime() + ahead) % dayLength) / 60_000)

export const momentAt = (day: Day, minute: number): Date => new Date(numberOf(day) * dayLength - ahead + minute * 60_000)

/** ISO 8601 with the centre's offset: 2026-11-15T19:00:00+08:00 */
export const isoAt = (moment: Date): string => `${new Date(moment.getTime() + ahead).toISOString().slice(0, 19)}+08:00`

export const addDays = (day: Day, days: number): Day => dayNumbered(numberOf(day) + days)

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: Day): number => ((((numberOf(day) + 3) % 7) + 7) % 7) + 1

export const daysBetween = (from: Day, to: Day): number => numberOf(to) - numberOf(from)

const twoDigits = /* @__PURE__ */ Array.from({ length: 32 }, (_, n) => String(n).padStart(2, '0'))

/** All days from one to another, both included, in order. Written month by month: years of them are made in less than a millisecond. */
export function daysFrom(first: Day, last: Day): Day[] {
  const days: Day[] = []
  let [year = 0, month = 1, date = 1] = first.split('-').map(Number)
  for (; ; month === 12 ? (year++, (month = 1)) : month++, date = 1) {
    const prefix = `${String(year).padStart(4, '0')}-${twoDigits[month]}-`
    for (const length = new Date(Date.UTC(year, month, 0)).getUTCDate(); date <= length; date++) {
      const day = prefix + twoDigits[date]
      if (day > last) return days
      days.push(day)
    }
  }
}

/** Years from 1900 to 2199, which JavaScript dates and PostgreSQL both handle. `text` begins with the year. */
export const isYearInReach = (text: string): boolean => text >= '1900' && text < '2200'

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isYearInReach(text) && !Number.isNaN(numberOf(text)) && addDays(text, 0) === text

/** 06:30 or 06:30:00 → 390 */
export function minuteFrom(time: string): number {
  const [hours = '', rest = ''] = time.split(':')
  return Number(hours) * 60 + Number(rest)
}

export const timeFrom = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
