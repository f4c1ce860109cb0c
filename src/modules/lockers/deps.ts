import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import type { CanPayOnline } from '#modules/payments/offered-ways.ts'

export type LockersDeps = { db: Db; canPayOnline: CanPayOnline } & Pick<After, 'lettersDue' | 'refundsDue'>
