import { minuteFrom } from '#lib/zone.ts'
import { wishesAtMost } from '#modules/ballots/wish-rules.ts'
import type { OwnBallotAnswer, WishBody } from '#modules/ballots/wish-wire.ts'

export type BallotFacility = OwnBallotAnswer['facilities'][number]

/** What is typed and not saved; without a version, it is to replace whatever is saved now. */
export type Unsaved<T> = Omit<T, 'version'> & { version: number | undefined }

/** What the form shows. Its version is that of the entry when typing began: what was saved elsewhere since is not overwritten unseen. */
export const typedOver = <T extends { version: number }>(typed: Unsaved<T> | undefined, saved: T): T =>
  typed ? ({ ...typed, version: typed.version ?? saved.version } as T) : saved

/** What is to replace an entry that was changed elsewhere: what is typed by now, also while the save was under way. */
export const overNewer = <T extends object>(
  now: (T & { version: number | undefined }) | undefined,
  sent: T,
): T & { version: undefined } => ({
  ...(now ?? sent),
  version: undefined,
})

/** Usual share of dates that a new wish asks for. */
const usualLeast = 75

/** Ends of the periods that may begin with a slot: unbroken slots, as many as the round allows. */
export function endsFrom({ slots, mostSlots }: Pick<BallotFacility, 'slots' | 'mostSlots'>, start: string): string[] {
  const at = slots.findIndex((slot) => slot.start === start)
  if (at < 0) return []
  const ends: string[] = []
  for (const slot of slots.slice(at)) {
    if (ends.length >= mostSlots || (ends.length > 0 && slot.start !== ends.at(-1))) break
    ends.push(slot.end)
  }
  return ends
}

/** A wish for the longest period that begins with a slot, on any court. */
export function newWish(facility: BallotFacility, weekday: number, start: string): WishBody {
  const end = endsFrom(facility, start).at(-1) ?? start
  return { weekday, start, end, venue1stId: facility.id, venue2ndId: null, leastPercent: usualLeast }
}

/** Moves a wish up (-1) or down (1); the same list when it stands at the end already. */
export function moved(wishes: WishBody[], at: number, step: 1 | -1): WishBody[] {
  const to = at + step
  if (to < 0 || to >= wishes.length) return wishes
  return wishes.with(at, wishes[to]!).with(to, wishes[at]!)
}

export const isFull = (wishes: readonly WishBody[]): boolean => wishes.length >= wishesAtMost

/** The place of the wish that covers a slot, from 1; 0 when none does. */
export const rankAt = (wishes: readonly WishBody[], facilityId: number, weekday: number, start: string): number =>
  wishes.findIndex((wish) => wish.venue1stId === facilityId && wish.weekday === weekday && wish.start <= start && start < wish.end) + 1

/** Most clubs that want any half hour of a slot. */
export function clubsAt(
  demand: OwnBallotAnswer['demand'],
  facilityId: number,
  weekday: number,
  slot: { start: string; end: string },
): number {
  const [from, to] = [minuteFrom(slot.start), minuteFrom(slot.end)]
  return demand
    .filter((cell) => cell.venue1stId === facilityId && cell.weekday === weekday && cell.minute >= from && cell.minute < to)
    .reduce((most, { clubs }) => Math.max(most, clubs), 0)
}
