import type { Trx } from '#db/connect.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { readUncoveredSpaces } from './closure-store.ts'

/**
 * Closures of whole facilities, such as a day off, also close courts that come later: takes their new spaces for the
 * closures that are ahead.
 */
export async function extendClosures(trx: Trx, facilityIds: number[], now: Date): Promise<void> {
  if (facilityIds.length === 0) return
  for (const [kind, spaces] of Map.groupBy(await readUncoveredSpaces(trx, facilityIds, now), (one) => one.kind)) {
    const wanted = spaces.map(({ holder, space, start, end }) => ({ holder, space, period: { start, end } }))
    await takeSpaces(trx, wanted, { kind, memberId: null, holdUntil: null }, now)
  }
}
