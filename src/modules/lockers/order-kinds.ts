import type { OrderKinds } from '../orders/order-kinds.ts'
import { lapseLockers } from './lapse-lockers.ts'
import { settleTerm } from './settle-term.ts'

/** A term of a locker. */
export const lockerKinds = { locker: { settle: settleTerm, expire: lapseLockers, pointWhenUnpaid: false } } as const satisfies OrderKinds
