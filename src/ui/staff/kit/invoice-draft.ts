import { m } from '#i18n/generated/messages.js'
import { buyerIn, plainBuyer, type Buyer } from '#modules/invoices/buyer-rules.ts'

/** To whom the invoice is made out, as scanned or typed (empty: as the customer has it), or on paper. */
export type InvoiceDraft = { invoice: string; onPaper: boolean }

export const whatIsWrongInInvoice = ({ invoice, onPaper }: InvoiceDraft): { path: string; message: string } | undefined =>
  invoice.trim() !== '' && !onPaper && !buyerIn(invoice) ? { path: 'invoice', message: m.counter_invoice_wrong() } : undefined

/** To whom the invoice is made out, where the desk was told. */
export function invoiceOf({ invoice, onPaper }: InvoiceDraft): { invoice?: Buyer } {
  if (onPaper) return { invoice: { ...plainBuyer, kind: 'paper' } }
  const buyer = buyerIn(invoice)
  return buyer ? { invoice: buyer } : {}
}
