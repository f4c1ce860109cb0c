import { randomBytes, randomUUID } from 'node:crypto'
import { requestHash } from '#lib/request-hash.ts'
import { orderNumber } from '#modules/orders/rules.ts'
import { titleColumns } from '#modules/orders/store.ts'
import { monthsOf, type Term, type Words } from './rules.ts'
import type { LockerOrder } from './store.ts'
import { depositWords, rentWords } from './texts.ts'

type Asked = { memberId: string; term: Term; idempotencyKey: string }

/**
 * The order that a rental or a renewal is paid by. `target`, the id of the locker or of the
 * rental, is part of the request hash: the same idempotency key with another target is refused. A renewal has no deposit.
 */
export function lockerOrder(
  { memberId, term, idempotencyKey }: Asked,
  { locker, deposit, target }: { locker: { number: string; sizeName: Words }; deposit: number | null; target: unknown },
  now: Date,
): LockerOrder {
  const rent = rentWords(locker, term, deposit === null)
  return {
    id: randomUUID(),
    kind: 'locker',
    orderNo: orderNumber(now, randomBytes(7)),
    memberId,
    term,
    months: monthsOf(term),
    rent,
    depositWords: depositWords(),
    ...titleColumns([{ words: rent }, ...(deposit ? [{ words: depositWords() }] : [])]),
    idempotencyKey,
    requestHash: requestHash(['locker', target, term]),
  }
}
