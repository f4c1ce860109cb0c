import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { PortBusy } from './bind.ts'
import { claimPort } from './port.ts'

const host = '127.0.0.1'

// At the same time: each refusal takes three seconds, for which a port that is just being released is waited for.
describe.concurrent('claiming a port', () => {
  it.runIf(process.platform === 'linux')(
    'is refused while another has it, on whatever address, and given when it is released',
    async () => {
      const first = await claimPort(host, 0)
      await expect(claimPort('0.0.0.0', first.port)).rejects.toThrow(PortBusy)
      first.release()
      const second = await claimPort(host, first.port)
      expect(second.port).toBe(first.port)
      second.release()
    },
  )

  it('is refused while another program listens, and leaves no claim behind', async () => {
    const program = createServer().listen(0, host)
    await once(program, 'listening')
    const { port } = program.address() as AddressInfo
    await expect(claimPort(host, port)).rejects.toThrow(PortBusy)
    program.close()
    const claim = await claimPort(host, port)
    claim.release()
  })
})
