import { m } from '#i18n/generated/messages.js'
import { buyerIn } from '#modules/invoices/buyer-rules.ts'
import { CheckField, TextField } from '#ui/kit/field.tsx'
import { buyerLine } from '#ui/invoices/buyer-words.ts'
import { buyerQuery } from '#ui/invoices/invoice-queries.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import type { InvoiceDraft } from './invoice-draft.ts'

type Props<D extends InvoiceDraft> = { draft: D; errorAt(path: string): string | undefined; onChange(draft: D): void }

/** One field for the scanner: a carrier, the number of a business or a donation code, told apart by their form. */
export function InvoiceFields<D extends InvoiceDraft>({ draft, errorAt, onChange }: Props<D>) {
  const { data } = useQuery(buyerQuery(useApi()))
  if (!data?.paper) return null
  const read = buyerIn(draft.invoice)
  return (
    <>
      <TextField
        name="invoice"
        label={data.paper === 'receipt' ? m.invoice_paper_receipt() : m.invoice_paper_invoice()}
        hint={read ? buyerLine(read) : m.counter_invoice_hint()}
        value={draft.invoice}
        onChange={({ target }) => onChange({ ...draft, invoice: target.value })}
        error={errorAt('invoice')}
        disabled={draft.onPaper}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        optional
      />
      {data.kinds.includes('paper') && (
        <CheckField
          name="onPaper"
          checked={draft.onPaper}
          onChange={({ target }) => onChange({ ...draft, onPaper: target.checked })}
          label={m.counter_invoice_paper()}
        />
      )}
    </>
  )
}
