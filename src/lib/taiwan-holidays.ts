import { addDays, weekdayOf, type Day } from './zone.ts'

/**
 * Public holidays of Taiwan by the Act on Memorial Days and Festivals (紀念日及節日實施條例) of 2025 and the rules by which the
 * government makes up for those on a weekend. Known without a network, for the years whose lunar dates stand here.
 */
export type PublicHoliday = { day: Day; name: { tw: string; en: string } }

/** First day of the lunar year, Tomb Sweeping Day (the solar term Qingming), Dragon Boat Festival, Mid-Autumn Festival. */
const moving: Record<number, [newYear: string, tombs: string, boats: string, autumn: string]> = {
  2026: ['02-17', '04-05', '06-19', '09-25'],
  2027: ['02-06', '04-05', '06-09', '09-15'],
  2028: ['01-26', '04-04', '05-28', '10-03'],
  2029: ['02-13', '04-04', '06-16', '09-22'],
  2030: ['02-03', '04-05', '06-05', '09-12'],
}

const named = (day: Day, tw: string, en: string): PublicHoliday => ({ day, name: { tw, en } })

/** The days of the lunar new year: from the day before its eve to the third day. */
const springOf = (newYear: Day): PublicHoliday[] => [
  named(addDays(newYear, -2), '小年夜', 'Day before Lunar New Year’s Eve'),
  named(addDays(newYear, -1), '除夕', 'Lunar New Year’s Eve'),
  named(newYear, '春節初一', 'Lunar New Year'),
  named(addDays(newYear, 1), '春節初二', 'Second day of Lunar New Year'),
  named(addDays(newYear, 2), '春節初三', 'Third day of Lunar New Year'),
]

/** Day off for Children’s Day. When 4 April is Tomb Sweeping Day too, it is 3 April, or 5 April if 4 April is a Thursday. */
function childrensDay(year: number, tombs: Day): Day {
  const day = `${year}-04-04`
  if (day !== tombs) return day
  return addDays(day, weekdayOf(day) === 4 ? 1 : -1)
}

/** The days themselves, without those that make up for a weekend. Empty for years whose lunar dates are not known. */
function daysOf(year: number): { spring: PublicHoliday[]; others: PublicHoliday[] } {
  const dates = moving[year]
  if (!dates) return { spring: [], others: [] }
  const [newYear, tombs, boats, autumn] = dates.map((date) => `${year}-${date}`) as [Day, Day, Day, Day]
  return {
    spring: springOf(newYear),
    others: [
      named(`${year}-01-01`, '開國紀念日', 'New Year’s Day'),
      named(`${year}-02-28`, '和平紀念日', 'Peace Memorial Day'),
      named(childrensDay(year, tombs), '兒童節', 'Children’s Day'),
      named(tombs, '民族掃墓節', 'Tomb Sweeping Day'),
      named(`${year}-05-01`, '勞動節', 'Labour Day'),
      named(boats, '端午節', 'Dragon Boat Festival'),
      named(autumn, '中秋節', 'Mid-Autumn Festival'),
      named(`${year}-09-28`, '教師節', 'Teachers’ Day'),
      named(`${year}-10-10`, '國慶日', 'National Day'),
      named(`${year}-10-25`, '臺灣光復節', 'Taiwan Restoration Day'),
      named(`${year}-12-25`, '行憲紀念日', 'Constitution Day'),
    ],
  }
}

/**
 * The holidays of a year in the order of their days, with the days off that make up for those on a weekend: the working day before
 * a Saturday and after a Sunday, for the lunar new year always the next one.
 */
export function publicHolidaysOf(year: number): PublicHoliday[] {
  // Those of the years around it too: New Year's Day on a Saturday is made up for in December.
  const years = [year - 1, year, year + 1].map(daysOf)
  const taken = new Set(years.flatMap(({ spring, others }) => [...spring, ...others].map(({ day }) => day)))
  const makeUp = ({ day, name }: PublicHoliday, isSpring: boolean): PublicHoliday[] => {
    if (weekdayOf(day) < 6) return []
    const step = isSpring || weekdayOf(day) === 7 ? 1 : -1
    let off = addDays(day, step)
    while (taken.has(off) || weekdayOf(off) >= 6) off = addDays(off, step)
    taken.add(off)
    return [named(off, `${name.tw}補假`, `${name.en} (day off in lieu)`)]
  }
  const all = years.flatMap(({ spring, others }) => [
    ...spring,
    ...others,
    ...spring.flatMap((one) => makeUp(one, true)),
    ...others.flatMap((one) => makeUp(one, false)),
  ])
  return all.filter(({ day }) => day.startsWith(`${year}-`)).toSorted((a, b) => a.day.localeCompare(b.day))
}
