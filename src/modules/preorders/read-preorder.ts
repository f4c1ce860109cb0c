import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { findPreOrder, findPreOrders, type PreOrderFilter, type ReadPreOrder } from './read-store.ts'
import type { Rounds } from './rounds.ts'
import { whyNotLine, requestedDates, type Round } from './rules.ts'
import { leaveOutClosed, type OccupancyIndex } from './season.ts'

export type Reading = { db: Db; catalogues: Catalogues; rounds: Rounds }
/** A pre-order with its round and the catalogue of its courts. `requestedDays`: dates that a draft asks for. */
export type ShownPreOrder = { preOrder: ReadPreOrder; round: Round; catalogue: Catalogue; requestedDays: number }

/** B21 */
export async function readPreOrder(
  reading: Reading,
  which: { orderNo: string; memberId: string | undefined },
  now: Date,
): Promise<Result<ShownPreOrder, { code: 'not_found' }>> {
  const found = await findPreOrder(reading.db, which, now)
  return found ? ok((await show(reading, [found], now))[0]!) : refuse({ code: 'not_found' })
}

/** B16 */
export async function listPreOrders(
  reading: Reading,
  filter: PreOrderFilter,
  now: Date,
): Promise<{ shown: ShownPreOrder[]; total: number }> {
  const { preOrders, total } = await findPreOrders(reading.db, filter, now)
  return { shown: await show(reading, preOrders, now), total }
}

async function show({ catalogues, rounds }: Reading, preOrders: ReadPreOrder[], now: Date): Promise<ShownPreOrder[]> {
  let catalogue = await catalogues.current()
  if (preOrders.some(({ dates }) => dates.some(({ courtId }) => !catalogue.courtOf.has(courtId))))
    catalogue = await catalogues.newerThan(catalogue.version)
  const known = new Set((await rounds.all()).map(({ id }) => id))
  if (preOrders.some(({ roundId }) => !known.has(roundId))) rounds.forget()
  const shown: ShownPreOrder[] = []
  for (const preOrder of preOrders) {
    const round = (await rounds.find(preOrder.roundId, now))!
    const asked =
      preOrder.state === 'draft' ? estimate(preOrder, { round, catalogue, closed: await rounds.closedIn(round) }, now) : undefined
    const amount = asked?.amount ?? preOrder.amount
    shown.push({ preOrder: { ...preOrder, amount }, round, catalogue, requestedDays: asked?.requestedDays ?? 0 })
  }
  return shown
}

type Asked = { round: Round; catalogue: Catalogue; closed: OccupancyIndex }

/** Dates that a draft asks for, and their price if all valid lines were granted. */
function estimate(draft: ReadPreOrder, { round, catalogue, closed }: Asked, now: Date): { requestedDays: number; amount: number } {
  const good = draft.lines.filter((line) => whyNotLine(catalogue, round, line) === undefined)
  const { requested } = leaveOutClosed(catalogue, closed, good, requestedDates(catalogue, round, good, now))
  const dates = requested.filter(({ why }) => why === undefined)
  return { requestedDays: dates.length, amount: dates.reduce((sum, { price, lightFee }) => sum + price + lightFee, 0) }
}
