import type { Trx } from '#db/connect.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { readUncovered } from './store.ts'

/**
 * Floor that two blocks have closed stays closed when one of them is lifted: what it gave up is taken for the other. Runs in the
 * transaction that frees the floor, so nobody can take it between.
 */
export async function keepClosed(trx: Trx, lifted: string[], now: Date): Promise<void> {
  // Read again after each block: two that are left may overlap each other.
  const refused = new Set<string>()
  for (;;) {
    const [first, ...more] = (await readUncovered(trx, lifted, now)).filter(({ holder }) => !refused.has(holder))
    if (!first) return
    const ofBlock = [first, ...more.filter(({ holder }) => holder === first.holder)]
    const taken = await takeSpaces(
      trx,
      ofBlock.map(({ holder, space, start, end }) => ({ holder, space, period: { start, end } })),
      { kind: first.kind, memberId: null, holdUntil: null },
      now,
    )
    // A running closure is taking this floor for itself: it is closed in either case.
    if (taken.length > 0) refused.add(first.holder)
  }
}
