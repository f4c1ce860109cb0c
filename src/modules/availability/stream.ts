import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { Live } from './live.ts'

export type StreamRefusal = { code: 'not_found' } | { code: 'too_many_streams'; retryAfterSeconds: number }

const beatEvery = 15_000
/** Who has not read so much is not there any more. */
const unreadAtMost = 50

const encoder = new TextEncoder()
const opening = encoder.encode('retry: 2000\n\n')
const change = encoder.encode('event: change\ndata: {}\n\n')
// It keeps proxies from closing what looks idle, and lets both sides find out that the other is gone.
const beat = encoder.encode('event: beat\ndata: {}\n\n')

/** Server-sent events about one facility: `change` says that looking again is worth while. */
export function openStream(
  catalogue: Catalogue,
  live: Live,
  places: StreamPlaces,
  facilityId: number,
  address: string,
): Result<ReadableStream<Uint8Array>, StreamRefusal> {
  if (!catalogue.facilityOf.has(facilityId)) return refuse({ code: 'not_found' })
  const leave = places.take(address)
  return leave ? ok(streamOf(live, facilityId, leave)) : refuse({ code: 'too_many_streams', retryAfterSeconds: 30 })
}

function streamOf(live: Live, facilityId: number, onEnd: () => void): ReadableStream<Uint8Array> {
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
      const timer = setInterval(send, beatEvery, beat)
      const unwatch = live.watch(facilityId, { tell: () => send(change), end: close })
      finish = () => {
        clearInterval(timer)
        unwatch()
        onEnd()
      }
      send(opening)
    },
    cancel: () => finish(),
  })
}

/** How many streams each address has open in this process: a crowd behind one address may watch, a script may not take the house. */
export class StreamPlaces {
  readonly #taken = new Map<string, number>()
  readonly #perAddress: number
  readonly #inAll: number
  #all = 0

  constructor(perAddress = 100, inAll = 5000) {
    this.#perAddress = perAddress
    this.#inAll = inAll
  }

  /** Undefined: none left. Otherwise what gives the place back. */
  take(address: string): (() => void) | undefined {
    const taken = this.#taken.get(address) ?? 0
    if (taken >= this.#perAddress || this.#all >= this.#inAll) return undefined
    this.#taken.set(address, taken + 1)
    this.#all++
    let given = false
    return () => {
      if (given) return
      given = true
      this.#all--
      const left = this.#taken.get(address)! - 1
      if (left === 0) this.#taken.delete(address)
      else this.#taken.set(address, left)
    }
  }
}
