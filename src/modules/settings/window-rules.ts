/**
 * Windows of booking. That of a pre-order season: from when communities may see the season, and when they may order it.
 * A file of its own, because members' pages load it: they need none of the default settings (rules.ts).
 */
export type PreOrderWindow = { viewStart: Date; orderStart: Date; end: Date }

/** Booking opens at most so many days ahead, whatever a centre sets. */
export const mostDaysAhead = 180

export type Phase = 'not-yet' | 'view-only' | 'open' | 'ended'

/** Both ends belong to the window, to the millisecond. */
export function phaseOf({ viewStart, orderStart, end }: PreOrderWindow, now: Date): Phase {
  if (now < viewStart) return 'not-yet'
  if (now < orderStart) return 'view-only'
  return now <= end ? 'open' : 'ended'
}

export const isPreOrderStarted = (window: PreOrderWindow | null, now: Date): boolean => window !== null && phaseOf(window, now) === 'open'

export const isPreOrderOpen = (window: PreOrderWindow | null, now: Date): boolean =>
  isPreOrderStarted(window, now) || (window !== null && phaseOf(window, now) === 'view-only')
