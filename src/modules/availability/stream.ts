import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { Live } from './live.ts'

export type StreamRefusal = { code: 'not_found' } | { code: 'too_many_streams'; retryAfterSeconds: number }

const beatEvery = 15_000
/** A stream whose client leaves this many bytes unread is closed. */
const unreadAtMost = 50

const encoder = new TextEncoder()
const opening = encoder.encode('retry: 2000\n\n')
/** Retry delay for a stream that was closed to make room; an immediate retry would displace another. */
const comeBackLater = encoder.encode('retry: 30000\n\n')
const change = encoder.encode('event: change\ndata: {}\n\n')
// Heartbeat: keeps proxies from closing idle streams and detects dead ones.
const beat = encoder.encode('event: beat\ndata: {}\n\n')

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
  return ok(streamOf(live, facilityId, (close) => places.take(address, close)))
}

function streamOf(live: Live, facilityId: number, takePlace: (close: () => void) => Place): ReadableStream<Uint8Array> {
  let finish = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (bytes: Uint8Array) => {
        controller.enqueue(bytes)
        if ((controller.desiredSize ?? 0) < -unreadAtMost) close()
      }
      const close = () => {
        finish()
        controller.close()
      }
      const place = takePlace(() => {
        controller.enqueue(comeBackLater)
        close()
      })
      const timer = setInterval(send, beatEvery, beat)
      const tell = () => {
        place.used()
        send(change)
      }
      const unwatch = live.watch(facilityId, { tell, end: close })
      finish = () => {
        clearInterval(timer)
        unwatch()
        place.leave()
      }
      send(opening)
    },
    cancel: () => finish(),
  })
}

/** `used`: a change was sent on it. */
type Place = { used(): void; leave(): void }

/**
 * Limits the open streams of this process. An address may have as many as a household or office needs; the next is
 * refused, since closing one would make the two alternate. In total there are as many as a small machine can notify
 * within a second; when full, the longest idle one is closed.
 */
export class StreamPlaces {
  readonly #perAddress: number
  readonly #inAll: number
  readonly #taken = new Map<string, number>()
  /** Longest idle first: a Set keeps insertion order. */
  readonly #open = new Set<{ close(): void }>()

  constructor(perAddress = 20, inAll = 2000) {
    this.#perAddress = perAddress
    this.#inAll = inAll
  }

  hasRoom(address: string): boolean {
    return (this.#taken.get(address) ?? 0) < this.#perAddress
  }

  take(address: string, close: () => void): Place {
    const [longestIdle] = this.#open
    if (longestIdle && this.#open.size >= this.#inAll) longestIdle.close()
    const mine = { close }
    this.#open.add(mine)
    this.#taken.set(address, (this.#taken.get(address) ?? 0) + 1)
    return {
      used: () => {
        if (this.#open.delete(mine)) this.#open.add(mine)
      },
      leave: () => {
        if (!this.#open.delete(mine)) return
        const left = this.#taken.get(address)! - 1
        if (left === 0) this.#taken.delete(address)
        else this.#taken.set(address, left)
      },
    }
  }
}
