import { setTimeout as delay } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { entries, failuresOf } from '#lib/failures.ts'

export type RequestKind = 'api' | 'page' | 'asset' | 'health'

export type Metrics = {
  registry: Registry
  observe(kind: RequestKind, method: string, status: number, seconds: number): void
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer began, by kind of route',
    labelNames: ['kind', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'failures_total',
    help: 'Unexpected errors that were caught where they entered this process, and those that nobody caught',
    labelNames: ['entry'],
    registers: [],
    collect() {
      this.reset()
      for (const entry of entries) this.inc({ entry }, failuresOf(entry))
    },
  })
  registry.registerMetric(failures)
  const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
  return {
    registry,
    observe: (kind, method, status, seconds) => duration.observe({ kind, method: methods.has(method) ? method : 'other', status }, seconds),
  }
}

export type Watch = { name: string; help: string; label?: string; read(): Promise<number | undefined | Record<string, number>> }

/** Prometheus gives up after ten seconds, and would then know nothing of the process. */
const readWithinMs = 3000

/** Gauges that are read when metrics are scraped. Absent while they cannot be read in time, such as when the database is away: `database_up` says so. */
export function watch({ registry }: Metrics, gauges: readonly Watch[]): void {
  for (const { name, help, label, read } of gauges) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [],
      async collect() {
        const value = await Promise.race([read(), delay(readWithinMs, undefined, { ref: false })]).catch(() => undefined)
        this.reset()
        // A gauge that was reset says 0, which nobody has read.
        if (value === undefined && label === undefined) this.remove()
        else if (typeof value === 'number') this.set(value)
        else for (const [one, amount] of Object.entries(value ?? {})) this.set({ [label!]: one }, amount)
      },
    })
    registry.registerMetric(gauge)
  }
}

/** Metrics are for callers with the token, and for this machine itself when no proxy has forwarded the request. */
export function maySeeMetrics(headers: Headers, peer: string | undefined, token: string | undefined): boolean {
  if (token && sameText(headers.get('authorization') ?? '', `Bearer ${token}`)) return true
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some((name) => headers.has(name))
  return !forwarded && peer !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(peer)
}

/** Compares in constant time. */
function sameText(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length
  for (let i = 0; i < wanted.length; i++) difference |= (given.charCodeAt(i) || 0) ^ wanted.charCodeAt(i)
  return difference === 0
}
