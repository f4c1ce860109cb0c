import { randomBytes } from 'node:crypto'
import type { Log } from '#http/log.ts'
import { quicknetSource } from './drand.ts'
import { commitmentTo } from './hashes.ts'
import type { DrawnValue, Manifest } from './manifest-wire.ts'

/** The value that will decide, as the manifest names it, and from when it can be known. */
export type Promised = { randomness: Manifest['randomness']; drawAt: Date; secret: string | null }

/** Where the random values of ballots come from. A value that `reveal` answers is verified. */
export type RandomSource = {
  promise(notBefore: Date): Promised
  /** Undefined while the value is not there yet. */
  reveal(manifest: Manifest, secret: string | null, now: Date): Promise<DrawnValue | undefined>
}

/** Commit and reveal: the hash of a secret is in the manifest, the secret is published at the draw. */
export const commitReveal: RandomSource = {
  promise(notBefore) {
    const secret = randomBytes(32).toString('hex')
    return { randomness: { source: 'commit-reveal', commitment: commitmentTo(secret) }, drawAt: notBefore, secret }
  },
  reveal: async ({ randomness }, secret) => {
    if (randomness.source !== 'commit-reveal' || secret === null || commitmentTo(secret) !== randomness.commitment) return undefined
    return { source: 'commit-reveal', randomness: secret }
  },
}

/** drand's public numbers where relays are set, otherwise commit and reveal. A manifest is drawn by the source that it names. */
export function openRandomSource(relays: readonly string[], log: Log): RandomSource {
  if (relays.length === 0) return commitReveal
  const quicknet = quicknetSource(relays, (round, faults) => log.warn({ round, faults }, 'no relay has the random value of a ballot yet'))
  return {
    promise: (notBefore) => quicknet.promise(notBefore),
    reveal: (manifest, secret, now) => (manifest.randomness.source === 'drand' ? quicknet : commitReveal).reveal(manifest, secret, now),
  }
}
