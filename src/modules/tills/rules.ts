import { deskMethods, type DeskMethod } from './way-rules.ts'

/**
 * A till is one cash drawer from its opening with a float to its closing with a count. Everything that goes in or out is a
 * row; the sum of the rows is what has to be in it. Pure, and safe in the browser.
 */
export type TillRowKind = 'opened' | 'sale' | 'refund' | 'in' | 'out' | 'difference' | 'closed'

/** Notes and coins of the New Taiwan dollar, largest first. */
export const denominations = [2000, 1000, 500, 200, 100, 50, 20, 10, 5, 1] as const
export type Denomination = (typeof denominations)[number]

/** How many of which note or coin. */
export type Pieces = Partial<Record<Denomination, number>>

export const sumOfPieces = (pieces: Pieces): number => denominations.reduce((sum, value) => sum + value * (pieces[value] ?? 0), 0)

/** What is handed back for cash; undefined when it is not enough. */
export const changeFor = (amount: number, given: number): number | undefined => (given >= amount ? given - amount : undefined)

/** Amounts that people hand over for a price: exactly it, and with the fewest notes the next rounder sums. At most five, smallest first. */
export function quickAmounts(amount: number): number[] {
  if (amount <= 0) return []
  const rounded = [100, 500, 1000, 2000].map((note) => Math.ceil(amount / note) * note)
  return [...new Set([amount, ...rounded])].toSorted((a, b) => a - b).slice(0, 5)
}

/** The largest sum that a till's row may have: a million dollars are a typing mistake. */
export const mostAtOnce = 1_000_000

/** A slip of the card terminal, or a voucher; a refund is negative. `reference`: the number on it, null where none was written. */
export type Slip = { id: number; method: Exclude<DeskMethod, 'cash'>; at: Date; amount: number; reference: string | null; orderNo: string }

/** What one way of paying brought in a till's shift, and gave back (negative). */
export type WaySums = { method: DeskMethod; sale: number; refund: number }

/** The shift by way of paying: cash and the terminal always, and the vouchers that came. Only cash is in the drawer. */
export function sumsByWay(
  rows: readonly { kind: TillRowKind; amount: number }[],
  slips: readonly Pick<Slip, 'method' | 'amount'>[],
): WaySums[] {
  const cash = sumsOf(rows)
  return deskMethods.flatMap((method): WaySums[] => {
    if (method === 'cash') return [{ method, sale: cash.sale, refund: cash.refund }]
    const mine = slips.filter((slip) => slip.method === method).map(({ amount }) => amount)
    if (method !== 'terminal' && mine.length === 0) return []
    const sumWhere = (counts: (amount: number) => boolean) => mine.filter(counts).reduce((sum, amount) => sum + amount, 0)
    return [{ method, sale: sumWhere((amount) => amount > 0), refund: sumWhere((amount) => amount < 0) }]
  })
}

export const sumOfWays = (ways: readonly WaySums[]): Omit<WaySums, 'method'> => ({
  sale: ways.reduce((sum, { sale }) => sum + sale, 0),
  refund: ways.reduce((sum, { refund }) => sum + refund, 0),
})

/** What went in and out by kind, as the close shows it. */
export function sumsOf(rows: readonly { kind: TillRowKind; amount: number }[]): Record<TillRowKind, number> {
  const sums: Record<TillRowKind, number> = { opened: 0, sale: 0, refund: 0, in: 0, out: 0, difference: 0, closed: 0 }
  for (const { kind, amount } of rows) sums[kind] += amount
  return sums
}
