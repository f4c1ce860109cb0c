import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Both ends of one connection: `near` to the service, `far` to the database. */
type Pair = { near: Socket; far: Socket; isMaimed: boolean }

type State = { isSilent: boolean; swallowsAnswers: boolean; delayMs: number }

/**
 * A TCP proxy to a PostgreSQL behind a private socket. Tests can cut it, so that connections are refused; make it silent, so that
 * nothing is refused and nothing answered; delay every packet; swallow answers, so that statements are carried out and nobody
 * learns of it; and close one direction of every connection.
 */
export async function openDatabaseLink(url: string) {
  const target = new URL(url)
  const path = `${decodeURIComponent(target.hostname)}/.s.PGSQL.5432`
  const pairs = new Set<Pair>()
  const state: State = { isSilent: false, swallowsAnswers: false, delayMs: 0 }
  let server: Server | undefined
  const listen = async (port: number) => {
    server = createServer({ allowHalfOpen: true }, (near) =>
      join({ near, far: connect({ path, allowHalfOpen: true }), isMaimed: false }, pairs, state),
    )
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const destroyAll = () => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy()
  }
  const close = async () => {
    const closed = new Promise((resolve) => server?.close(resolve))
    destroyAll()
    await closed
  }
  target.hostname = '127.0.0.1'
  target.port = String(port)
  return {
    url: target.href,
    cut: close,
    silence() {
      state.isSilent = true
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.pause()
    },
    /** Every packet takes so many milliseconds, in both directions. */
    delay(ms: number) {
      state.delayMs = ms
    },
    /** Statements reach the database; its answers reach nobody. */
    swallowAnswers() {
      state.swallowsAnswers = true
    },
    /** Resets every connection; new ones are accepted. */
    reset: destroyAll,
    /** Closes one direction of every connection: by turns the one to the database and the one to the service. */
    halfClose() {
      let turn = 0
      for (const { near, far } of pairs) (turn++ % 2 === 0 ? near : far).end()
    },
    async restore() {
      Object.assign(state, { isSilent: false, swallowsAnswers: false, delayMs: 0 })
      for (const { near, far, isMaimed } of pairs)
        for (const socket of [near, far]) {
          // A connection that has lost bytes cannot go on.
          if (isMaimed) socket.destroy()
          else socket.resume()
        }
      if (!server?.listening) await listen(port)
    },
    close,
  }
}

/** Joins both ends of a connection until one of them is closed. */
function join(pair: Pair, pairs: Set<Pair>, state: State): void {
  pairs.add(pair)
  forward(pair.near, pair.far, state, () => false)
  forward(pair.far, pair.near, state, () => (pair.isMaimed ||= state.swallowsAnswers))
  for (const socket of [pair.near, pair.far]) {
    if (state.isSilent) socket.pause()
    socket.on('close', () => {
      pairs.delete(pair)
      pair.near.destroy()
      pair.far.destroy()
    })
  }
}

/** Passes everything on in its order, late if there is a delay, unless it is swallowed. */
function forward(from: Socket, to: Socket, state: { delayMs: number }, isSwallowed: () => boolean): void {
  const waiting: { bytes: Buffer | null; at: number }[] = []
  const pass = (bytes: Buffer | null) => (bytes === null ? to.end() : to.write(bytes))
  const release = () => {
    while (waiting[0] && waiting[0].at <= performance.now()) pass(waiting.shift()!.bytes)
    if (waiting[0]) setTimeout(release, Math.max(0, waiting[0].at - performance.now()))
  }
  const take = (bytes: Buffer | null) => {
    if (isSwallowed()) return
    if (state.delayMs === 0 && waiting.length === 0) return void pass(bytes)
    waiting.push({ bytes, at: performance.now() + state.delayMs })
    if (waiting.length === 1) setTimeout(release, state.delayMs)
  }
  from.on('data', take)
  from.on('end', () => take(null))
  from.on('error', () => {})
}
