import type { After } from '#modules/after.ts'
import type { Providers } from '#modules/payments/providers.ts'
import type { AskDeps } from './ask-refund.ts'

export type RefundsDeps = AskDeps & Pick<After, 'bookingsChanged' | 'refundsDue' | 'lettersDue'> & { providers: Providers }
