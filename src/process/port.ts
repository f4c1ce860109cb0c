import { createServer, type AddressInfo } from 'node:net'
import { bind, PortBusy } from './listen.ts'
import { retryBriefly } from './retry-briefly.ts'

/** Checks that the port is free before anything else starts. 0 picks a free one. */
export async function claimPort(host: string, port: number): Promise<number> {
  return retryBriefly(
    () => tryPort(host, port),
    (error) => error instanceof PortBusy,
  )
}

async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer()
  await bind(server, host, port)
  const { port: got } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return got
}
