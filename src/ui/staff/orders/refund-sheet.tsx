import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { OrderStoryAnswer } from '#modules/desk/orders-wire.ts'
import { deskWayOf } from '#modules/refunds/rules.ts'
import type { PartToGiveBack } from '#modules/refunds/wire.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { BankChoice } from '#ui/refunds/bank-choice.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { PartReferences, referencesIn, useNumberCheck } from '#ui/staff/kit/part-references.tsx'
import { TillChoice } from '#ui/staff/kit/till-choice.tsx'
import { useOrderCall } from '#ui/staff/kit/use-order-call.ts'

type Refund = OrderStoryAnswer['refunds'][number]
type Way = Refund['deskWays'][number]

const names: Record<Way, () => string> = {
  cash: m.staff_order_by_cash,
  terminal: m.staff_order_by_terminal,
  voucher: m.staff_order_by_voucher,
  transfer: m.staff_order_by_transfer,
}
const deeds: Record<Way, () => string> = {
  cash: m.staff_order_cash_do,
  terminal: m.staff_order_terminal_do,
  voucher: m.staff_order_voucher_do,
  transfer: m.staff_order_transfer_do,
}

/** Pays a refund at the desk: out of a till, by the terminal that took it, as a voucher, or by transfer to an account that was shown. */
export function RefundSheet({ order: { orderNo, person }, refund, onClose }: { order: OrderStoryAnswer; refund: Refund; onClose(): void }) {
  const call = useOrderCall()
  const [way, setWay] = useState<Way>(refund.deskWays[0]!)
  const [bankCode, setBankCode] = useState('')
  const parts = refund.deskParts.filter(({ method }) => deskWayOf(method) === way)
  const amount = formatMoney(refund.deskAmounts[way] ?? refund.amount)
  const check = useNumberCheck(way === 'voucher' ? parts : [])
  const { busy, refused, errorAt, form } = useSubmit(
    async (data) => {
      const text = (name: string) => String(data.get(name) ?? '')
      const how = {
        cash: { tillId: data.get('tillId') },
        terminal: { tillId: data.get('tillId'), references: referencesIn(parts, data) },
        voucher: { tillId: data.get('tillId'), references: referencesIn(parts, data) },
        transfer: { bankCode, bankAccount: text('bankAccount'), accountName: text('accountName') },
      }[way]
      const done = way === 'transfer' ? m.staff_order_routed({ amount }) : m.staff_order_paid_back({ amount })
      await call('/api/Staff/Payment/Refund', { refundNo: refund.refundNo, way, ...how }, done)
      onClose()
    },
    { check },
  )
  return (
    <Sheet open title={m.staff_order_pay_back({ amount })} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        {refund.deskWays.length > 1 && (
          <RadioChips<Way>
            legend={m.staff_order_pay_back_way()}
            value={way}
            options={refund.deskWays.map((one) => ({ value: one, label: names[one]() }))}
            onChange={setWay}
          />
        )}
        <p>
          {m.till_refund_about({
            name: [person.name, person.mobile].filter(Boolean).join(' '),
            orderNo,
            refundNo: refund.refundNo,
            amount,
          })}
        </p>
        <WayFields {...{ way, amount, parts, person, bankCode, errorAt }} onBank={setBankCode} />
        <FormProblem refused={refused} />
        <SheetActions
          main={
            <StaffButton type="submit" look="primary" busy={busy}>
              {deeds[way]()}
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

type FieldsProps = {
  way: Way
  amount: string
  parts: PartToGiveBack[]
  person: OrderStoryAnswer['person']
  bankCode: string
  errorAt(path: string): string | undefined
  onBank(code: string): void
}

function WayFields({ way, amount, parts, person, bankCode, errorAt, onBank }: FieldsProps) {
  const said = { amount, name: person.name }
  if (way === 'terminal' || way === 'voucher')
    return (
      <>
        <TillChoice needsCash={false} />
        <PartReferences {...{ parts, errorAt }} />
      </>
    )
  if (way === 'cash')
    return (
      <>
        <p>{m.staff_order_cash_lead(said)}</p>
        <TillChoice />
      </>
    )
  const name = { name: 'accountName', defaultValue: person.name, error: errorAt('accountName') }
  const account = { name: 'bankAccount', error: errorAt('bankAccount') }
  return (
    <>
      <p>{person.isGuest ? m.staff_order_transfer_lead_guest(said) : m.staff_order_transfer_lead(said)}</p>
      <BankChoice value={bankCode} error={errorAt('bankCode')} onChange={onBank} />
      <TextField {...account} label={m.refund_bank_account()} inputMode="numeric" autoComplete="off" maxLength={24} />
      <TextField {...name} label={m.refund_account_name()} autoComplete="off" maxLength={60} />
    </>
  )
}
