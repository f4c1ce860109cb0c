import type { Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { readClosingGaps } from '#modules/availability/closing-store.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { readUncovered } from './store.ts'

/** More rounds than somebody can be faster: a bug. */
const roundsAtMost = 20

/**
 * Takes what is free of the floor that is kept for these blocks; answers how many parts. Only other closures of the same floor can
 * be faster, and then it is closed as well.
 */
export async function takeFreeFloor(
  trx: Trx,
  blocks: { id: string; kind: 'block' | 'closure' }[],
  now: Date,
  within?: { spaces: number[]; period: Period },
): Promise<number> {
  const kindOf = new Map(blocks.map(({ id, kind }) => [id, kind]))
  let parts = 0
  for (let round = 0; round < roundsAtMost; round++) {
    const gaps = await readClosingGaps(trx, [...kindOf.keys()], now, within)
    if (gaps.length === 0) return parts
    const taken = await takeSpaces(
      trx,
      gaps.map(({ holder, space, start, end }) => ({ holder, space, period: { start, end } })),
      { kind: kindOf.get(gaps[0]!.holder)!, memberId: null, holdUntil: null },
      now,
    )
    if (taken.length === 0) parts += gaps.length
  }
  throw new Error(`the floor of ${blocks[0]!.id} was taken by somebody else ${roundsAtMost} times`)
}

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
