const soonest = 5000
const latest = 60_000

/**
 * How long to wait before asking again about something under way: the longer nothing has happened, the longer. In
 * milliseconds; false where nothing is expected any more. The query stops by itself while its page is hidden.
 */
export function lookAgain(isUnderWay: boolean, since: Date | string | undefined, now = Date.now()): number | false {
  if (!isUnderWay) return false
  const quiet = since === undefined ? Infinity : now - new Date(since).getTime()
  return Math.min(latest, Math.max(soonest, quiet / 4))
}
