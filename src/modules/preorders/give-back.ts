import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { refundTerms, refundTiersOf, type RefundTier } from '#modules/orders/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { keptDates, markDates, type KeptDate } from './date-store.ts'
import type { GiveBackItem } from './deps.ts'
import { lockPreOrder } from './draft-store.ts'
import type { Rounds } from './rounds.ts'
import { giveBackUntil } from './rules.ts'

export type GiveBackRefusal = { code: 'not_found' } | { code: 'cannot_give_back' }
export type GivenBack = { refund: number; facilityId: number }

/** Refund for giving one date back now, by the same terms as orders; null once it is too late. */
export function giveBackTerms(
  giveBackHours: number,
  {
    day,
    price,
    lightFee,
    start,
    refundTiers,
  }: Pick<KeptDate, 'day' | 'price' | 'lightFee'> & { start: Date; refundTiers: readonly RefundTier[] },
  now: Date,
): { refund: number; percent: number; until: Date } | undefined {
  const until = giveBackUntil(start, giveBackHours)
  if (now > until) return undefined
  const [term] = refundTerms({ day, start, price, lightFee, deposit: 0, refundTiers }, now)
  return { refund: term?.amount ?? 0, percent: term?.percent ?? 0, until }
}

/** Gives one date of a confirmed pre-order back; it is free at once. */
export async function giveBack(
  { db, catalogues, rounds, giveBackItem }: { db: Db; catalogues: Catalogues; rounds: Rounds; giveBackItem: GiveBackItem },
  { memberId, orderNo, dateId }: { memberId: string; orderNo: string; dateId: string },
  now: Date,
): Promise<Result<GivenBack, GiveBackRefusal>> {
  const catalogue = await catalogues.current()
  return inTransaction<GivenBack, GiveBackRefusal>(db, async (trx) => {
    await lockMember(trx, memberId)
    const found = await lockPreOrder(trx, { orderNo, memberId })
    const date = found && (await keptDates(trx, found.id)).find(({ id }) => id === dateId)
    if (!found || !date) return refuse({ code: 'not_found' })
    const { facility } = catalogue.courtOf.get(date.courtId)!
    const { giveBackHours } = (await rounds.find(found.roundId, now))!
    const refundTiers = refundTiersOf(catalogue, { facility, day: date.day }, found.submittedAt ?? now)
    const terms = giveBackTerms(giveBackHours, { ...date, start: date.period.start, refundTiers }, now)
    if (!terms || found.orderId === null) return refuse({ code: 'cannot_give_back' })
    const item = { id: dateId, paid: date.price + date.lightFee, percent: terms.percent, amount: terms.refund }
    if (!(await giveBackItem(trx, { orderId: found.orderId, item }, now))) return refuse({ code: 'cannot_give_back' })
    await markDates(trx, [dateId], 'given-back')
    return ok({ refund: terms.refund, facilityId: facility.id })
  })
}
