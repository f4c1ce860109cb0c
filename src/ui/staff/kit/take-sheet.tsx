import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { changeFor } from '#modules/tills/rules.ts'
import type { VoucherKind } from '#modules/tills/way-rules.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useState } from 'react'
import { ChangeGiven } from './change-given.tsx'
import { invoiceOf, whatIsWrongInInvoice, type InvoiceDraft } from './invoice-draft.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { PaidAlready } from './paid-already.tsx'
import { StaffButton } from './staff-button.tsx'
import { hasCash, partsIn, twoParts, whatIsMissingInParts } from './split-draft.ts'
import { SoldInvoices } from './sold-invoices.tsx'
import { SplitParts } from './split-parts.tsx'
import { TillChoice } from './till-choice.tsx'
import { useOrderCall } from './use-order-call.ts'
import { VoucherFields } from './voucher-fields.tsx'

type Taken = { amount: number; change: number }

function takenWords(taken: Taken): string {
  const words = { amount: formatMoney(taken.amount), change: formatMoney(taken.change) }
  return taken.change > 0 ? m.staff_order_taken_change(words) : m.staff_order_taken(words)
}

type Way = 'cash' | 'terminal' | 'voucher' | 'split'

/** What was typed about the payment. */
function useTaking(amount: number) {
  const [way, setWay] = useState<Way>('cash')
  const [given, setGiven] = useState('')
  const [reference, setReference] = useState('')
  const [kind, setKind] = useState<VoucherKind>('sports-voucher')
  const [parts, setParts] = useState(twoParts)
  const moneyOf = (tillId: FormDataEntryValue | null): object => {
    if (way === 'cash') return { way, tillId, given: Number(given === '' ? amount : given) }
    if (way === 'split') return { way, tillId, parts: partsIn(parts, amount) }
    return { way, tillId, reference: reference.trim(), ...(way === 'voucher' ? { kind } : {}) }
  }
  return { way, setWay, given, setGiven, reference, setReference, kind, setKind, parts, setParts, moneyOf }
}

/** Takes the price of an order that was placed before: cash with its change, the terminal or a voucher with its reference, or several. */
export function TakeSheet({ order: { orderNo, amount }, onClose }: { order: { orderNo: string; amount: number }; onClose(): void }) {
  const call = useOrderCall()
  const taking = useTaking(amount)
  const { way, parts } = taking
  const [invoice, setInvoice] = useState<InvoiceDraft>({ invoice: '', onPaper: false })
  const [taken, setTaken] = useState<Taken>()
  const { busy, refused, errorAt, form } = useSubmit(
    async (data) => {
      const money = taking.moneyOf(data.get('tillId'))
      const body = { orderNo, ...money, ...invoiceOf(invoice) }
      setTaken(await call<Taken>('/api/Staff/Payment/Desk', body, { done: takenWords }))
    },
    {
      check: () => {
        const wrongInvoice = whatIsWrongInInvoice(invoice)
        if (wrongInvoice) return [wrongInvoice]
        if (way === 'split') return [whatIsMissingInParts(parts, amount) ?? []].flat()
        if (way === 'cash' || taking.reference.trim() !== '') return []
        return [{ path: 'reference', message: way === 'voucher' ? m.counter_missing_voucher() : m.counter_missing_reference() }]
      },
    },
  )
  if (taken) return <TakenSheet {...{ orderNo, taken, onClose }} />
  return (
    <Sheet open title={m.staff_order_take({ amount: formatMoney(amount) })} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        <RadioChips<Way>
          legend={m.staff_order_take_way()}
          value={way}
          options={[
            { value: 'cash', label: m.staff_order_by_cash() },
            { value: 'terminal', label: m.counter_way_terminal() },
            { value: 'voucher', label: m.counter_way_voucher() },
            { value: 'split', label: m.counter_way_split() },
          ]}
          onChange={taking.setWay}
        />
        <TillChoice needsCash={way === 'cash' || (way === 'split' && hasCash(parts))} />
        <TakeFields {...{ amount, taking, errorAt }} />
        <InvoiceFields draft={invoice} errorAt={errorAt} onChange={setInvoice} />
        <FormProblem refused={refused}>
          <PaidAlready refused={refused} />
        </FormProblem>
        <SheetActions
          main={
            <StaffButton type="submit" look="primary" busy={busy}>
              {m.staff_order_take({ amount: formatMoney(amount) })}
            </StaffButton>
          }
        >
          <StaffButton look="quiet" onClick={onClose}>
            {m.staff_order_back()}
          </StaffButton>
        </SheetActions>
      </form>
    </Sheet>
  )
}

/** The money was taken: the change in large figures, what was issued, and back to where one was. */
function TakenSheet({ orderNo, taken, onClose }: { orderNo: string; taken: Taken; onClose(): void }) {
  return (
    <Sheet open title={takenWords(taken)} onClose={onClose}>
      <div className="stack gap-4">
        {taken.change > 0 && <ChangeGiven change={taken.change} />}
        <SoldInvoices orderNo={orderNo} />
        <SheetActions
          main={
            <StaffButton look="primary" onClick={onClose}>
              {m.staff_order_taken_close()}
            </StaffButton>
          }
        />
      </div>
    </Sheet>
  )
}

type FieldsProps = { amount: number; taking: ReturnType<typeof useTaking>; errorAt(path: string): string | undefined }

function TakeFields({ amount, taking, errorAt }: FieldsProps) {
  const { way, given, reference, setReference } = taking
  const error = errorAt('reference')
  if (way === 'split') return <SplitParts price={amount} parts={taking.parts} errorAt={errorAt} onChange={taking.setParts} />
  if (way === 'voucher')
    return <VoucherFields {...{ reference, error }} kind={taking.kind} onKind={taking.setKind} onReference={setReference} />
  if (way === 'terminal')
    return (
      <TextField
        label={m.counter_reference()}
        name="reference"
        value={reference}
        onChange={(event) => setReference(event.target.value)}
        maxLength={40}
        autoComplete="off"
        required={false}
        error={error}
      />
    )
  const change = given === '' ? undefined : changeFor(amount, Number(given))
  return (
    <TextField
      label={m.staff_order_take_given()}
      name="given"
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      required={false}
      value={given}
      placeholder={String(amount)}
      onChange={(event) => taking.setGiven(event.target.value.replaceAll(/\D/g, ''))}
      hint={change === undefined ? undefined : m.staff_order_change({ amount: formatMoney(change) })}
      error={errorAt('given')}
    />
  )
}
