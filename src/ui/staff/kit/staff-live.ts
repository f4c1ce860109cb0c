import { keepStreamOpen, type Liveness } from '#client/live-stream.ts'
import type { StaffTopic } from '#modules/staff/live-rules.ts'

export type LiveSubscriber = { topics: readonly StaffTopic[]; onChange(): void; onLiveness(liveness: Liveness): void }
export type LiveHub = { subscribe(subscriber: LiveSubscriber): () => void }

type OpenStream = (topics: readonly StaffTopic[], signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>

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
      subscribers.add(subscriber)
      subscriber.onLiveness(liveness)
      adaptSoon()
      return () => {
        subscribers.delete(subscriber)
        adaptSoon()
      }
    },
  }
}
