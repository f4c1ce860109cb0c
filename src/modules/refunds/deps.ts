import type { WriteLettersSoon } from '#modules/notifications/write-letters.ts'
import type { Providers } from '#modules/payments/providers.ts'
import type { AskDeps } from './ask-refund.ts'

export type RefundsDeps = AskDeps & {
  providers: Providers
  /** After the commit: announces freed periods to open grids. */
  onChanged(facilityIds: Iterable<number>): void
  /** Starts the job that sends refunds. */
  sendSoon(): void
  writeLettersSoon: WriteLettersSoon
}
