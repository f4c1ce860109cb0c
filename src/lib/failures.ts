import type { Logger } from 'pino'

/** Where something entered the process that then threw what nobody expected. `uncaught`: no net was there, and the process ends. */
export const entries = ['request', 'page', 'event', 'job', 'uncaught'] as const
type Entry = (typeof entries)[number]

const counts = new Map<Entry, number>(entries.map((entry) => [entry, 0]))

/** Logs a failure that the net of an entry has caught, and counts it for /metrics. Never throws: it is what catches. */
export function noteFailure(log: Pick<Logger, 'error'>, entry: Entry, err: unknown, message: string, more: object = {}): void {
  counts.set(entry, failuresOf(entry) + 1)
  try {
    log.error({ err, ...more }, message)
  } catch {
    // Such as a property of the error that throws when it is read.
  }
}

export const failuresOf = (entry: Entry): number => counts.get(entry) ?? 0
