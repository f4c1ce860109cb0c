import { m } from '#i18n/generated/messages.js'
import { maskedCode, type Buyer, type BuyerKind } from '#modules/invoices/buyer-rules.ts'

export const kindWords: Record<BuyerKind, () => string> = {
  member: m.invoice_kind_member,
  mobile: m.invoice_kind_mobile,
  citizen: m.invoice_kind_citizen,
  donation: m.invoice_kind_donation,
  business: m.invoice_kind_business,
  paper: m.invoice_kind_paper,
}

/** A buyer in one line; of a carrier its ends only, because others may look at the screen. */
export function buyerLine(buyer: Buyer): string {
  const detail = buyer.kind === 'business' ? `${buyer.taxId} ${buyer.title}`.trim() : maskedCode(buyer)
  return [kindWords[buyer.kind](), detail].filter(Boolean).join('　')
}
