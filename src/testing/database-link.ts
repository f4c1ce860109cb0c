import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * A TCP proxy to a PostgreSQL behind a private socket. Tests can cut it, so that connections are refused, or make it
 * silent, so that nothing is refused and nothing answered.
 */
export async function openDatabaseLink(url: string) {
  const target = new URL(url)
  const path = `${decodeURIComponent(target.hostname)}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let silent = false
  let server: Server | undefined
  const listen = async (port: number) => {
    server = createServer((near) => {
      const far = connect(path)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one)
        one.pipe(other)
        if (silent) one.pause()
        one.on('error', () => {})
        one.on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const close = async () => {
    const closed = new Promise((resolve) => server?.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  target.hostname = '127.0.0.1'
  target.port = String(port)
  return {
    url: target.href,
    cut: close,
    silence() {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    async restore() {
      silent = false
      for (const socket of sockets) socket.resume()
      if (!server?.listening) await listen(port)
    },
    close,
  }
}
