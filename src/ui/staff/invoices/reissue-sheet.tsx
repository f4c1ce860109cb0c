import { m } from '#i18n/generated/messages.js'
import { buyerKinds, whyNotBuyer, tidyBuyer, plainBuyer, type Buyer } from '#modules/invoices/buyer-rules.ts'
import type { OfficeInvoice } from '#modules/invoices/staff-wire.ts'
import { BuyerFields } from '#ui/invoices/buyer-fields.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { useState } from 'react'
import { useInvoiceCall } from './invoices-queries.ts'

const wrongWords = {
  carrier_wrong: m.problem_carrier_wrong,
  donation_wrong: m.problem_donation_wrong,
  tax_id_wrong: m.problem_tax_id_wrong,
  title_missing: m.problem_title_missing,
} as const

/** To whom an invoice is made out instead. Carriers are masked here, so that one is typed anew. */
export function ReissueSheet({ invoice, onClose }: { invoice: OfficeInvoice; onClose(): void }) {
  const call = useInvoiceCall()
  const [buyer, setBuyer] = useState<Buyer>(invoice.buyer.kind === 'business' ? invoice.buyer : plainBuyer)
  const isIssued = invoice.status === 'issued'
  return (
    <AskSheet
      title={m.invoices_reissue_title({ number: invoice.number ?? invoice.orderNo })}
      effects={[isIssued ? m.invoices_reissue_effect() : m.invoices_reissue_effect_held()]}
      confirmLabel={m.invoices_reissue()}
      reasonLabel={m.invoices_reissue_reason()}
      readyReasons={[m.invoices_reason_buyer(), m.invoices_reason_carrier()]}
      check={() => {
        const wrong = whyNotBuyer(tidyBuyer(buyer))
        return wrong ? [{ path: wrong.path, message: wrongWords[wrong.code]() }] : []
      }}
      onSend={({ reason }) =>
        call('/api/Staff/Invoice/Reissue', { invoiceId: invoice.id, reason: reason.slice(0, 20), buyer }, m.invoices_reissued())
      }
      onClose={onClose}
    >
      {(errorAt) => (
        <div className="stack gap-4">
          <BuyerFields
            kinds={invoice.paper === 'receipt' ? ['paper', 'business'] : buyerKinds}
            value={buyer}
            onChange={setBuyer}
            errorAt={errorAt}
          />
        </div>
      )}
    </AskSheet>
  )
}
