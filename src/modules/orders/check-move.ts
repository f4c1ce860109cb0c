import type { DbOrTrx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import {
  quoteSpot,
  totalAt,
  whyNotMovable,
  worthOf,
  type NotMovable,
  type QuotedSpot,
  type Spot,
  type SpotProblem,
} from './item-move-rules.ts'
import { readInTheWay, readItemsToMove, type InTheWay, type ItemToMove } from './item-move-store.ts'

export type CheckedMove = {
  /** What the booking costs by now, and what it would cost there. */
  worth: number
  total: number
  paid: boolean
  problem: NotMovable | SpotProblem | null
  inTheWay: InTheWay[]
}

/** Dry run of a move, or of a swap with another booking: the difference of price, and what is in the way. Changes nothing. */
export async function checkMove(
  { db, catalogues }: { db: DbOrTrx; catalogues: Catalogues },
  { itemId, to, swapWith }: { itemId: string; to?: Spot | undefined; swapWith?: string | undefined },
  now: Date,
): Promise<Result<CheckedMove, { code: 'not_found' }>> {
  const catalogue = await catalogues.current()
  const [item, other] = await readItemsToMove(db, swapWith === undefined ? [itemId] : [itemId, swapWith])
  if (!item || (swapWith !== undefined && !other)) return refuse({ code: 'not_found' })
  const steps = other
    ? [
        { item, to: other as Spot },
        { item: other, to: item as Spot },
      ]
    : [{ item, to: to ?? item }]
  const quotes = steps.map((step) => quoteSpot(catalogue, step.to, step.item.identityId, now))
  const ids = steps.map((step) => step.item.id)
  const inTheWay: InTheWay[] = []
  for (const step of steps) inTheWay.push(...(await readInTheWay(db, step.to, ids, now)))
  const problem =
    steps.map((step) => whyNotMovable(step.item, now)).find(Boolean) ??
    quotes.flatMap((quote) => ('problem' in quote ? [quote.problem] : []))[0]
  const totals = steps.map((step, n) => totalOf(catalogue, step.item, quotes[n]!))
  return ok({
    worth: sum(steps.map((step) => worthOf(step.item))),
    total: sum(totals),
    paid: steps.every((step) => step.item.orderState !== 'awaiting-payment'),
    problem: problem ?? null,
    inTheWay,
  })
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
const totalOf = (
  catalogue: Parameters<typeof totalAt>[0],
  item: ItemToMove,
  quote: { quoted: QuotedSpot } | { problem: SpotProblem },
): number => ('quoted' in quote ? totalAt(catalogue, item, quote.quoted) : worthOf(item))
