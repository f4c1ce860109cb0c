import { isIPv4 } from 'node:net'
import { addressGroup } from './client-address.ts'
import type { Wait } from './rate-limits.ts'
import type { Session } from './session.ts'

/** Calls that read, a minute. An address may be a whole hall behind one router: whoever is logged in there does not count for it. */
export const readsPerMinute = { person: 1_800, address: 30_000 }

type Turns = { left: number; at: number }
/** Someone who asks from ever new addresses must not fill the memory: beyond this, those who have asked longest ago are forgotten. */
const mostKnown = 20_000

/**
 * Limits reading, by a token bucket for each person who is logged in, and for each address of those who are not: against copying
 * everything that one may see, and against costs. It is kept in the process, because asking the database would cost more than most reads;
 * with several workers each has its own. The machine's own address is not limited: behind a proxy that hides the visitors all of them have it.
 */
export function openReadTurns(limits = readsPerMinute, milliseconds = () => performance.now()) {
  const known = new Map<string, Turns>()
  return (session: Pick<Session, 'personId'> | undefined, address: string): Wait | undefined => {
    if (isOwnMachine(address)) return undefined
    const [key, limit] = session ? [`person:${session.personId}`, limits.person] : [addressGroup(address), limits.address]
    const now = milliseconds()
    const before = known.get(key)
    const left = Math.min(limit, before ? before.left + ((now - before.at) * limit) / 60_000 : limit)
    // Whoever has asked last stands last.
    known.delete(key)
    known.set(key, { left: left < 1 ? left : left - 1, at: now })
    if (known.size > mostKnown) known.delete(known.keys().next().value!)
    return left < 1 ? { retryAfterSeconds: Math.max(1, Math.ceil(((1 - left) * 60) / limit)) } : undefined
  }
}

const isOwnMachine = (address: string): boolean =>
  address === 'unknown' || address === '::1' || (isIPv4(address) && address.startsWith('127.'))
