import type { ResultAnswer } from '#modules/payments/wire.ts'

/** State of a payment, in the terms of the result page. `left`: it was begun, and nothing was heard of it. */
export type Standing = 'confirmed' | 'waiting' | 'number' | 'unpaid' | 'left' | 'failed' | 'expired' | 'cancelled' | 'venue-cancelled'

export function standingOf({ status, payment }: Pick<ResultAnswer, 'status' | 'payment'>): Standing {
  // The browser is back from the provider before the provider's notice, even for an order that has lapsed meanwhile.
  if (payment?.state === 'processing' && (status === 'awaiting-payment' || status === 'expired')) return 'waiting'
  if (status === 'expired' || status === 'cancelled' || status === 'venue-cancelled') return status
  if (status !== 'awaiting-payment') return 'confirmed'
  if (payment?.state === 'number-issued') return 'number'
  if (payment?.state === 'created') return 'left'
  return payment?.state === 'failed' ? 'failed' : 'unpaid'
}

/** Nothing was paid, and it can be tried (again). */
export const isToPay = (standing: Standing): boolean => standing === 'unpaid' || standing === 'left' || standing === 'failed'

/** Polling interval in milliseconds: short at first, longer the longer it takes. */
export function resultPollInterval(standing: Standing, waitedFor: number): number | false {
  if (standing === 'waiting') return waitedFor < 20_000 ? 1500 : waitedFor < 120_000 ? 5000 : 20_000
  // The member may pay at a bank or in another tab.
  if (standing === 'number' || isToPay(standing)) return 15_000
  return false
}

export const isLong = (waitedFor: number): boolean => waitedFor > 30_000
