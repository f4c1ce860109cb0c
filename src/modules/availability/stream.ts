import type { Live } from '#db/live.ts'
import { streamOf, type StreamPlaces } from '#http/event-stream.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { floorKey } from './announce.ts'

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
