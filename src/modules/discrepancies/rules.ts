/**
 * A discrepancy is something that our books and those of a payment provider, or of an issuer of invoices, say differently. It is found by
 * the check of money of each night and stands on a list until finance calls it settled.
 */
export const discrepancyKinds = [
  /** Paid at the provider, and not here. */
  'paid-there',
  'paid-here',
  'other-amount',
  'refunded-there',
  'refunded-here',
  /** Issued here, and unknown to the issuer. */
  'paper-missing',
  /** The issuer has issued the paper; in our books it was given up. */
  'paper-there',
  /** The issuer has another number under ours. */
  'paper-twice',
  'paper-amount',
  'void-there',
  'void-here',
  /** The sum of what was allowed of a paper. */
  'allowances',
] as const
export type DiscrepancyKind = (typeof discrepancyKinds)[number]

export type Difference = { kind: DiscrepancyKind; ours: number; theirs: number; theirNumber?: string }

/** `refunded`: null while something is on its way back, so that nobody can say yet how much it is. */
export type OurPayment = { amount: number; isPaid: boolean; refunded: number | null }
/** Both null: the provider does not know the trade, or does not say what went back. */
export type TheirPayment = { paid: number | null; refunded: number | null }

export function differencesOfPayment({ amount, isPaid, refunded }: OurPayment, theirs: TheirPayment): Difference[] {
  const paid = theirs.paid ?? 0
  const back: Difference[] =
    paid === 0 || refunded === null || theirs.refunded === null || refunded === theirs.refunded
      ? []
      : [{ kind: theirs.refunded > refunded ? 'refunded-there' : 'refunded-here', ours: refunded, theirs: theirs.refunded }]
  if (paid === 0) return isPaid ? [{ kind: 'paid-here', ours: amount, theirs: 0 }] : []
  if (paid !== amount) return [{ kind: 'other-amount', ours: amount, theirs: paid }, ...back]
  return isPaid ? back : [{ kind: 'paid-there', ours: 0, theirs: paid }, ...back]
}

export type OurPaper = { state: 'wanted' | 'issued' | 'voided' | 'dropped'; amount: number; number: string | null; allowed: number }
/** `allowed`: null where the issuer does not say. */
export type TheirPaper = { number: string; amount: number; isVoid: boolean; allowed: number | null }

export function differencesOfPaper(ours: OurPaper, theirs: TheirPaper | undefined): Difference[] {
  const isHere = ours.state === 'issued' || ours.state === 'voided'
  if (!theirs) return isHere ? [{ kind: 'paper-missing', ours: ours.amount, theirs: 0 }] : []
  const { number: theirNumber, amount } = theirs
  if (!isHere) return theirs.isVoid ? [] : [{ kind: 'paper-there', ours: 0, theirs: amount, theirNumber }]
  if (ours.number !== theirNumber) return [{ kind: 'paper-twice', ours: ours.amount, theirs: amount, theirNumber }]
  if (ours.amount !== amount) return [{ kind: 'paper-amount', ours: ours.amount, theirs: amount }]
  if (ours.state === 'voided' && !theirs.isVoid) return [{ kind: 'void-here', ours: 0, theirs: amount }]
  if (ours.state === 'issued' && theirs.isVoid) return [{ kind: 'void-there', ours: ours.amount, theirs: 0 }]
  const differs = !theirs.isVoid && theirs.allowed !== null && theirs.allowed !== ours.allowed
  return differs ? [{ kind: 'allowances', ours: ours.allowed, theirs: theirs.allowed! }] : []
}

/** The check begins when the books of the day before are closed everywhere; a night that was missed is made up for, up to a week. */
export const checkFromMinute = 3 * 60
export const daysMadeUp = 7

const minute = 60_000
/** After so many tries without an answer the next one waits this long: 10, 20, 40 … minutes, six hours at most. */
export const waitAfter = (tries: number): number => Math.min(10 * 2 ** (tries - 1), 360) * minute
/** Longer than asking about one payment or paper may take. */
export const leaseMinutes = 10
