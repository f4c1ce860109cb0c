import type { Limits } from './rules.ts'

/** Refund tiers, and those that held before, each until a moment, the oldest first. */
export type RefundRules = Limits['refunds'] & { before?: (Limits['refunds'] & { until: string })[] }

/** The tiers of the moment at which something was booked: a later change of the rules does not take money away. */
export const refundTiersAt = ({ before = [], ...present }: RefundRules, bookedAt: Date): Limits['refunds'] =>
  before.find(({ until }) => bookedAt < new Date(until)) ?? present
