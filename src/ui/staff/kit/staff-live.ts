import type { ApiClient } from '#client/api-client.ts'
import { ApiProblem } from '#client/api-problem.ts'
import { keepStreamOpen, type Liveness } from '#client/live-stream.ts'
import type { StaffTopic } from '#navigation/staff-screens.ts'

export type LiveSubscriber = { topics: readonly StaffTopic[]; onChange(): void; onLiveness(liveness: Liveness): void }
export type LiveHub = { subscribe(subscriber: LiveSubscriber): () => void }

type OpenStream = (topics: readonly StaffTopic[], signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>

/**
 * Opens the console's stream. It ends with the session and the roles that it was opened by; when it cannot be opened again for
 * that reason, asking who is logged in leads this tab to the login and back.
 */
export const streamOfStaff =
  (api: Pick<ApiClient, 'events' | 'get'>): OpenStream =>
  async (topics, signal) => {
    try {
      return await api.events(`/api/Staff/Live?topics=${topics.join()}`, signal)
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) await api.get('/api/AccountMember').catch(() => undefined)
      throw error
    }
  }

/** A screen reads again at most so often, in milliseconds, however often it is told: while members rush, every booking is news. */
export const readAgainAfter = 1000

/** Runs at once, then at most once in so many milliseconds; the last call of a pause runs when it is over. */
export function atMostOnceIn(pause: number, run: () => void) {
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = () => {
    timer = undefined
    last = Date.now()
    run()
  }
  return {
    call(): void {
      if (timer !== undefined) return
      const wait = last + pause - Date.now()
      if (wait <= 0) now()
      else timer = setTimeout(now, wait)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * One stream for everything on a page that is kept up to date: a browser allows six connections to one host. It carries the
 * topics of all subscribers, and is opened again when they change.
 */
export function openLiveHub(open: OpenStream): LiveHub {
  const subscribers = new Set<LiveSubscriber>()
  let current: { topics: string; close(): void } | undefined
  let liveness: Liveness = 'connecting'
  let timer: ReturnType<typeof setTimeout> | undefined

  function adapt(): void {
    timer = undefined
    const topics = [...new Set([...subscribers].flatMap((one) => one.topics))].toSorted()
    if (topics.join() === current?.topics) return
    current?.close()
    current = topics.length === 0 ? undefined : { topics: topics.join(), close: watch(topics) }
  }

  const watch = (topics: StaffTopic[]) =>
    keepStreamOpen({
      open: (signal) => open(topics, signal),
      onChange(topic) {
        for (const one of subscribers) if (topic === undefined || one.topics.includes(topic as StaffTopic)) one.onChange()
      },
      onLiveness(next) {
        liveness = next
        for (const one of subscribers) one.onLiveness(next)
      },
    })

  // Parts of a page come and go together: their topics are gathered before a stream is opened.
  const adaptSoon = () => void (timer ??= setTimeout(adapt))
  return {
    subscribe(subscriber) {
      const told = atMostOnceIn(readAgainAfter, () => subscriber.onChange())
      const paced = { ...subscriber, onChange: told.call }
      subscribers.add(paced)
      subscriber.onLiveness(liveness)
      adaptSoon()
      return () => {
        told.stop()
        subscribers.delete(paced)
        adaptSoon()
      }
    },
  }
}
