import { averageStars, differenceOf, pointsDifference, shareOf, type Difference, type Week } from './rules.ts'

/**
 * What a month's report says in words: statements that follow from its numbers and those of the month before, each with a code
 * and what is inserted into its sentence. Pure; the sentences are in report-texts.ts.
 */
export type MonthNumbers = {
  booked: number
  bookable: number
  bookings: number
  came: number
  missed: number
  bookedWeek: Week
  bookableWeek: Week
  facilities: { code: string; name: string; booked: number; bookable: number }[]
  demand: {
    refused: number
    searched: number
    seen: number
    top: { name: string; weekday: number; hour: number; refused: number; searched: number; seen: number }[]
  }
  ratings: { stars: number[] }
}

export type MonthMoney = {
  in: number
  out: number
  facilities: { name: string; in: number; out: number }[]
  refunds: { count: number }[]
}

export const reportParts = ['use', 'refused', 'money', 'no-shows', 'ratings'] as const
export type ReportPart = (typeof reportParts)[number]

/** `money` and `weekday` are written in the reader's language. */
export type Statement = {
  code: string
  money?: Record<string, number>
  weekday?: number
  hour?: number
  with?: Record<string, string | number>
}

const percent = (share: number | null): number => Math.round((share ?? 0) * 100)

/** Statements of one part about two months; `suffix` of the code says how they differ. */
function compared(part: string, difference: Difference, more: Omit<Statement, 'code'>): Statement[] {
  if (difference.kind === 'none') return [{ code: `${part}_first` }]
  if (difference.kind === 'same') return [{ code: `${part}_same` }]
  return [{ code: `${part}_${difference.kind}`, ...more }]
}

/** Facilities whose share moved by fewer points are not worth a sentence. */
const noticeable = 3

export function useStatements(now: MonthNumbers, before: MonthNumbers): Statement[] {
  const share = shareOf(now.booked, now.bookable)
  if (share === null) return [{ code: 'use_none' }]
  const was = before.bookings === 0 ? null : shareOf(before.booked, before.bookable)
  const difference = pointsDifference(share, was)
  const points = 'by' in difference ? difference.by : 0
  return [
    { code: 'use_level', with: { percent: percent(share), bookings: now.bookings } },
    ...compared('use', difference, { with: { points, before: percent(was) } }),
    ...extremes(now),
    ...(was === null ? [] : moved(now, before)),
  ]
}

/** The fullest and the emptiest hour of the week, when they differ. */
function extremes({ bookedWeek, bookableWeek, booked }: MonthNumbers): Statement[] {
  if (booked === 0) return []
  const cells = bookableWeek.flatMap((hours, day) =>
    hours.flatMap((bookable, hour) =>
      bookable > 0 ? [{ weekday: day + 1, hour, share: shareOf(bookedWeek[day]![hour]!, bookable)! }] : [],
    ),
  )
  const [fullest, emptiest] = [cells.toSorted((a, b) => b.share - a.share)[0]!, cells.toSorted((a, b) => a.share - b.share)[0]!]
  if (percent(fullest.share) === percent(emptiest.share)) return []
  const say = (code: string, { weekday, hour, share }: typeof fullest): Statement => ({
    code,
    weekday,
    hour,
    with: { percent: percent(share) },
  })
  return [say('use_busiest', fullest), say('use_quietest', emptiest)]
}

/** The facilities that gained and lost most. */
function moved(now: MonthNumbers, before: MonthNumbers): Statement[] {
  const was = new Map(before.facilities.map((one) => [one.code, shareOf(one.booked, one.bookable)]))
  const changes = now.facilities
    .flatMap(({ code, name, booked, bookable }) => {
      const [share, then] = [shareOf(booked, bookable), was.get(code) ?? null]
      return share === null || then === null ? [] : [{ name, points: percent(share) - percent(then) }]
    })
    .toSorted((a, b) => b.points - a.points)
  const [most, least] = [changes[0], changes.at(-1)]
  return [
    ...(most && most.points >= noticeable ? [{ code: 'use_facility_more', with: { name: most.name, points: most.points } }] : []),
    ...(least && least.points <= -noticeable ? [{ code: 'use_facility_less', with: { name: least.name, points: -least.points } }] : []),
  ]
}

