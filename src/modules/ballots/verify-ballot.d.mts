import type { Drawn, Manifest } from './manifest-wire.ts'

export type Check = { name: 'manifest' | 'value' | 'seed' | 'draw' | 'readable'; isGood: boolean }
export type Verified = { isGood: boolean; manifestHash: string; checks: Check[] }

export const quicknet: { chain: string; publicKey: string }
export function quicknetRandomness(round: number, signature: string): string | undefined
export function drawAgain(manifest: Manifest, seed: string): Drawn
export function verifyBallot(manifestText: string, drawText: string, mailedHash?: string): Verified
