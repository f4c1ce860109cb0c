import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

/** A connection to PostgreSQL, and the client that has it for the length of a transaction. */
type Backend = { stream: Socket; user: Client | undefined; unread: Buffer }
type Client = { socket: Socket; has: Backend | undefined; sent: Buffer[]; unread: Buffer; isIn: boolean }

const cancelRequest = 80877102
const encryptionRequest = 80877103

/** A message of the protocol: its type, its own length, its content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const parameter = (name: string, value: string) => message('S', Buffer.from(`${name}\0${value}\0`))
const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  parameter('server_version', '18.0'),
  parameter('client_encoding', 'UTF8'),
  parameter('standard_conforming_strings', 'on'),
  // The number of a process that there is not, as of any pooler.
  message('K', Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1])),
  message('Z', Buffer.from('I')),
])

/** Takes whole messages off the front of what was received. */
function* messagesOf(from: { unread: Buffer }): Generator<{ type: string; bytes: Buffer }> {
  while (from.unread.length >= 5) {
    const end = 1 + from.unread.readInt32BE(1)
    if (from.unread.length < end) return
    const bytes = from.unread.subarray(0, end)
    from.unread = from.unread.subarray(end)
    yield { type: String.fromCharCode(bytes[0]!), bytes }
  }
}

/** Gives connections to clients, each for the length of a transaction, in turn. */
class Turns {
  readonly #idle: Backend[] = []
  readonly #waiting: Client[] = []

  add(stream: Socket): void {
    const backend: Backend = { stream, user: undefined, unread: Buffer.alloc(0) }
    stream.removeAllListeners('data')
    stream.on('data', (bytes: Buffer) => {
      backend.unread = Buffer.concat([backend.unread, bytes])
      for (const { type, bytes: one } of messagesOf(backend)) {
        // Notices reach nobody: the session that listens is not the client's.
        if (type !== 'A') backend.user?.socket.write(one)
        if (type === 'Z' && one[5] === 'I'.charCodeAt(0)) this.#release(backend)
      }
    })
    this.#idle.push(backend)
  }

  /** Sync and a simple query end what is sent together; the answer ends with ReadyForQuery. */
  take(client: Client, type: string, bytes: Buffer): void {
    if (type === 'X') return void client.socket.end()
    client.sent.push(bytes)
    if ((type === 'S' || type === 'Q') && !this.#waiting.includes(client)) this.#forward(client)
  }

  /** Sends what a client has asked for to its connection, or waits for one. */
  #forward(client: Client): void {
    client.has ??= this.#idle.shift()
    if (!client.has) return void this.#waiting.push(client)
    client.has.user = client
    client.has.stream.write(Buffer.concat(client.sent.splice(0)))
  }

  #release(backend: Backend): void {
    if (backend.user) backend.user.has = undefined
    backend.user = undefined
    this.#idle.push(backend)
    const next = this.#waiting.shift()
    if (next) this.#forward(next)
  }
}

/** The first messages of a connection: encryption is not offered, and everybody is let in. */
function greet(client: Client): boolean {
  if (client.unread.length < 8 || client.unread.length < client.unread.readInt32BE(0)) return false
  const kind = client.unread.readInt32BE(4)
  client.unread = client.unread.subarray(client.unread.readInt32BE(0))
  if (kind === cancelRequest) client.socket.destroy()
  else if (kind === encryptionRequest) client.socket.write('N')
  else {
    client.socket.write(welcome)
    client.isIn = true
  }
  return true
}

async function connectTo(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url, application_name: 'pooler' })
  client.on('error', () => {})
  await client.connect()
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/**
 * A pooler in transaction mode, as PgBouncer is one: each transaction gets the connection whose turn it is, so that nothing of a
 * session outlives it. Lets every client in without a password.
 */
export async function openTransactionPooler(url: string, size: number) {
  const open = new Set<Socket>()
  const turns = new Turns()
  const streams = await Promise.all(Array.from({ length: size }, () => connectTo(url)))
  for (const stream of streams) turns.add(stream)

  const server = createServer((socket) => {
    const client: Client = { socket, has: undefined, sent: [], unread: Buffer.alloc(0), isIn: false }
    open.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      client.unread = Buffer.concat([client.unread, bytes])
      while (!client.isIn && greet(client));
      if (client.isIn) for (const { type, bytes: one } of messagesOf(client)) turns.take(client, type, one)
    })
    socket.on('close', () => {
      open.delete(socket)
      if (client.has) client.has.stream.write(message('Q', Buffer.from('rollback\0')))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { username, pathname } = new URL(url)
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    /** PostgreSQL answers nothing any more, while the pooler goes on taking connections. */
    silence: () => streams.forEach((stream) => stream.pause()),
    restore: () => streams.forEach((stream) => stream.resume()),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
      for (const stream of streams) stream.destroy()
    },
  }
}
