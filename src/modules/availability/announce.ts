import type { Live } from '#db/live.ts'

/** Announces that availability of these facilities has changed. Called after the commit; never waits, never fails. */
export type AnnounceChange = (facilityIds: Iterable<number>) => void

/** The live key of a facility's availability. */
export const floorKey = (facilityId: number): string => `floor:${facilityId}`

/** Also announces the live key of bookings of whichever facility, which lists of the console watch. */
export function announceFloors(live: Pick<Live, 'announce'>): AnnounceChange {
  return (facilityIds) => {
    const keys = [...facilityIds].map(floorKey)
    if (keys.length > 0) live.announce([...keys, 'bookings'])
  }
}
