import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'

export type LockersDeps = { db: Db } & Pick<After, 'lettersDue' | 'refundsDue'>
