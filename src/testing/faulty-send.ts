import type { Send } from '#modules/payments/provider.ts'

/**
 * What happens to a request: `unreached`, nobody was connected; `lost`, it did not arrive; `answer-lost`, it was done, and nobody heard;
 * `garbage`, it was done, and a page comes instead of an answer; `busy`, it was turned away.
 */
export type Fault = 'none' | 'unreached' | 'lost' | 'answer-lost' | 'garbage' | 'busy'

/** A network in which the next requests go wrong as they are told to. */
export function faultySend(send: Send): { send: Send; next: Fault[]; always: Fault; sent: string[] } {
  const network = {
    next: [] as Fault[],
    always: 'none' as Fault,
    /** Paths of what arrived. */
    sent: [] as string[],
    send: (async (outgoing) => {
      const fault = network.next.shift() ?? network.always
      if (fault === 'unreached') return { failed: 'connect ECONNREFUSED', isSent: false }
      if (fault === 'lost') return { failed: 'timeout', isSent: true }
      if (fault === 'busy') return { status: 403, text: 'too often' }
      const answer = await send(outgoing)
      network.sent.push(new URL(outgoing.url).pathname.split('/').at(-1) ?? '')
      if (fault === 'answer-lost') return { failed: 'timeout', isSent: true }
      return fault === 'garbage' ? { status: 502, text: '<html>Bad gateway</html>' } : answer
    }) as Send,
  }
  return network
}
