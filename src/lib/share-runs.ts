export type ShareRuns<T> = (key: string, work: () => Promise<T>) => Promise<T>

type Runs<T> = { current: Promise<T>; next: Promise<T> | undefined }

/**
 * Coalesces calls with the same key. A call during a run does not join it, because that run may have read its data
 * already; all calls that come during a run share the one run that follows.
 */
export function shareRuns<T>(): ShareRuns<T> {
  const running = new Map<string, Runs<T>>()

  function start(key: string, work: () => Promise<T>): Promise<T> {
    const runs: Runs<T> = { current: work(), next: undefined }
    running.set(key, runs)
    const ended = () => {
      if (runs.next === undefined) running.delete(key)
    }
    runs.current.then(ended, ended)
    return runs.current
  }

  return (key, work) => {
    const runs = running.get(key)
    if (!runs) return start(key, work)
    const begin = () => start(key, work)
    runs.next ??= runs.current.then(begin, begin)
    return runs.next
  }
}