export function refusedStatements({ demand: now }: MonthNumbers, { demand: before }: MonthNumbers): Statement[] {
  const sum = ({ refused, searched, seen }: MonthNumbers['demand']) => refused + searched + seen
  if (sum(now) === 0) return [{ code: 'refused_none' }]
  const difference = differenceOf(sum(now), sum(before))
  const [first, second] = now.top
  return [
    { code: 'refused_level', with: { refused: now.refused, searched: now.searched, seen: now.seen } },
    // A month of which nothing was recorded may have been before recording began.
    ...(sum(before) === 0 ? [] : compared('refused', difference, { with: { by: 'by' in difference ? difference.by : 0 } })),
    ...(first
      ? [
          {
            code: 'refused_top',
            weekday: first.weekday,
            hour: first.hour,
            with: { name: first.name, refused: first.refused, searched: first.searched, seen: first.seen },
          },
        ]
      : []),
    ...(second ? [{ code: 'refused_next', weekday: second.weekday, hour: second.hour, with: { name: second.name } }] : []),
  ]
}

export function moneyStatements(now: MonthMoney, before: MonthMoney): Statement[] {
  if (now.in === 0 && now.out === 0) return [{ code: 'money_none' }]
  const isFirst = before.in === 0 && before.out === 0
  const difference = differenceOf(now.in - now.out, isFirst ? null : before.in - before.out)
  const top = now.facilities.toSorted((a, b) => b.in - b.out - (a.in - a.out))[0]
  const count = now.refunds.reduce((sum, one) => sum + one.count, 0)
  return [
    { code: 'money_level', money: { in: now.in, out: now.out, net: now.in - now.out } },
    ...moneyCompared(difference),
    ...(top && top.in > top.out && now.facilities.length > 1
      ? [{ code: 'money_top', with: { name: top.name }, money: { net: top.in - top.out } }]
      : []),
    ...(count > 0 ? [{ code: 'money_refunds', with: { count } }] : []),
  ]
}

function moneyCompared(difference: Difference): Statement[] {
  if (!('by' in difference)) return compared('money', difference, {})
  const { kind, by, percent: change } = difference
  return [
    change === null ? { code: `money_${kind}_plain`, money: { by } } : { code: `money_${kind}`, money: { by }, with: { percent: change } },
  ]
}

export function noShowStatements(now: MonthNumbers, before: MonthNumbers): Statement[] {
  const share = shareOf(now.missed, now.came + now.missed)
  if (share === null) return [{ code: 'no_shows_none' }]
  const was = shareOf(before.missed, before.came + before.missed)
  const difference = pointsDifference(share, was)
  const points = 'by' in difference ? difference.by : 0
  return [
    now.missed === 0 ? { code: 'no_shows_zero' } : { code: 'no_shows_level', with: { missed: now.missed, percent: percent(share) } },
    ...compared('no_shows', difference, { with: { points, before: percent(was) } }),
  ]
}

export function ratingStatements({ ratings: now }: MonthNumbers, { ratings: before }: MonthNumbers): Statement[] {
  const rounded = (stars: number[]) => {
    const average = averageStars(stars)
    return average === null ? null : Math.round(average * 10) / 10
  }
  const [average, was] = [rounded(now.stars), rounded(before.stars)]
  if (average === null) return [{ code: 'ratings_none' }]
  const count = now.stars.reduce((sum, given) => sum + given, 0)
  return [
    { code: 'ratings_level', with: { count, average: average.toFixed(1) } },
    ...compared('ratings', differenceOf(average, was), { with: { before: was?.toFixed(1) ?? '' } }),
  ]
}
