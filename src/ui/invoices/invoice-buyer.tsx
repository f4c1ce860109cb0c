import { m } from '#i18n/generated/messages.js'
import type { Buyer } from '#modules/invoices/buyer-rules.ts'
import type { BuyerAnswer } from '#modules/invoices/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BuyerFields } from './buyer-fields.tsx'
import { buyerLine } from './buyer-words.ts'
import { buyerQuery } from './invoice-queries.ts'

/**
 * To whom the invoice is made out: one line with what was given last, which opens to change it. It saves by itself, apart from the form
 * of the order, so that an order never waits for it. `reference`: for the order of a signed link instead of the member.
 */
export function InvoiceBuyer({ reference }: { reference?: string }) {
  const { data } = useQuery(buyerQuery(useApi(), reference))
  return data?.paper ? <Choice key={JSON.stringify(data.buyer)} answer={data} {...(reference === undefined ? {} : { reference })} /> : null
}

function Choice({ answer, reference }: { answer: BuyerAnswer; reference?: string }) {
  const api = useApi()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [buyer, setBuyer] = useState<Buyer>(answer.buyer)
  const { busy, refused, errorAt, form } = useSubmit(async () => {
    const saved =
      reference === undefined
        ? await api.put<BuyerAnswer>('/api/Invoice/Buyer', buyer)
        : await api.put<BuyerAnswer>('/api/Invoice/Buyer/Link', { ref: reference, ...buyer })
    toast('success', m.invoice_buyer_saved())
    client.setQueryData(buyerQuery(api, reference).queryKey, saved)
  })
  const label = answer.paper === 'receipt' ? m.invoice_paper_receipt() : m.invoice_paper_invoice()
  return (
    <Disclosure label={label} value={buyerLine(answer.buyer)} offer={m.invoice_buyer_change()} open={open} onOpen={setOpen}>
      {/* Closed, it is no form: the page has one thing to send. */}
      {open && (
        <form className="stack gap-4" aria-label={label} {...form}>
          <BuyerFields kinds={answer.kinds} value={buyer} onChange={setBuyer} errorAt={errorAt} />
          <FormProblem refused={refused} />
          <Button type="submit" look="secondary" busy={busy}>
            {m.invoice_buyer_save()}
          </Button>
        </form>
      )}
    </Disclosure>
  )
}
