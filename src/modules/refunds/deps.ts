import type { WriteLettersSoon } from '#modules/notifications/write-letters-soon.ts'
import type { AskDeps } from './ask-refund.ts'

export type RefundsDeps = AskDeps & {
  /** After the commit: announces freed periods to open grids. */
  onChanged(facilityIds: Iterable<number>): void
  /** Starts the job that sends refunds. */
  sendSoon(): void
  writeLettersSoon: WriteLettersSoon
}
