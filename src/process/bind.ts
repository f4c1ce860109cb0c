import cluster from 'node:cluster'
import { Server, type AddressInfo } from 'node:net'
import { StartError } from '#lib/start-error.ts'

export async function bind(server: Server, host: string, port: number, more: { reusePort?: true } = {}): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(explain(error, host, port))
    server.once('error', fail)
    server.listen({ host, port, ...more }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new PortBusy(port)
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} needs more rights than this user has: set PORT to a number from 1024 up.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(`This machine has no address ${host}: set HOST to one that it has.`)
  return error
}

export class PortBusy extends StartError {
  constructor(port: number) {
    super(`Port ${port} is in use by another program: stop it, or set PORT to a free one.`)
  }
}

/**
 * Throws PortBusy when another program listens on the port: listens on it exclusively and closes the socket again. Returns the
 * port, which for 0 is a free one that the system has chosen.
 */
export async function probePort(host: string, port: number): Promise<number> {
  const server = new Server()
  await bind(server, host, port)
  const { port: got } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return got
}

/**
 * Listening sockets of one process. Node accepts one connection from each in a turn of its event loop. With a single one, two hundred
 * clients that come at once are accepted in two hundred turns, each as long as the requests of those who are in already: the last
 * waited for more than a second.
 */
const socketsAtOnce = 16

/**
 * Makes the server listen on the port, and further sockets that share the port with it (SO_REUSEPORT) and pass their connections to
 * it. Returns all of them, for closing. Each worker of a cluster opens its own: a connection that the primary accepts is handed to a
 * worker one at a time, and each waits for a turn of the worker's event loop.
 */
export async function bindSeveral(server: Server, host: string, port: number): Promise<Server[]> {
  if (process.platform !== 'linux') {
    await bind(server, host, port)
    return [server]
  }
  // With SO_REUSEPORT, listening does not fail when another program has the port and shares it too. For workers the primary has
  // checked; another Fieldhouse is kept away by the claim (port.ts).
  const free = cluster.isWorker ? port : await probePort(host, port)
  const take = () => new Server({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  const sockets = [server, ...Array.from({ length: socketsAtOnce - 1 }, take)]
  for (const one of sockets) await bind(one, host, free, { reusePort: true })
  return sockets
}
