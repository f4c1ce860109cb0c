import { ok, refuse, type Result } from '#lib/result.ts'
import { isVoucher, type DeskMethod, type VoucherKind } from '#modules/tills/way-rules.ts'

/**
 * Money at the desk: an order is paid in one way, or in several parts of which each is a payment of its own. A voucher pays for a part or
 * for all of it, never for more: nothing is handed back for it. Pure, and safe in the browser.
 */

/** A part of a payment in several ways. Of cash `amount` is what is kept, and the rest of `given` is the change. */
export type SplitPart =
  | { way: 'cash'; amount: number; given: number }
  | { way: 'terminal'; amount: number; reference: string }
  | { way: 'voucher'; kind: VoucherKind; amount: number; reference: string }

/** Money that is taken at the desk. Cash goes into a till; the slip of a terminal and a voucher have a reference. */
export type DeskMoney =
  | { way: 'cash'; tillId: string; given: number }
  | { way: 'terminal'; tillId: string | null; reference: string }
  | { way: 'voucher'; tillId: string | null; kind: VoucherKind; reference: string }
  | { way: 'split'; tillId: string | null; parts: SplitPart[] }

/** One payment. `given`: of cash; `reference`: of everything else. */
export type DeskPart = { method: DeskMethod; amount: number; given: number | null; reference: string | null }

export const partsAtMost = 6

export type PartsRefusal =
  | { code: 'given_too_little'; amount: number; given: number }
  /** The parts are less than the price, or more: vouchers and cards give no change. */
  | { code: 'parts_not_the_price'; amount: number; sum: number }

/** The payments that money at the desk is, for what is owed. */
export function paymentsOf(money: DeskMoney, owed: number): Result<DeskPart[], PartsRefusal> {
  const parts = money.way === 'split' ? money.parts.map(partOf) : [partOf({ ...money, amount: owed })]
  const sum = parts.reduce((all, { amount }) => all + amount, 0)
  if (sum !== owed) return refuse({ code: 'parts_not_the_price', amount: owed, sum })
  const short = parts.find(({ amount, given }) => given !== null && given < amount)
  return short ? refuse({ code: 'given_too_little', amount: short.amount, given: short.given! }) : ok(parts)
}

function partOf(part: SplitPart): DeskPart {
  const { amount } = part
  if (part.way === 'cash') return { method: 'cash', amount, given: part.given, reference: null }
  return { method: part.way === 'voucher' ? part.kind : part.way, amount, given: null, reference: part.reference }
}

type Twice = 'cash_twice' | 'slip_twice' | 'voucher_twice'
const twiceOf = { cash: 'cash_twice', terminal: 'slip_twice', voucher: 'voucher_twice' } as const satisfies Record<SplitPart['way'], Twice>

/** Why parts cannot be one payment, whatever they add up to; undefined: they can. `index`: of the part that is wrong. */
export function whyNotParts(parts: readonly SplitPart[]): { code: Twice; index: number } | undefined {
  const seen = new Set<string>()
  for (const [index, part] of parts.entries()) {
    const number = part.way === 'cash' ? '' : part.reference.trim().toLowerCase()
    const key = `${part.way === 'voucher' ? part.kind : part.way} ${number}`
    if (seen.has(key)) return { code: twiceOf[part.way], index }
    seen.add(key)
  }
  return undefined
}

/** What is handed back of the cash among these payments. */
export const changeOfParts = (parts: readonly DeskPart[]): number =>
  parts.reduce((sum, { amount, given }) => sum + (given === null ? 0 : given - amount), 0)

/** A payment of an order, and what of it is not owed back yet. */
export type Holding = { attemptId: string; method: string | null; left: number }
/** What one payment gives back. */
export type TakenBack = Omit<Holding, 'left'> & { amount: number }

/** Money goes back before vouchers: first to cards, then by the terminal, in cash, and last what vouchers have paid. */
const rankOf = (method: string | null): number => (method === 'terminal' ? 1 : method === 'cash' ? 2 : isVoucher(method) ? 3 : 0)

/**
 * Takes amounts that are owed back off the payments of one order, one amount after the other: each payment gives back at most what it has
 * brought. What is more than all of them have goes to the first, where the books refuse it.
 */
export function takeBack(holdings: readonly Holding[], amounts: readonly number[]): TakenBack[][] {
  const purse = holdings.toSorted((a, b) => rankOf(a.method) - rankOf(b.method)).map((one) => ({ ...one }))
  return amounts.map((amount) => {
    let rest = amount
    const taken = purse.map((one) => {
      const part = Math.max(0, Math.min(one.left, rest))
      one.left -= part
      rest -= part
      return { attemptId: one.attemptId, method: one.method, amount: part }
    })
    if (rest > 0 && taken[0]) taken[0].amount += rest
    return taken.filter((part) => part.amount > 0)
  })
}
