const soonest = 5000
const latest = 60_000

/**
 * Polling interval in milliseconds for something that is under way: the longer it has not changed, the longer the interval.
 * False when it is final. TanStack Query does not poll while the page is hidden.
 */
export function pollInterval(isUnderWay: boolean, since: Date | string | undefined, now = Date.now()): number | false {
  if (!isUnderWay) return false
  const quiet = since === undefined ? Infinity : now - new Date(since).getTime()
  return Math.min(latest, Math.max(soonest, quiet / 4))
}
