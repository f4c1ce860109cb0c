import { m } from '#i18n/generated/messages.js'
import type { InvoiceListAnswer } from '#modules/invoices/wire.ts'
import { InvoicePaper, spokenNumber } from '#ui/invoices/invoice-paper.tsx'
import { PaperDownloads } from './paper-downloads.tsx'
import { StaffButton } from './staff-button.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'

/** What was issued for a sale, to be printed. Read until it was issued, half a minute at most. */
export function SoldInvoices({ orderNo }: { orderNo: string }) {
  const api = useApi()
  const [printed, print] = useState<string>()
  const { data } = useQuery({
    queryKey: ['staff', 'invoices', orderNo],
    queryFn: () => api.get<InvoiceListAnswer>(`/api/Staff/Invoice/Order/${orderNo}`, { silent: true }),
    retry: false,
    refetchInterval: ({ state }) => (state.dataUpdateCount < 15 && state.data?.isSettling !== false ? 2000 : false),
  })
  const issued = data?.items.filter(({ number, status }) => number !== null && status === 'issued') ?? []
  return issued.map((invoice) => (
    <div key={invoice.id} className="cluster">
      <StaffButton
        onClick={() => {
          // Drawn before the browser looks at it, and gone before the receipt is printed.
          flushSync(() => print(invoice.id))
          globalThis.print()
          print(undefined)
        }}
      >
        {m.counter_print_invoice({ number: spokenNumber(invoice.number!) })}
      </StaffButton>
      <PaperDownloads path={`/api/Staff/Paper/Invoice/${invoice.id}`} />
      {printed === invoice.id && <InvoicePaper invoice={invoice} />}
    </div>
  ))
}
