export type Liveness = 'connecting' | 'live' | 'lost'

/** The server says something every 15 seconds; a connection that has been silent for longer is dead, whatever the browser thinks. */
const silentTooLong = 40_000
const openAgainAfter = 5_000

export type StreamEffects = {
  open(): EventSource
  /** Something has changed, or may have while nobody listened. */
  onChange(): void
  onLiveness(liveness: Liveness): void
}

/**
 * Keeps a stream of events open while the page is looked at. A hidden page lets go of it: a browser has only a few
 * connections to one host, and six forgotten tabs would hold all of them.
 */
export function keepStream({ open, onChange, onLiveness }: StreamEffects): () => void {
  let source: EventSource | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let ended = false

  function connect(): void {
    drop()
    if (ended || document.visibilityState === 'hidden') return
    source = open()
    source.addEventListener('open', () => {
      onLiveness('live')
      heard()
      onChange()
    })
    source.addEventListener('change', () => {
      heard()
      onChange()
    })
    source.addEventListener('beat', heard)
    source.addEventListener('error', () => {
      onLiveness('lost')
      // While the browser tries by itself, leave it to it; when it has given up, it is up to us.
      if (source?.readyState === EventSource.CLOSED) connectIn(openAgainAfter)
    })
    connectIn(silentTooLong)
  }

  const heard = () => connectIn(silentTooLong)

  function connectIn(ms: number): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      onLiveness('lost')
      connect()
    }, ms)
  }

  function drop(): void {
    clearTimeout(watchdog)
    source?.close()
    source = undefined
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
