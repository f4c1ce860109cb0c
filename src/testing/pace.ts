/** Retries for tests that measure time, which fail on a busy machine. */
export const retryWhenBusy = { retry: 2 }

/**
 * How much longer things may take because the machine is busy with something else: ten times the longest that a timer of
 * this process has come late. On a quiet machine that is next to nothing.
 */
export function watchPace(): { slack(): number; stop(): void } {
  const every = 20
  let last = performance.now()
  let latest = 0
  const timer = setInterval(() => {
    const now = performance.now()
    latest = Math.max(latest, now - last - every)
    last = now
  }, every).unref()
  return { slack: () => 10 * latest, stop: () => clearInterval(timer) }
}
