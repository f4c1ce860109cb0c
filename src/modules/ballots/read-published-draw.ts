import type { Db } from '#db/connect.ts'
import type { PublishedDraw } from './draw-page-present.ts'
import { Draw, Manifest } from './manifest-wire.ts'
import { findPublished, type PublishedBallot } from './draw-store.ts'

/** Parsed draws that are kept: a large one is some megabytes of JSON, which every page of it would read and parse again. */
const kept = 4

/** Reads what is published about a round. Parsed texts are kept by their hash; which texts count, the database says each time. */
export function openPublishedDraws(db: Db): (roundId: number) => Promise<PublishedDraw | undefined> {
  const parsed = new Map<string, { manifest: Manifest; draw: Draw | null }>()
  return async (roundId) => {
    const found = await findPublished(db, roundId)
    if (!found) return undefined
    const key = `${found.hash} ${found.drawnAt?.toISOString() ?? ''}`
    const { manifest, draw } = parsed.get(key) ?? parse(found)
    parsed.delete(key)
    parsed.set(key, { manifest, draw })
    for (const old of [...parsed.keys()].slice(0, -kept)) parsed.delete(old)
    const passedOver = found.objections.flatMap(({ entry, isAccepted }) => (isAccepted && entry !== null ? [entry] : []))
    const { name, hash, frozenAt, drawnAt } = found
    return { roundId, name, hash, frozenAt, drawnAt, manifest, draw, passedOver: [...new Set(passedOver)].toSorted((a, b) => a - b) }
  }
}

const parse = ({ manifest, draw }: PublishedBallot) => ({
  manifest: Manifest.parse(JSON.parse(manifest)),
  draw: draw === null ? null : Draw.parse(JSON.parse(draw)),
})
