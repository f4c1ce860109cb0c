import type { Db } from '#db/connect.ts'
import type { OnFailure } from '#db/one-by-one.ts'
import type { Log } from '#http/log.ts'
import type { Issuers } from '#modules/invoices/issuers.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import type { Providers } from '#modules/payments/providers.ts'

export type CheckDeps = { db: Db; providers: Providers; issuers: Issuers; orders: PayableOrders; log: Log; onFailure?: OnFailure }

/**
 * What comes of one question. `later`: its provider takes no such question at the moment, or something is moving, so that nobody can say
 * yet what is right; `found`: what is wrong all the same. `skipped`: nobody can ask, because the provider is
 * not set any more.
 */
export type Compared =
  | { kind: 'compared'; found: number }
  | { kind: 'skipped' }
  | { kind: 'later'; until: Date; problem?: 'too_often' | 'moving'; found?: number }
  | { kind: 'no-answer'; reason: string; pauseSeconds?: number }
