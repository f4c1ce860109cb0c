import { m } from '#i18n/generated/messages.js'
import type { OfficeInvoice } from '#modules/invoices/staff-wire.ts'
import { TextField } from '#ui/kit/field.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useOneCall } from '#ui/staff/kit/use-staff-call.ts'
import { useState } from 'react'
import { useInvoiceCall } from './invoices-queries.ts'

type Deed = OfficeInvoice['deeds'][number]

/** Try it again, or write down what was found at the issuer. */
export function DeedActions({ deed }: { deed: Deed }) {
  const call = useInvoiceCall()
  const { busy, once } = useOneCall()
  const [asks, setAsks] = useState(false)
  const [number, setNumber] = useState('')
  if (deed.problem === null && deed.status === 'open') return null
  return (
    <>
      <StaffButton busy={busy} onClick={() => void once(() => call('/api/Staff/Invoice/Retry', { deedId: deed.id }, m.invoices_tried()))}>
        {deed.needsLook ? m.invoices_try_not_there() : m.invoices_try()}
      </StaffButton>
      {deed.status === 'held' && (
        <StaffButton look="quiet" onClick={() => setAsks(true)}>
          {m.invoices_note()}
        </StaffButton>
      )}
      {asks && (
        <AskSheet
          title={m.invoices_note()}
          effects={[m.invoices_note_effect()]}
          confirmLabel={m.invoices_note_save()}
          check={() => (number.trim() === '' ? [{ path: 'number', message: m.field_required() }] : [])}
          onSend={() => call('/api/Staff/Invoice/Note', { deedId: deed.id, number: number.trim() }, m.invoices_noted())}
          onClose={() => setAsks(false)}
        >
          {(errorAt) => (
            <TextField
              name="number"
              label={m.invoice_column_number()}
              value={number}
              onChange={({ target }) => setNumber(target.value)}
              error={errorAt('number')}
              autoComplete="off"
              maxLength={40}
            />
          )}
        </AskSheet>
      )}
    </>
  )
}
