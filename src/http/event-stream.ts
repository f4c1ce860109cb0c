import type { Live } from '#db/live.ts'

const beatEvery = 15_000
/** A stream whose client leaves this many bytes unread is closed. */
const unreadAtMost = 50

export const eventStream = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }

const encoder = new TextEncoder()
const opening = encoder.encode('retry: 2000\n\n')
/** Retry delay for a stream that was closed to make room; an immediate retry would displace another. */
const comeBackLater = encoder.encode('retry: 30000\n\n')
// Heartbeat: keeps proxies from closing idle streams and detects dead ones.
const beat = encoder.encode('event: beat\ndata: {}\n\n')

type Options = {
  keys: readonly string[]
  /** The data of a `change` event. */
  dataOf(key: string): string
  takePlace(close: () => void): Place
  /** Asked at every heartbeat, and when `askOn` is announced: a stream that is no longer allowed is closed. */
  isAllowed?(): Promise<boolean>
  /** Live key that is announced when the reader may have lost the right to this stream. */
  askOn?: string
}

/**
 * Server-sent events: `change` for each of these live keys whenever it is announced. It begins when it is first read: the answer to
 * HEAD never is, and would hold a place that nobody leaves.
 */
export function streamOf(live: Live, { keys, dataOf, takePlace, isAllowed, askOn }: Options): ReadableStream<Uint8Array> {
  let finish = () => {}
  let begin: ((controller: ReadableStreamDefaultController<Uint8Array>) => void) | undefined = (controller) => {
    let isOpen = true
    const send = (bytes: Uint8Array) => {
      if (!isOpen) return
      try {
        controller.enqueue(bytes)
      } catch {
        // The stream has failed on its way to the client: nobody reads it any more.
        return finish()
      }
      if ((controller.desiredSize ?? 0) < -unreadAtMost) close()
    }
    const close = () => {
      if (!isOpen) return
      finish()
      controller.close()
    }
    const place = takePlace(() => {
      send(comeBackLater)
      close()
    })
    const ask = () =>
      isAllowed?.().then(
        (allowed) => allowed || close(),
        // The database is away: nothing can be announced either, and the next heartbeat asks again.
        () => {},
      )
    const timer = setInterval(() => {
      send(beat)
      void ask()
    }, beatEvery)
    const tell = (key: string) => {
      if (key === askOn) void ask()
      if (!keys.includes(key)) return
      place.used()
      send(encoder.encode(`event: change\ndata: ${dataOf(key)}\n\n`))
    }
    const unwatch = live.watch(askOn === undefined ? keys : [...new Set([...keys, askOn])], { tell, end: close })
    finish = () => {
      isOpen = false
      clearInterval(timer)
      unwatch()
      place.leave()
    }
    send(opening)
  }
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        begin?.(controller)
        begin = undefined
      },
      cancel: () => finish(),
    },
    { highWaterMark: 0 },
  )
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
