import { ApiProblem } from '#api-problem.ts'

export type Liveness = 'connecting' | 'live' | 'lost'

/** The server says something every 15 seconds; a connection that has been silent for longer is dead, whatever the browser thinks. */
const silentTooLong = 40_000
const firstWait = 2_000
const longestWait = 30_000

export type StreamEffects = {
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  /** Something has changed, or may have while nobody listened. */
  onChange(): void
  onLiveness(liveness: Liveness): void
}

/**
 * Keeps a stream of events open while the page is looked at. A hidden page lets go of it: a browser has only a few
 * connections to one host, and six forgotten tabs would hold all of them.
 */
export function keepStream({ open, onChange, onLiveness }: StreamEffects): () => void {
  let current: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let ended = false

  function connect(): void {
    drop()
    if (ended || document.visibilityState === 'hidden') return
    const mine = (current = new AbortController())
    connectIn(silentTooLong)
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
    for await (const event of eventsOf(stream)) {
      if (signal.aborted) return
      connectIn(silentTooLong)
      if (event === 'change') onChange()
    }
  }

  /** Ended or refused. Exponential backoff, spread, so that not all pages come back in the same moment. */
  function lose(mine: AbortController, error?: unknown): void {
    if (current !== mine || mine.signal.aborted) return
    onLiveness('lost')
    const asked = error instanceof ApiProblem ? (error.retryAfter ?? 0) * 1000 : 0
    connectIn(Math.max(asked, Math.min(firstWait * 2 ** failures++, longestWait)) * (0.75 + Math.random() / 2))
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

  // Browsers are slow to notice that a stream has died with the network.
  const onOffline = () => {
    drop()
    onLiveness('lost')
  }
  const onVisibility = () => (document.visibilityState === 'hidden' ? drop() : connect())
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('online', connect)
  addEventListener('offline', onOffline)
  // An open stream would keep the page out of the back button's cache.
  addEventListener('pagehide', drop)
  addEventListener('pageshow', onPageShow)
  function onPageShow({ persisted }: PageTransitionEvent): void {
    if (persisted) connect()
  }
  connect()

  return () => {
    ended = true
    drop()
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', connect)
    removeEventListener('offline', onOffline)
    removeEventListener('pagehide', drop)
    removeEventListener('pageshow', onPageShow)
  }
}

/** The names of the events as they come. What they carry besides is nothing that a grid needs. */
async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (unread + decoder.decode(value, { stream: true })).split('\n\n')
    unread = blocks.pop()!
    for (const block of blocks) yield /^event: ?(.*)$/m.exec(block)?.[1] ?? ''
  }
}
