import { PortBusy, probePort } from './bind.ts'
import { retryBriefly } from './retry-briefly.ts'

/** Checks that the port is free before anything else starts. 0 picks a free one. */
export async function claimPort(host: string, port: number): Promise<number> {
  return retryBriefly(
    () => probePort(host, port),
    (error) => error instanceof PortBusy,
  )
}
