import type { DbOrTrx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Court, Facility } from '#modules/venues/rules.ts'
import { findRefund, findRefunds, type ReadRefund, type ReadRefundItem, type RefundFilter } from './read-store.ts'

export type Reading = { db: DbOrTrx; catalogues: Catalogues }
type Place = { court: Court; facility: Facility }
export type ShownRefundItem = Omit<ReadRefundItem, 'moved'> & {
  place: Place | null
  moved: (NonNullable<ReadRefundItem['moved']> & { place: Place }) | null
}
export type ShownRefund = Omit<ReadRefund, 'items'> & { items: ShownRefundItem[] }

/** With a member: only theirs. */
export async function readRefund(
  reading: Reading,
  refundNo: string,
  memberId?: string,
): Promise<Result<ShownRefund, { code: 'not_found' }>> {
  const refund = await findRefund(reading.db, refundNo, memberId)
  if (!refund) return refuse({ code: 'not_found' })
  const [shown] = await show(reading, [refund])
  return ok(shown!)
}

/** B38 */
export async function listRefunds(reading: Reading, filter: RefundFilter): Promise<{ refunds: ShownRefund[]; total: number }> {
  const { refunds, total } = await findRefunds(reading.db, filter)
  return { refunds: await show(reading, refunds), total }
}

async function show({ catalogues }: Reading, refunds: ReadRefund[]): Promise<ShownRefund[]> {
  let catalogue = await catalogues.current()
  const isUnknown = ({ courtId, moved }: ReadRefundItem) => [courtId, moved?.courtId].some((id) => id != null && !catalogue.courtOf.has(id))
  if (refunds.some(({ items }) => items.some(isUnknown))) catalogue = await catalogues.newerThan(catalogue.version)
  return refunds.map((refund) => ({
    ...refund,
    items: refund.items.map((item) => ({
      ...item,
      place: item.courtId === null ? null : (catalogue.courtOf.get(item.courtId) ?? null),
      moved: item.moved && { ...item.moved, place: catalogue.courtOf.get(item.moved.courtId)! },
    })),
  }))
}
