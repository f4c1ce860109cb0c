import { addDays, dayOf, momentAt, type Day } from '#lib/zone.ts'

/**
 * An invoice is the paper that the law asks for when money has come in for an order: an electronic invoice (電子發票) of an issuer, or
 * a receipt (收據). A deed is what is done with it at its issuer. What an order's invoices have to add up to is what was paid for it,
 * without what is owed back and without deposits, which are no sale.
 */
export type InvoiceState = 'wanted' | 'issued' | 'voided' | 'dropped'
export type DeedKind = 'issue' | 'void' | 'allow' | 'void-allowance'
export type DeedState = 'open' | 'held' | 'done' | 'refused' | 'dropped'

export type InvoiceLine = { text: string; count: number; amount: number }

/** A period of invoices is two months, from an odd month on; it is written by its second month. */
export type TaxPeriod = { from: Day; until: Day }

/** The period in which a day is. */
export function taxPeriodOf(day: Day): TaxPeriod {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const first = month % 2 === 1 ? month : month - 1
  const next = first === 11 ? `${year + 1}-01-01` : `${year}-${String(first + 2).padStart(2, '0')}-01`
  return { from: `${year}-${String(first).padStart(2, '0')}-01`, until: addDays(next, -1) }
}

/** Voiding ends with the 13th of the odd month behind the period: the period has been declared then. The moment itself is too late. */
export const voidableBefore = (issuedAt: Date): Date => momentAt(addDays(taxPeriodOf(dayOf(issuedAt)).until, 14), 0)

/** What the planner has to know of an invoice that was issued and not voided. */
export type LiveInvoice = {
  id: string
  amount: number
  issuedAt: Date
  /** Allowances that were not voided. */
  allowances: readonly { id: string; amount: number }[]
  /** The issuer has refused to void it. */
  refusesVoid: boolean
  /** By the rules of its issuer. */
  voidableBefore: Date | undefined
  canAllow: boolean
}

export type NextDeed =
  | { kind: 'issue'; amount: number }
  | { kind: 'void'; invoiceId: string; amount: number }
  | { kind: 'allow'; invoiceId: string; amount: number }
  | { kind: 'void-allowance'; invoiceId: string; allowanceId: string; amount: number }

export const restOf = ({ amount, allowances }: Pick<LiveInvoice, 'amount' | 'allowances'>): number =>
  amount - allowances.reduce((sum, one) => sum + one.amount, 0)

const netOf = (invoices: readonly LiveInvoice[]): number => invoices.reduce((sum, one) => sum + restOf(one), 0)

/** Why an invoice cannot be voided; undefined: it can. */
export function whyNotVoidable(
  invoice: Pick<LiveInvoice, 'allowances' | 'refusesVoid' | 'voidableBefore'>,
  now: Date,
): 'allowance_lives' | 'too_late' | 'issuer_refuses' | undefined {
  if (invoice.allowances.length > 0) return 'allowance_lives'
  if (invoice.voidableBefore !== undefined && invoice.voidableBefore <= now) return 'too_late'
  return invoice.refusesVoid ? 'issuer_refuses' : undefined
}

/**
 * The next deed that brings an order's invoices nearer to what they have to add up to, the newest invoice first; undefined: nothing is
 * to be done, or nothing can be. An invoice of which nothing is left is voided while the law allows it. Otherwise, and for parts, it gets
 * an allowance; where its issuer has none, it is voided, and the rest is issued anew.
 */
export function nextDeed(target: number, invoices: readonly LiveInvoice[], now: Date): NextDeed | undefined {
  const missing = target - netOf(invoices)
  if (missing > 0) return { kind: 'issue', amount: missing }
  if (missing === 0) return undefined
  const excess = -missing
  const whole = invoices.find((one) => one.amount <= excess && !whyNotVoidable(one, now))
  if (whole) return { kind: 'void', invoiceId: whole.id, amount: whole.amount }
  const part = invoices.find((one) => one.canAllow && restOf(one) > 0)
  if (part) return { kind: 'allow', invoiceId: part.id, amount: Math.min(restOf(part), excess) }
  const anew = invoices.find((one) => !one.canAllow && !whyNotVoidable(one, now))
  return anew && { kind: 'void', invoiceId: anew.id, amount: anew.amount }
}

/** How long a deed waits after so many tries: 1, 2, 4 … minutes, an hour at most. */
export const waitMinutes = (tries: number): number => Math.min(60, 2 ** Math.max(0, tries - 1))

/** A try that has not said how it ended by then is taken for dead, and the issuer is asked what came of it. */
export const leaseMinutes = 3

/** Our number of an invoice at its issuer: letters and digits, at most 20, unique for ever. */
export const relateNumber = (orderNo: string, count: number): string =>
  `${orderNo
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(0, 16)}N${count}`

/** How a paper stands, for people: what is left of an issued one, which is nothing when all of it was taken back. */
export type PaperLook = 'waiting' | 'issued' | 'allowed' | 'allowed-whole' | 'voided'

export function lookOf({ status, amount, rest }: { status: 'waiting' | 'issued' | 'voided'; amount: number; rest: number }): PaperLook {
  if (status !== 'issued' || rest === amount) return status
  return rest === 0 ? 'allowed-whole' : 'allowed'
}

/** What a paper says besides its number: what is left of it; of one of which nothing is left, what it was issued for. */
export const saidAmount = (paper: Parameters<typeof lookOf>[0]): number => (lookOf(paper) === 'allowed' ? paper.rest : paper.amount)
