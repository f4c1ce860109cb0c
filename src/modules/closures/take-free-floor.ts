import type { Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { readClosingGaps } from '#modules/availability/closing-store.ts'
import { takeSpaces } from '#modules/availability/store.ts'

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
