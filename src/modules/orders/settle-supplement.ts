import type { Trx } from '#db/connect.ts'
import type { LockedOrder } from './order-store.ts'
import { isItemActive } from './supplement-store.ts'

/** Settlement hook of supplements: false when the booking that it is for was cancelled meanwhile. */
export const settleSupplement = (trx: Trx, order: LockedOrder): Promise<boolean> => isItemActive(trx, order.id)
