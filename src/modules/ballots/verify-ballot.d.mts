import type { Drawn, Manifest, Verified } from './manifest-wire.ts'

export const quicknet: { chain: string; publicKey: string }
export function quicknetRandomness(round: number, signature: string): string | undefined
export function drawAgain(manifest: Manifest, seed: string): Drawn
export function verifyBallot(manifestText: string, drawText: string, mailedHash?: string): Verified
