import { dayOf, minuteOf, timeFrom, type Day } from '#lib/zone.ts'
import type { ScheduleAnswer, ScheduleCourt, SchedulePeriod } from '#modules/availability/wire.ts'

/** `waited`: taken, and the member waits for it. */
export type GridState = SchedulePeriod['state'] | 'waited'
export type GridPeriod = Omit<SchedulePeriod, 'state'> & { state: GridState }
export type GridCourt = Omit<ScheduleCourt, 'periods'> & { periods: GridPeriod[] }
export type GridSchedule = Omit<ScheduleAnswer, 'courts'> & { courts: GridCourt[] }

/** Taken by somebody else: a member can wait for it. */
export const isAwaitable = (state: GridState): boolean => state === 'booked' || state === 'held'
/** What a press does: chooses it, opens the waiting list, or nothing, such as on one's own. */
export const pressOf = (state: GridState): 'choose' | 'wait' | undefined =>
  state === 'free' ? 'choose' : state === 'waited' || isAwaitable(state) ? 'wait' : undefined
export const isPressable = (state: GridState): boolean => pressOf(state) !== undefined

/** One slot of the day, the same for every court. In minutes after midnight. */
export type Column = { index: number; start: number; end: number; label: string; long: boolean }

/** Id of the grid, target of the skip link. */
export const gridId = 'grid'

const anHour = 60

/** Columns of a schedule, without slots that ended before `from`. */
export function columnsOf({ courts }: Pick<GridSchedule, 'courts'>, from: number): Column[] {
  const periods = courts[0]?.periods ?? []
  return periods.flatMap(({ start, end }, index) => {
    const over = courts.every(({ periods: others }) => others[index]!.state === 'past' || Date.parse(others[index]!.end) <= from)
    if (over && Date.parse(start) <= from) return []
    const minutes = { start: minuteOf(new Date(start)), end: minuteOf(new Date(end)) || 24 * anHour }
    const long = minutes.end - minutes.start > anHour
    return [{ index, ...minutes, label: long ? `${timeFrom(minutes.start)}–${timeFrom(minutes.end)}` : timeFrom(minutes.start), long }]
  })
}

/** States of the legend: those that occur in the schedule, and a hold, which can appear in it at any moment. */
export function statesIn({ courts }: GridSchedule, columns: Column[]): GridState[] {
  const seen = new Set(courts.flatMap(({ periods }) => columns.map(({ index }) => periods[index]!.state)))
  return (['free', 'held', 'booked', 'waited', 'mine', 'closed', 'not-yet', 'past'] as const).filter(
    (state) => state === 'held' || seen.has(state),
  )
}

export const todayOf = ({ serverTime }: Pick<GridSchedule, 'serverTime'>): Day => dayOf(new Date(serverTime))

/** The next moment at which the schedule changes by itself: a hold expires, a slot begins, the next day opens. Undefined when there is none. */
export function nextChange({ courts, serverTime, nextDayOpensAt }: ScheduleAnswer): number | undefined {
  const now = Date.parse(serverTime)
  let next = Number.POSITIVE_INFINITY
  for (const { periods } of courts)
    for (const { start, state, heldUntil } of periods) {
      if (state === 'past') continue
      next = Math.min(next, heldUntil === undefined ? next : Date.parse(heldUntil), Date.parse(start) > now ? Date.parse(start) : next)
      if (state === 'not-yet') next = Math.min(next, Date.parse(nextDayOpensAt))
    }
  return next === Number.POSITIVE_INFINITY ? undefined : next
}

/** State and price of "any court" in one slot. */
export type AnyCourt = { state: GridState; free: GridCourt[]; price: number; varies: boolean; heldUntil: string | undefined }

export function anyCourt(courts: GridCourt[], { index }: Column): AnyCourt {
  const free = courts.filter(({ periods }) => periods[index]!.state === 'free')
  const prices = free.map(({ periods }) => periods[index]!.price)
  const order = ['free', 'mine', 'waited', 'held', 'booked', 'not-yet', 'closed', 'past'] as const
  const state = order.find((one) => courts.some(({ periods }) => periods[index]!.state === one)) ?? 'closed'
  const heldUntil = state === 'mine' ? courts.find(({ periods }) => periods[index]!.state === 'mine')?.periods[index]!.heldUntil : undefined
  return { state, free, price: Math.min(...prices), varies: new Set(prices).size > 1, heldUntil }
}

/**
 * The period of a day that tells most of a court: the first free one, else one that is taken, else one of the state that comes first
 * in the list. Undefined where the court has none that day.
 */
export function tellingPeriod({ courts }: ScheduleAnswer, courtId: number): SchedulePeriod | undefined {
  const periods = courts.find(({ id }) => id === courtId)?.periods ?? []
  const order = ['free', 'booked', 'held', 'mine', 'not-yet', 'closed', 'past'] as const
  return order.flatMap((state) => periods.find((one) => one.state === state) ?? [])[0]
}

/**
 * The court that "any court" stands for: the one that is chosen in the adjacent slot, so that nobody has to change courts;
 * else, among the cheapest, the one that stays free the longest.
 */
export function pickCourt(
  courts: GridCourt[],
  { index }: Column,
  isChosen: (court: GridCourt, index: number) => boolean,
): GridCourt | undefined {
  const { free, price } = anyCourt(courts, { index } as Column)
  const neighbour = free.find((court) => isChosen(court, index - 1) || isChosen(court, index + 1))
  if (neighbour) return neighbour
  const cheapest = free.filter(({ periods }) => periods[index]!.price === price)
  return cheapest.toSorted((a, b) => freeFor(b, index) - freeFor(a, index))[0]
}

function freeFor({ periods }: GridCourt, index: number): number {
  const end = periods.findIndex(({ state }, at) => at >= index && state !== 'free')
  return (end < 0 ? periods.length : end) - index
}
