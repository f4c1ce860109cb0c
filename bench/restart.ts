import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { builtServer, startServer, type ServerProcess } from '#testing/server-process.ts'
import type { Db } from '#db/connect.ts'
import { mustBeSingle, orders } from './bookings.ts'
import { benchDay, bookableAhead, facilityId } from './centre.ts'
import { send, type Shot } from './load.ts'

type Backend = { url: URL; isReady: boolean; agent: Agent }

/** Seconds for which a process that is asked to stop still takes connections; the proxy asks several times in them. */
const drainSeconds = 1
const askEvery = 200

/**
 * What a proxy must do so that a restart loses no request, and all that this one does: ask /readyz twice in DRAIN_SECONDS or
 * more often and send nothing more to a process that answers 503; keep to `Connection: close`; and send a request whose
 * connection was refused to the next process. No request that has reached a process is ever sent again.
 */
async function openProxy(backends: Backend[]): Promise<{ url: string; close(): Promise<void> }> {
  let next = 0
  const pass = (asked: IncomingMessage, body: Buffer, answer: ServerResponse, tries: number): void => {
    const ready = backends.filter(({ isReady }) => isReady)
    const backend = ready[next++ % Math.max(1, ready.length)]
    if (!backend || tries > backends.length) return void answer.writeHead(502).end()
    const { url, agent } = backend
    const passed = request({ agent, host: url.hostname, port: url.port, method: asked.method, path: asked.url, headers: asked.headers })
    passed.on('response', (got) => {
      const { connection, 'keep-alive': kept, ...headers } = got.headers
      answer.writeHead(got.statusCode ?? 502, headers)
      got.pipe(answer)
      got.on('error', () => answer.destroy())
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') {
        backend.isReady = false
        pass(asked, body, answer, tries + 1)
      } else answer.destroy()
    })
    passed.end(body)
  }
  const server = createServer((asked, answer) => {
    const pieces: Buffer[] = []
    asked.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => pass(asked, Buffer.concat(pieces), answer, 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const looking = setInterval(() => {
    for (const backend of backends) void answersReady(backend.url).then((ready) => (backend.isReady = ready))
  }, askEvery)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(looking)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answersReady(url: URL): Promise<boolean> {
  const { hostname, port } = url
  return send(new Agent(), hostname, port, { method: 'GET', path: '/readyz' }).then(
    (status) => status === 200,
    () => false,
  )
}

/** Two processes on one database are restarted one after the other, while clients with kept-alive connections look and book. */
export async function restart(db: Db, settings: Record<string, string>, tokens: string[], scale: number): Promise<string> {
  await bookableAhead(db, 3650)
  const env = { ...settings, DRAIN_SECONDS: String(drainSeconds) }
  const servers = await Promise.all([startServer(env, builtServer), startServer(env, builtServer)])
  const backends = servers.map(({ url }) => backendAt(url))
  const proxy = await openProxy(backends)
  const load = keepAsking(proxy.url, 32, lookAndBook(tokens))
  const stops: { ms: number; code: number | null }[] = []
  try {
    for (let round = 0; round < Math.ceil(3 * scale); round++)
      for (const [at, { url }] of backends.entries()) {
        await delay(1000)
        stops.push(await stopped(servers[at]!))
        servers[at] = await startServer({ ...env, PORT: url.port }, builtServer)
        while (!backends[at]!.isReady) await delay(askEvery)
      }
    await delay(1000)
    const { requests, failed } = await load.stop()
    await mustBeSingle(db)
    const slowest = Math.max(...stops.map(({ ms }) => ms))
    return `${stops.length} restarts, ${requests} requests, failed: ${JSON.stringify(failed)}, slowest stop ${slowest} ms, codes ${stops.map(({ code }) => code).join(' ')}`
  } finally {
    await load.stop()
    await proxy.close()
    for (const { agent } of backends) agent.destroy()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

const backendAt = (url: string): Backend => ({
  url: new URL(url.replace('localhost', '127.0.0.1')),
  isReady: true,
  agent: new Agent({ keepAlive: true }),
})

/** Two looks, then a booking of a period of its own. */
function* lookAndBook(tokens: string[]): Generator<Shot> {
  const page = { accept: 'text/html', 'accept-encoding': 'gzip' }
  for (const order of orders(tokens, 1e6, (n) => n)) {
    yield { method: 'GET', path: `/venues/${facilityId}?date=${benchDay}`, headers: page }
    yield { method: 'POST', path: '/api/Order/Member/Schedule', body: JSON.stringify({ venue1stId: facilityId, date: benchDay }) }
    yield order
  }
}

async function stopped(server: ServerProcess): Promise<{ ms: number; code: number | null }> {
  const begun = performance.now()
  const code = await server.stop('SIGTERM')
  return { ms: Math.round(performance.now() - begun), code }
}

function keepAsking(base: string, clients: number, shots: Iterator<Shot>) {
  const { hostname, port } = new URL(base)
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const failed: Record<string, number> = {}
  const over = new AbortController()
  let requests = 0
  const all = Array.from({ length: clients }, async () => {
    for (let next = shots.next(); !over.signal.aborted && !next.done; next = shots.next()) {
      const outcome = await send(agent, hostname, port, next.value).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
      requests += 1
      if (typeof outcome !== 'number' || outcome >= 500) failed[outcome] = (failed[outcome] ?? 0) + 1
    }
  })
  return {
    async stop() {
      over.abort()
      await Promise.all(all)
      agent.destroy()
      return { requests, failed }
    },
  }
}
