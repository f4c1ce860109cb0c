import { ApiProblem } from '#client/api-problem.ts'

export type Liveness = 'connecting' | 'live' | 'lost'

/** Milliseconds without an event after which a connection counts as dead: the server sends one every 15 seconds. */
const silenceTimeout = 40_000
const firstWait = 2_000
const longestWait = 30_000

export type StreamEffects = {
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  /** Called when something has changed, with the event's data, and without when something may have changed while the stream was closed. */
  onChange(data?: string): void
  onLiveness(liveness: Liveness): void
}

/**
 * Keeps a stream of server-sent events open while the page is visible. A hidden page closes it: a browser allows six
 * connections to one host, which six forgotten tabs would occupy.
 */
export function keepStreamOpen({ open, onChange, onLiveness }: StreamEffects): () => void {
  let current: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let ended = false

  function connect(): void {
    drop()
    if (ended || document.visibilityState === 'hidden') return
    const mine = (current = new AbortController())
    connectIn(silenceTimeout)
    listen(mine.signal).then(
      () => lose(mine),
      (error: unknown) => lose(mine, error),
    )
  }

  async function listen(signal: AbortSignal): Promise<void> {
    const stream = await open(signal)
    if (signal.aborted) return
    failures = 0
    onLiveness('live')
    onChange()
    for await (const { name, data } of eventsIn(stream)) {
      if (signal.aborted) return
      connectIn(silenceTimeout)
      if (name === 'change') onChange(data)
    }
  }

  /** Handles an ended or refused connection. */
  function lose(mine: AbortController, error?: unknown): void {
    if (current !== mine || mine.signal.aborted) return
    onLiveness('lost')
    connectIn(waitAfter(failures++, error))
  }

  function connectIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      onLiveness('lost')
      connect()
    }, ms)
  }

  function drop(): void {
    clearTimeout(timer)
    current?.abort()
    current = undefined
  }

  const stopWatching = watchPage({ connect, drop, onLost: () => onLiveness('lost') })
  connect()

  return () => {
    ended = true
    drop()
    stopWatching()
  }
}

/** Milliseconds until the next try: exponential backoff with jitter, so that not all pages reconnect at once. */
function waitAfter(failures: number, error: unknown): number {
  const asked = error instanceof ApiProblem ? (error.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, Math.min(firstWait * 2 ** failures, longestWait)) * (0.75 + Math.random() / 2)
}

type PageEffects = { connect(): void; drop(): void; onLost(): void }

/** Connects and drops with the page and the network. Returns a function that removes the listeners. */
function watchPage({ connect, drop, onLost }: PageEffects): () => void {
  // Browsers are slow to notice that a stream has died with the network.
  const onOffline = () => {
    drop()
    onLost()
  }
  const onVisibility = () => (document.visibilityState === 'hidden' ? drop() : connect())
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) connect()
  }
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('online', connect)
  addEventListener('offline', onOffline)
  // A page with an open stream is not kept in the back/forward cache.
  addEventListener('pagehide', drop)
  addEventListener('pageshow', onPageShow)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', connect)
    removeEventListener('offline', onOffline)
    removeEventListener('pagehide', drop)
    removeEventListener('pageshow', onPageShow)
  }
}

/** Events in a stream. */
async function* eventsIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<{ name: string; data: string }> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (unread + decoder.decode(value, { stream: true })).split('\n\n')
    unread = blocks.pop()!
    for (const block of blocks) yield { name: lineOf('event', block), data: lineOf('data', block) }
  }
}

const lineOf = (field: 'event' | 'data', block: string): string => new RegExp(`^${field}: ?(.*)$`, 'm').exec(block)?.[1] ?? ''
