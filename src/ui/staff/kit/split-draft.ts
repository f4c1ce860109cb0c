import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { partsAtMost, whyNotParts, type SplitPart } from '#modules/payments/desk-rules.ts'
import { changeFor } from '#modules/tills/rules.ts'
import { isVoucher, type DeskMethod } from '#modules/tills/way-rules.ts'

/** What was typed about one part of a payment. An amount that is left empty is the rest; cash that is left empty was given exactly. */
export type PartDraft = { key: number; method: DeskMethod; amount: string; given: string; reference: string }

const partOf = (key: number, method: DeskMethod): PartDraft => ({ key, method, amount: '', given: '', reference: '' })

/** Mostly a voucher, and cash for the rest. */
export const twoParts: readonly PartDraft[] = [partOf(0, 'sports-voucher'), partOf(1, 'cash')]

const moneyIn = (text: string): number | undefined => (/^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : undefined)

/** What the parts that have an amount leave to be paid; negative: they are more than the price. */
export const leftOf = (parts: readonly PartDraft[], price: number): number =>
  price - parts.reduce((sum, { amount }) => sum + (moneyIn(amount) ?? 0), 0)

/** The part that takes the rest: the only one without an amount. */
const takesRest = (parts: readonly PartDraft[]): PartDraft | undefined => {
  const empty = parts.filter(({ amount }) => amount.trim() === '')
  return empty.length === 1 ? empty[0] : undefined
}

export function amountOf(part: PartDraft, parts: readonly PartDraft[], price: number): number | undefined {
  if (part !== takesRest(parts)) return moneyIn(part.amount)
  const left = leftOf(parts, price)
  return left > 0 ? left : undefined
}

/** One part more, by cash unless there is some. */
export function withOneMore(parts: readonly PartDraft[]): PartDraft[] {
  const hasCash = parts.some(({ method }) => method === 'cash')
  return [...parts, partOf(Math.max(-1, ...parts.map(({ key }) => key)) + 1, hasCash ? 'terminal' : 'cash')]
}

export const mayAddPart = (parts: readonly PartDraft[]): boolean => parts.length < partsAtMost

export const hasCash = (parts: readonly PartDraft[]): boolean => parts.some(({ method }) => method === 'cash')

/** What is handed back of the cash; undefined where there is none, or not enough. */
export function changeOfDrafts(parts: readonly PartDraft[], price: number): number | undefined {
  const cash = parts.find(({ method }) => method === 'cash')
  const amount = cash && amountOf(cash, parts, price)
  return cash && amount !== undefined ? changeFor(amount, moneyIn(cash.given) ?? amount) : undefined
}

/** The parts as the call takes them; what is missing is nothing in it. */
export const partsIn = (parts: readonly PartDraft[], price: number): SplitPart[] =>
  parts.map((part): SplitPart => {
    const amount = amountOf(part, parts, price) ?? 0
    const reference = part.reference.trim()
    if (part.method === 'cash') return { way: 'cash', amount, given: moneyIn(part.given) ?? amount }
    return part.method === 'terminal' ? { way: 'terminal', amount, reference } : { way: 'voucher', kind: part.method, amount, reference }
  })

type Missing = { path: string; message: string }

/** Why the parts cannot be taken yet, with the field that is wrong; undefined: they can. */
export function whatIsMissingInParts(parts: readonly PartDraft[], price: number): Missing | undefined {
  for (const [n, part] of parts.entries()) {
    const amount = amountOf(part, parts, price)
    if (amount === undefined || amount === 0) return { path: `parts.${n}.amount`, message: m.counter_missing_part_amount() }
    if (part.method !== 'cash' && part.reference.trim() === '')
      return { path: `parts.${n}.reference`, message: isVoucher(part.method) ? m.counter_missing_voucher() : m.counter_missing_reference() }
    const given = moneyIn(part.given)
    if (part.method === 'cash' && given !== undefined && given < amount)
      return { path: `parts.${n}.given`, message: m.counter_missing_more({ amount: formatMoney(amount - given) }) }
  }
  const why = whyNotParts(partsIn(parts, price))
  if (why)
    return why.code === 'cash_twice'
      ? { path: `parts.${why.index}.method`, message: m.field_cash_twice() }
      : { path: `parts.${why.index}.reference`, message: why.code === 'slip_twice' ? m.field_slip_twice() : m.field_voucher_twice() }
  const sum = partsIn(parts, price).reduce((all, { amount }) => all + amount, 0)
  if (sum === price) return undefined
  return { path: `parts.${parts.length - 1}.amount`, message: sumText(price - sum) }
}

/** How the parts stand to the price. */
export function sumText(left: number): string {
  if (left === 0) return m.counter_split_even()
  const amount = formatMoney(Math.abs(left))
  return left > 0 ? m.counter_short({ amount }) : m.counter_split_over({ amount })
}
