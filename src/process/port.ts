import { Server } from 'node:net'
import { PortBusy, probePort } from './bind.ts'
import { retryBriefly } from './retry-briefly.ts'

export type PortClaim = { port: number; release(): void }

/**
 * Claims the port for this process before anything else starts, and until it is released: a second Fieldhouse on the same port is
 * refused from then on, although sockets that share a port (SO_REUSEPORT) would let it in. 0 picks a free port.
 */
export async function claimPort(host: string, port: number): Promise<PortClaim> {
  const claim = async () => {
    const wanted = port === 0 ? await probePort(host, 0) : port
    const release = await holdName(wanted)
    try {
      return { port: await probePort(host, wanted), release }
    } catch (error) {
      release()
      throw error
    }
  }
  return retryBriefly(claim, (error) => error instanceof PortBusy)
}

/**
 * On Linux, listens on an abstract Unix socket that is named after the port. One process can at a time; like the port it belongs to
 * the network namespace, and the system removes it with the process, however that ends. The name has no host in it, because 0.0.0.0
 * covers all others. Without such sockets (another system, a sandbox) only the probe keeps others away.
 */
async function holdName(port: number): Promise<() => void> {
  if (process.platform !== 'linux') return () => {}
  const server = new Server((socket) => socket.destroy())
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new PortBusy(port))
      else resolve(() => {})
    })
    server.listen({ path: `\0fieldhouse-port-${port}` }, () => resolve(() => void server.close()))
  })
}
