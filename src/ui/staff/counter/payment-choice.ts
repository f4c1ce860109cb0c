import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { changeFor } from '#modules/tills/rules.ts'

export type PayWay = 'cash' | 'terminal' | 'link' | 'later'

/** What was typed about the payment. */
export type PaymentDraft = { way: PayWay; given: string; reference: string; by: 'sms' | 'mail' }

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
  if (draft.way === 'cash' && tillId === undefined) return { path: 'till', message: m.counter_missing_till() }
  if (draft.way === 'cash' && changeFor(amount, givenIn(draft) ?? 0) === undefined)
    return { path: 'given', message: missingCash(amount, givenIn(draft)) }
  if (draft.way === 'terminal' && draft.reference.trim() === '') return { path: 'reference', message: m.counter_missing_reference() }
  return undefined
}

const missingCash = (amount: number, given: number | undefined): string =>
  given === undefined ? m.counter_missing_given() : m.counter_missing_more({ amount: formatMoney(amount - given) })

/** The payment as the call takes it. */
export function paymentOf(draft: PaymentDraft, tillId: string | undefined) {
  if (draft.way === 'cash') return { way: 'cash', tillId, given: givenIn(draft) ?? 0 }
  if (draft.way === 'terminal') return { way: 'terminal', tillId: tillId ?? null, reference: draft.reference.trim() }
  return draft.way === 'link' ? { way: 'link', by: draft.by } : { way: 'later' }
}
