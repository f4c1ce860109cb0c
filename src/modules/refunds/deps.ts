import type { AskDeps } from './ask-refund.ts'

/** What the calls about refunds need from outside. */
export type RefundsDeps = AskDeps & {
  /** After the commit: open grids see what is free again. */
  onChanged(facilityIds: Iterable<number>): void
  /** Something may be sent. */
  sendSoon(): void
}
