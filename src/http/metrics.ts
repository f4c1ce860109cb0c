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

/** Gauges that are read from the database when metrics are scraped, because all processes count together; absent while it is away. */
export function watchTexts({ registry }: Metrics, read: () => Promise<{ sent: number; limit: number }>): void {
  const gauge = (name: string, help: string, of: 'sent' | 'limit') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const budget = await read().catch(() => undefined)
        if (budget) this.set(budget[of])
        else this.reset()
      },
    })
  gauge('texts_this_hour', 'Text messages of the current hour, of the whole centre', 'sent')
  gauge('texts_hour_limit', 'Text messages that may be asked for in an hour', 'limit')
}

/** Providers that are asked nothing at the moment, because they have locked out who asks: 1 with their name; absent while the database is away. */
export function watchPauses({ registry }: Metrics, read: () => Promise<{ provider: string }[]>): void {
  const gauge = new Gauge({
    name: 'payment_asks_paused',
    help: 'Payment providers that have locked out questions, and are asked none until the time is over',
    labelNames: ['provider'],
    registers: [],
    async collect() {
      const paused = await read().catch(() => [])
      this.reset()
      for (const { provider } of paused) this.set({ provider }, 1)
    },
  })
  registry.registerMetric(gauge)
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
