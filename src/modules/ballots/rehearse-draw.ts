import { createHash } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readRounds } from '#modules/preorders/round-store.ts'
import { makeDraw } from './draw-ballot.ts'
import { readEntries } from './entry-store.ts'
import { collectManifest } from './freeze-round.ts'
import { commitmentTo, hashManifest } from './hashes.ts'
import { findManifest } from './draw-store.ts'
import { Manifest, type Draw } from './manifest-wire.ts'

export type Rehearsal = { manifest: Manifest; hash: string; draw: Draw; clubs: Map<number, string> }

/**
 * Draws with a test value, by the manifest that is fixed or, before the freeze, by the wishes of this moment. Writes nothing. The
 * value is the SHA-256 of what staff typed: it cannot be the one that decides, which nobody knows yet.
 */
export async function rehearseDraw(
  db: Db,
  { roundId, word }: { roundId: number; word: string },
  now: Date,
): Promise<Result<Rehearsal, { code: 'not_found' } | { code: 'no_entries' }>> {
  const round = (await readRounds(db)).find(({ id }) => id === roundId)
  if (round?.mode !== 'ballot') return refuse({ code: 'not_found' })
  const frozen = await findManifest(db, roundId)
  const value = createHash('sha256').update(`rehearsal:${word}`).digest('hex')
  const promised = { randomness: { source: 'commit-reveal' as const, commitment: commitmentTo(value) }, drawAt: now, secret: value }
  const collected = frozen ? undefined : await collectManifest(db, round, promised, now)
  const manifest = collected?.manifest ?? Manifest.parse(JSON.parse(frozen!.manifest))
  if (manifest.entries.length === 0) return refuse({ code: 'no_entries' })
  const entries = collected?.entries ?? (await readEntries(db, roundId))
  const clubs = new Map(entries.flatMap(({ number, club }) => (number === null ? [] : [[number, club] as const])))
  const draw = makeDraw(manifest, { source: 'commit-reveal', randomness: value })
  return ok({ manifest, hash: hashManifest(manifest), draw, clubs })
}
