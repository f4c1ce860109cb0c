import type { Live } from '#db/live.ts'
import type { AnnounceChange } from '#modules/after.ts'
import { dayTopic } from '#modules/staff/rules.ts'
import { streamOf, type StreamPlaces } from '#http/event-stream.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogue } from '#modules/venues/rules.ts'

/** The live key of a facility's availability, whichever day it changes on. */
const floorKey = (facilityId: number): string => `floor:${facilityId}`

/** Also announces the live key of bookings of whichever facility, which lists of the console watch. */
export function announceFloors(live: Pick<Live, 'announce'>): AnnounceChange {
  return (facilityIds, days) => {
    const keys = [...facilityIds].flatMap((id) => [floorKey(id), ...(days ?? (['any'] as const)).map((day) => dayTopic(id, day))])
    if (keys.length > 0) live.announce([...keys, 'bookings'])
  }
}

export type StreamRefusal = { code: 'not_found' } | { code: 'too_many_streams'; retryAfterSeconds: number }

/** Server-sent events of one facility: `change` tells the page to reload availability. */
export function openStream(
  catalogue: Catalogue,
  live: Live,
  places: StreamPlaces,
  facilityId: number,
  address: string,
): Result<ReadableStream<Uint8Array>, StreamRefusal> {
  if (!catalogue.facilityOf.has(facilityId)) return refuse({ code: 'not_found' })
  if (!places.hasRoom(address)) return refuse({ code: 'too_many_streams', retryAfterSeconds: 30 })
  return ok(streamOf(live, { keys: [floorKey(facilityId)], dataOf: () => '{}', takePlace: (close) => places.take(address, close) }))
}
