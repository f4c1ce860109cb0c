import { z } from 'zod'
import { reasonOf } from '#lib/network-fault.ts'
import type { DrawnValue, Manifest } from './manifest-wire.ts'

/**
 * drand's quicknet publishes a random number every three seconds, with a BLS signature of the whole network. A number cannot be
 * known before its time, nor chosen by anybody, and everybody can check it later.
 */
const genesis = 1_692_803_367_000
const period = 3000
const dayMs = 86_400_000
/** Rounds that a manifest names: the one that decides, and one for each day of silence. */
const namedRounds = 4
const timeoutMs = 5000
const longestAnswer = 4096

export const timeOfRound = (round: number): Date => new Date(genesis + (round - 1) * period)
/** The first round whose number is not known before a moment. */
export const roundAfter = (moment: Date): number => Math.max(1, Math.ceil((moment.getTime() - genesis) / period) + 1)

/** The network's own, as the verifier has them; a test compares. */
const pinned = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
}

type Beacon = Extract<DrawnValue, { source: 'drand' }>
export type RelayFault = { relay: string; reason: string }

/** Loaded when first needed: the curve's tables take a tenth of a second. */
const loadVerifier = () => import('./verify-ballot.mjs')

const BeaconAnswer = z.object({ round: z.int().min(1), signature: z.string().regex(/^[0-9a-f]{96}$/) })

/** A round's number from whichever relay answers first with one that the network has signed; from none: why. */
export async function fetchRound(relays: readonly string[], round: number): Promise<Beacon | RelayFault[]> {
  const faults: RelayFault[] = []
  const others = new AbortController()
  try {
    return await Promise.any(
      relays.map(async (relay) => {
        try {
          return await askRelay(relay, round, others.signal)
        } catch (error) {
          faults.push({ relay, reason: error instanceof NotSigned ? error.message : reasonOf(error) })
          throw error
        }
      }),
    )
  } catch {
    return faults
  } finally {
    others.abort()
  }
}

class NotSigned extends Error {}

async function askRelay(relay: string, round: number, stop: AbortSignal): Promise<Beacon> {
  const { quicknetRandomness } = await loadVerifier()
  const answer = await fetch(`${relay}/${pinned.chain}/public/${round}`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
  })
  if (answer.status !== 200) throw new NotSigned(`answered ${answer.status}`)
  const read = BeaconAnswer.safeParse(parseShort(await readShort(answer)))
  if (!read.success || read.data.round !== round) throw new NotSigned('answered something else')
  const { signature } = read.data
  // What the relay says of the number is not read: it is the hash of the signature.
  const randomness = quicknetRandomness(round, signature)
  if (randomness === undefined) throw new NotSigned('answered with a signature that is not the network’s')
  return { source: 'drand', round, randomness, signature }
}

/** A relay cannot make the process keep more than a beacon's few hundred bytes. */
async function readShort(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestAnswer) throw new NotSigned('answered too much')
  }
  return text
}

function parseShort(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type NoteFaults = (round: number, faults: RelayFault[]) => void

/** Random values of ballots from quicknet, as a source: what a manifest promises, and the value once it is published. */
export const quicknetSource = (relays: readonly string[], noteFaults: NoteFaults) => ({
  promise(notBefore: Date) {
    const first = roundAfter(notBefore)
    const rounds = Array.from({ length: namedRounds }, (_, n) => first + (n * dayMs) / period)
    return { randomness: { source: 'drand' as const, ...pinned, rounds }, drawAt: timeOfRound(first), secret: null }
  },
  /** The first named round that can be had; a later one only once those before it have been silent for 24 hours. */
  async reveal({ randomness }: Pick<Manifest, 'randomness'>, _secret: string | null, now: Date): Promise<DrawnValue | undefined> {
    if (randomness.source !== 'drand') return undefined
    for (const round of randomness.rounds) {
      if (now < timeOfRound(round)) return undefined
      const found = await fetchRound(relays, round)
      if (!Array.isArray(found)) return found
      noteFaults(round, found)
      if (now.getTime() < timeOfRound(round).getTime() + dayMs) return undefined
    }
    return undefined
  },
})
