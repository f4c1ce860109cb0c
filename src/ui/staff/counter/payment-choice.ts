import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { PersonAnswer, QuoteAnswer } from '#modules/desk/counter-wire.ts'
import { whatIsWrongInInvoice } from '#ui/staff/kit/invoice-draft.ts'
import type { Channel } from '#modules/notifications/rules.ts'
import { payAtDeskBefore } from '#modules/orders/rules.ts'
import { changeFor } from '#modules/tills/rules.ts'
import type { VoucherKind } from '#modules/tills/way-rules.ts'
import { hasCash, partsIn, twoParts, whatIsMissingInParts, type PartDraft } from '#ui/staff/kit/split-draft.ts'
import { momentOf } from '#ui/staff/kit/typed-moment.ts'
import type { Slot } from './chosen.ts'

export type PayWay = 'cash' | 'terminal' | 'voucher' | 'split' | 'link' | 'arrival'

/** What was typed about the payment. */
export type PaymentDraft = {
  way: PayWay
  given: string
  reference: string
  /** Of a voucher that pays for all of it. */
  kind: VoucherKind
  /** In several ways. */
  parts: readonly PartDraft[]
  by: Channel
  /** Deadline for paying on arrival, as typed; undefined: as late as possible. */
  until: string | undefined
  /** To whom the invoice is made out, as scanned or typed; empty: as the customer has it. */
  invoice: string
  /** It is printed. */
  onPaper: boolean
}

export const emptyDraft: PaymentDraft = {
  way: 'cash',
  given: '',
  reference: '',
  kind: 'sports-voucher',
  parts: twoParts,
  by: 'sms',
  until: undefined,
  invoice: '',
  onPaper: false,
}

/** What was typed, as far as it is possible for the person: a pay link is sent only in a way that reaches them. */
export function possibleDraft(draft: PaymentDraft, person: Pick<PersonAnswer, 'linkWays'> | undefined): PaymentDraft {
  if (draft.way !== 'link' || !person || person.linkWays.includes(draft.by)) return draft
  const [by] = person.linkWays
  return by ? { ...draft, by } : { ...draft, way: 'cash' }
}

/** The latest deadline for paying on arrival: the start of the first period, or the end of one that has begun. */
export function latestArrival(periods: readonly Slot[], now: Date): { latest: string; isStart: boolean } {
  const items = periods.map(({ venue2ndId, start, end }) => ({
    courtId: venue2ndId,
    period: { start: new Date(start), end: new Date(end) },
  }))
  const latest = payAtDeskBefore(items, undefined, now)
  return { latest: latest.toISOString(), isStart: items.some(({ period }) => period.start.getTime() === latest.getTime()) }
}

type Sale = { amount: number; hasPerson: boolean; hasProof: boolean; tillId: string | undefined }

const numberIn = (text: string): number | undefined => (/^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : undefined)

export const givenIn = ({ given }: PaymentDraft): number | undefined => numberIn(given)

/** Why the sale cannot be made yet, with the field that is missing; undefined: it can. */
export function whatIsMissing(
  draft: PaymentDraft,
  { amount, hasPerson, hasProof, tillId }: Sale,
): { path: string; message: string } | undefined {
  if (!hasPerson) return { path: 'person', message: m.counter_missing_person() }
  if (!hasProof) return { path: 'proofSeen', message: m.counter_missing_proof() }
  if (amount === 0) return undefined
  if ((draft.way === 'cash' || (draft.way === 'split' && hasCash(draft.parts))) && tillId === undefined)
    return { path: 'till', message: m.counter_missing_till() }
  if (draft.way === 'cash' && changeFor(amount, givenIn(draft) ?? 0) === undefined)
    return { path: 'given', message: missingCash(amount, givenIn(draft)) }
  if (draft.way === 'terminal' && draft.reference.trim() === '') return { path: 'reference', message: m.counter_missing_reference() }
  if (draft.way === 'voucher' && draft.reference.trim() === '') return { path: 'reference', message: m.counter_missing_voucher() }
  if (draft.way === 'split') {
    const missing = whatIsMissingInParts(draft.parts, amount)
    if (missing) return missing
  }
  if (draft.way === 'arrival' && draft.until !== undefined && momentOf(draft.until) === undefined)
    return { path: 'until', message: m.field_required() }
  const wrongInvoice = whatIsWrongInInvoice(draft)
  if (wrongInvoice) return wrongInvoice
  return undefined
}

const missingCash = (amount: number, given: number | undefined): string =>
  given === undefined ? m.counter_missing_given() : m.counter_missing_more({ amount: formatMoney(amount - given) })

/** The payment as the call takes it. A sale that costs nothing has none to take: no till, no parts, whatever was chosen before. */
export function paymentOf(draft: PaymentDraft, amount: number, tillId: string | undefined) {
  if (amount === 0 && draft.way !== 'link') return { way: 'arrival' }
  if (draft.way === 'cash') return { way: 'cash', tillId, given: givenIn(draft) ?? 0 }
  if (draft.way === 'terminal') return { way: 'terminal', tillId: tillId ?? null, reference: draft.reference.trim() }
  if (draft.way === 'voucher') return { way: 'voucher', tillId: tillId ?? null, kind: draft.kind, reference: draft.reference.trim() }
  if (draft.way === 'split') return { way: 'split', tillId: tillId ?? null, parts: partsIn(draft.parts, amount) }
  if (draft.way === 'link') return { way: 'link', by: draft.by }
  return draft.until === undefined ? { way: 'arrival' } : { way: 'arrival', until: momentOf(draft.until) }
}

/** Whether one of the periods cannot be had; undefined before they are priced. */
export const isLost = (quote: QuoteAnswer | undefined): boolean | undefined => quote?.items.some(({ problems }) => problems.length > 0)

/** The sum of what can be had; nothing is said about a sale of which nothing can. */
export function totalText(quote: QuoteAnswer | undefined): string {
  if (!quote) return '…'
  return quote.items.some(({ problems }) => problems.length === 0) ? formatMoney(quote.amount) : '—'
}

/** What the button that sells says: what it will do, or why it cannot. */
export function sellText({ way }: Pick<PaymentDraft, 'way'>, quote: QuoteAnswer | undefined): string {
  if (!quote) return m.counter_sell_pricing()
  if (isLost(quote)) return m.counter_sell_lost()
  if (quote.amount === 0) return m.counter_sell_free()
  if (way === 'link') return m.counter_sell_link()
  return way === 'arrival' ? m.counter_sell_arrival() : m.counter_sell_cash({ amount: formatMoney(quote.amount) })
}
