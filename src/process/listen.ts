import { getRequestListener, RequestError } from '@hono/node-server'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type AddressInfo } from 'node:net'
import { isAddress } from '#http/incoming-request.ts'
import { plainErrorPage, writePlainError } from '#http/plain-error-page.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bindSeveral } from './bind.ts'

export type Fetch = Parameters<typeof getRequestListener>[0]
/** Tries to answer a request before the framework sees it. When it returns false or throws, `fetch` answers instead, unless an answer has begun. */
export type AnswerEarly = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean | Promise<boolean>
export type Listening = {
  port: number
  /** From now on every answer ends its connection, so that clients open the next one elsewhere. New connections are still taken. */
  drain(): void
  close(graceMs: number, idleMs?: number): Promise<void>
}

/** Time limits for slow clients, in milliseconds: against connections that are held open by sending a byte now and then. */
export type Deadlines = {
  /** From the connection, or the first byte of a later request on it, to the end of the headers. */
  headers: number
  /** To the end of an ordinary body: a few kilobytes, enough on any line. */
  body: number
  /** To the end of an upload: ten megabytes over a slow mobile line. */
  upload: number
  /** Without a byte in either direction. Event streams send a comment more often than that. */
  silence: number
  /** Between two requests on one connection. Longer than proxies keep theirs, mostly a minute: they would send the next request to one that we are just closing. */
  idle: number
  /** How often connections are checked. */
  lookEvery: number
}

const patient: Deadlines = { headers: 10_000, body: 15_000, upload: 120_000, silence: 60_000, idle: 75_000, lookEvery: 1_000 }

/** `isUpload`: whether files are sent to this path; bodies of all others end as soon as ordinary ones. `onFailure` is told of every error that would otherwise be nobody's; the request is answered with 500, or its connection is closed. */
type ListenOptions = {
  deadlines?: Deadlines
  answerEarly?: AnswerEarly
  isUpload?: (path: string) => boolean
  onFailure?: (error: unknown) => void
}

export async function listen(
  fetch: Fetch,
  host: string,
  port: number,
  { deadlines = patient, answerEarly = () => false, isUpload = () => false, onFailure = () => {} }: ListenOptions = {},
): Promise<Listening> {
  const streams = new Set<ServerResponse>()
  let draining = false
  const noting: Fetch = async (request, env) => {
    if (!isAddress(request.url)) return plainErrorPage(400)
    limitBody(env.incoming as IncomingMessage, deadlines.body, isUpload)
    const response = await fetch(request, env)
    const outgoing = env.outgoing as ServerResponse
    if (isStream(response)) note(streams, outgoing)
    if (draining) outgoing.shouldKeepAlive = false
    return response
  }
  const options = {
    headersTimeout: deadlines.headers,
    requestTimeout: deadlines.upload,
    keepAliveTimeout: deadlines.idle,
    connectionsCheckingInterval: deadlines.lookEvery,
  }
  const answer = getRequestListener(noting, { errorHandler: answerError(onFailure) })
  const answerAll = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      if (await answerEarly(incoming, outgoing)) return
    } catch (error) {
      onFailure(error)
      if (outgoing.headersSent) return void outgoing.destroy()
    }
    await answer(incoming, outgoing)
  }
  const server = createServer(options, (incoming, outgoing) => {
    if (draining) outgoing.shouldKeepAlive = false
    // Without a listener, an error event would end the process.
    outgoing.on('error', onFailure)
    answerAll(incoming, outgoing).catch((error: unknown) => {
      onFailure(error)
      if (outgoing.headersSent) outgoing.destroy()
      else writePlainError(outgoing)
    })
  })
  server.setTimeout(deadlines.silence)
  const sockets = await bindSeveral(server, host, port)
  // Such as a connection that cannot be accepted, because the process has too many files open.
  for (const socket of sockets) socket.on('error', onFailure)
  const drain = () => void (draining = true)
  return {
    port: (server.address() as AddressInfo).port,
    drain,
    close(graceMs, idleMs = 0) {
      drain()
      return closeGently(server, sockets, streams, graceMs, idleMs)
    },
  }
}

const answerError = (onFailure: (error: unknown) => void) => (error: unknown) => {
  // A request target or Host header that is not a URL, such as /\x: refused before the application sees it.
  if (error instanceof RequestError) return plainErrorPage(400)
  onFailure(error)
  return plainErrorPage(500)
}

function limitBody(incoming: IncomingMessage, within: number, isUpload: (path: string) => boolean): void {
  const { headers, socket } = incoming
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const isForm = /^multipart\/form-data(?:;|$)/i.test(headers['content-type'] ?? '')
  if (!hasBody || (isForm && isUpload(incoming.url!.split('?')[0]!))) return
  const timer = setTimeout(() => incoming.complete || socket.destroy(), within)
  incoming.once('close', () => clearTimeout(timer))
}

/**
 * Graceful shutdown: no new connections, answers under way finish, what is still open after the grace period is cut. Idle
 * connections are closed after `idleMs`: until then a client may be sending its next request on one, which would be lost.
 */
async function closeGently(
  server: Server,
  sockets: NetServer[],
  streams: Set<ServerResponse>,
  graceMs: number,
  idleMs: number,
): Promise<void> {
  await takeWaiting(server)
  // Not the close of an HTTP server, which closes idle connections at once.
  const closed = Promise.all(sockets.map((one) => new Promise<void>((resolve) => NetServer.prototype.close.call(one, () => resolve()))))
  // Event streams never end by themselves; browsers reconnect.
  for (const stream of streams) stream.destroy()
  // Connections become idle when their last answer ends, so idle ones are closed repeatedly.
  let idle: NodeJS.Timeout | undefined
  const closeIdle = () => {
    server.closeIdleConnections()
    idle = setTimeout(closeIdle, 50)
  }
  if (idleMs === 0) closeIdle()
  else idle = setTimeout(closeIdle, idleMs)
  const late = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(idle)
  clearTimeout(late)
}

/**
 * Accepts the connections that the system has established for this process already: they would be reset with the sockets that
 * they wait at. Ends right after a look that found none, and after a hundred.
 */
async function takeWaiting(server: Server): Promise<void> {
  let taken = 0
  const count = () => taken++
  server.on('connection', count)
  for (let looks = 0; looks < 100; looks++) {
    taken = 0
    await nextTurn()
    if (taken === 0) break
  }
  server.off('connection', count)
}

function isStream(response: unknown): boolean {
  return response instanceof Response && response.headers.get('content-type')?.startsWith('text/event-stream') === true
}

function note(streams: Set<ServerResponse>, stream: ServerResponse): void {
  streams.add(stream)
  stream.once('close', () => streams.delete(stream))
}
