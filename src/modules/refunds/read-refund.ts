import type { DbOrTrx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Court, Facility } from '#modules/venues/rules.ts'
import { readParts, type ToldPart } from './part-store.ts'
import { findRefund, findRefunds, type ReadRefund, type ReadRefundItem, type RefundFilter } from './read-store.ts'
import type { Audit } from '#http/audit.ts'
import { hasActed } from '#modules/audit/read-store.ts'
import { findFile } from '#modules/files/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Providers } from '#modules/payments/providers.ts'
import type { AskDeps } from './ask-refund.ts'
import { readHistory, readTrade } from './queue-store.ts'

/** A refund stays open on a screen that reads it again whenever something changes: within this time that is one look. */
const oneLookMinutes = 15

/** One refund with everything that is known of it. That `viewer` saw the bank account is written down before it is shown. */
export async function readRefundStory(
  { db, catalogues, providers }: Pick<AskDeps, 'db' | 'catalogues'> & { providers: Providers },
  { refundNo, viewer }: { refundNo: string; viewer: string },
  audit: Audit,
  now: Date,
) {
  const found = await readRefund({ db, catalogues }, refundNo)
  if (!found.ok) return found
  const refund = found.value
  if (refund.bankAccount !== null) {
    const look = { action: 'bank_account.viewed', subject: { kind: 'refund', id: refundNo } }
    const isSameLook = await hasActed(db, { memberId: viewer, ...look }, new Date(now.getTime() - oneLookMinutes * 60_000))
    if (!isSameLook) await audit(db, look)
  }
  const [history, trade, passbook, { transfers }] = await Promise.all([
    readHistory(db, refund.id),
    readTrade(db, refund.id),
    refund.passbookFileId === null ? undefined : findFile(db, refund.passbookFileId),
    readLimits(db),
  ])
  const taker = trade && { title: providers.known(trade.provider)?.title, isSet: providers.of(trade.provider) !== undefined }
  return ok({ refund, history, trade, taker, passbook, above: transfers.secondPersonAbove, viewer })
}

type Reading = { db: DbOrTrx; catalogues: Catalogues }
type Place = { court: Court; facility: Facility }
export type ShownRefundItem = Omit<ReadRefundItem, 'moved'> & {
  place: Place | null
  moved: (NonNullable<ReadRefundItem['moved']> & { place: Place }) | null
}
/** `parts`: the payments that it gives back. */
export type ShownRefund = Omit<ReadRefund, 'items'> & { items: ShownRefundItem[]; parts: ToldPart[] }

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

/** A refund with those of the same deed that go back another way, as one: their sums, their payments, and what each item gives back. */
export async function readTogether(reading: Reading, refund: ShownRefund, besides: string[]): Promise<ShownRefund> {
  let together = refund
  for (const refundNo of besides) {
    const other = await readRefund(reading, refundNo)
    if (other.ok) together = joined(together, other.value)
  }
  return together
}

function joined(refund: ShownRefund, other: ShownRefund): ShownRefund {
  const isSame = (a: ShownRefundItem, b: ShownRefundItem) => a.itemId !== null && a.itemId === b.itemId
  const added = refund.items.map((item) => {
    const same = other.items.filter((one) => isSame(one, item))
    return { ...item, paid: item.paid + sumBy(same, 'paid'), amount: item.amount + sumBy(same, 'amount') }
  })
  return {
    ...refund,
    amount: refund.amount + other.amount,
    wentBack: refund.wentBack + other.wentBack,
    items: [...added, ...other.items.filter((item) => !refund.items.some((one) => isSame(one, item)))],
    parts: [...refund.parts, ...other.parts],
  }
}

const sumBy = (items: ShownRefundItem[], what: 'paid' | 'amount'): number => items.reduce((sum, item) => sum + item[what], 0)

/** B38 */
export async function listRefunds(reading: Reading, filter: RefundFilter): Promise<{ refunds: ShownRefund[]; total: number }> {
  const { refunds, total } = await findRefunds(reading.db, filter)
  return { refunds: await show(reading, refunds), total }
}

async function show({ db, catalogues }: Reading, refunds: ReadRefund[]): Promise<ShownRefund[]> {
  let catalogue = await catalogues.current()
  const isUnknown = ({ courtId, moved }: ReadRefundItem) => [courtId, moved?.courtId].some((id) => id != null && !catalogue.courtOf.has(id))
  if (refunds.some(({ items }) => items.some(isUnknown))) catalogue = await catalogues.newerThan(catalogue.version)
  const parts = await readParts(
    db,
    refunds.map(({ id }) => id),
  )
  return refunds.map((refund) => ({
    ...refund,
    parts: parts.get(refund.id) ?? [],
    items: refund.items.map((item) => ({
      ...item,
      place: item.courtId === null ? null : (catalogue.courtOf.get(item.courtId) ?? null),
      moved: item.moved && { ...item.moved, place: catalogue.courtOf.get(item.moved.courtId)! },
    })),
  }))
}
