import { randomBytes, randomUUID } from 'node:crypto'
import { requestHash } from '#lib/request-hash.ts'
import { orderNumber } from '#modules/orders/rules.ts'
import type { LockerSize, Term } from './rules.ts'
import type { LockerOrder } from './store.ts'
import { orderTitle } from './words.ts'

type Asked = { memberId: string; term: Term; idempotencyKey: string }

/**
 * The order that a rental or a renewal is paid by. `wish` is what the key stands for, so that another
 * wish with it is noticed; a renewal has no deposit.
 */
export function lockerOrder(
  { memberId, term, idempotencyKey }: Asked,
  { locker, deposit, wish }: { locker: { number: string; size: LockerSize }; deposit: number | null; wish: unknown },
  now: Date,
): LockerOrder {
  return {
    id: randomUUID(),
    orderNo: orderNumber(now, randomBytes(7)),
    memberId,
    term,
    titleTw: orderTitle(locker, term, deposit, 'tw'),
    titleEn: orderTitle(locker, term, deposit, 'en'),
    idempotencyKey,
    requestHash: requestHash(['locker', wish, term]),
  }
}
