import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import type { CanPayOnline } from '#modules/payments/offered-ways.ts'

/** `takesOnlyAtDesk`: nothing is paid online here, so that members know that they pay at the desk. */
export type LockersDeps = { db: Db; canPayOnline: CanPayOnline; takesOnlyAtDesk?: boolean } & Pick<After, 'lettersDue' | 'refundsDue'>
