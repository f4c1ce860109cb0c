import type { Live } from '#db/live.ts'
import type { Day } from '#lib/zone.ts'
import { dayTopic } from '#modules/staff/live-rules.ts'

/**
 * Announces that availability of these facilities has changed: on these days, or on whichever day when none are given. Called
 * after the commit; never waits, never fails.
 */
export type AnnounceChange = (facilityIds: Iterable<number>, days?: readonly Day[]) => void

/** The live key of a facility's availability, whichever day it changes on. */
export const floorKey = (facilityId: number): string => `floor:${facilityId}`

/** Also announces the live key of bookings of whichever facility, which lists of the console watch. */
export function announceFloors(live: Pick<Live, 'announce'>): AnnounceChange {
  return (facilityIds, days) => {
    const keys = [...facilityIds].flatMap((id) => [floorKey(id), ...(days ?? (['any'] as const)).map((day) => dayTopic(id, day))])
    if (keys.length > 0) live.announce([...keys, 'bookings'])
  }
}
