import { Agent, request } from 'node:http'

export type Shot = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
export type Outcome = {
  perSecond: number
  p50: number
  p95: number
  p99: number
  statuses: Record<number, number>
  seconds: number
  count: number
}

type Crowd = {
  /** A request that each client sends first to open its connection; not measured. */
  before?: Shot
  /** No request is sent before this moment. */
  notBefore?: Date
}

/** Sends all requests, `clients` at a time, each client on its own kept-alive connection; measures statuses and latencies. */
export async function fire(base: string, clients: number, shots: Iterator<Shot>, { before, notBefore }: Crowd = {}): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients, maxFreeSockets: clients, scheduling: 'fifo' })
  const { hostname, port } = new URL(base)
  const times: number[] = []
  const statuses: Record<number, number> = {}
  if (before) await Promise.all(Array.from({ length: clients }, () => send(agent, hostname, port, before)))
  if (notBefore) await new Promise((resolve) => setTimeout(resolve, notBefore.getTime() - Date.now()))
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let next = shots.next(); !next.done; next = shots.next()) {
        const from = performance.now()
        const status = await send(agent, hostname, port, next.value)
        times.push(performance.now() - from)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  return outcomeOf(times, statuses, seconds)
}

export function outcomeOf(times: number[], statuses: Record<number, number>, seconds: number): Outcome {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), statuses, seconds, count: times.length }
}

export function send(agent: Agent, hostname: string, port: string, { method, path, headers, body }: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

export function* repeat(shot: Shot, count: number): Generator<Shot> {
  for (let n = 0; n < count; n++) yield shot
}
